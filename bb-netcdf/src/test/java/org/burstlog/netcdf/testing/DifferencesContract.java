package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.burstlog.netcdf.testing.DefinitionsContract.assertFails;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Definitions that differ between processes are found: when they end, or at the call if asked. */
public abstract class DifferencesContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected DifferencesContract() {}

  @Test
  void definitionsThatDifferAreFoundWhenTheyEnd() throws Exception {
    withFile(
        (group, path, options) -> {
          int rank = group.rank();
          int bad = group.size() - 1;
          if (bad == 0) {
            return;
          }
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_DIM_SIZE,
              file -> {
                file.defineDimension("x", rank == bad ? 3 : 2);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_DIM_NAME,
              file -> {
                file.defineDimension(rank == bad ? "x" : "y", 3);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_DIM_NUM,
              file -> {
                if (rank == bad) {
                  file.defineDimension("x", 3);
                }
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_VAR_TYPE,
              file -> {
                file.defineVariable("v", rank == bad ? NcType.INT : NcType.FLOAT);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_VAR_NAME,
              file -> {
                file.defineVariable(rank == bad ? "v" : "w", NcType.INT);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_ATTR_VAL,
              file -> {
                file.attributes().put("a", rank == bad ? 1 : 2);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_ATTR_LEN,
              file -> {
                file.attributes().put("a", rank == bad ? "ab" : "a");
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_VAR_NDIMS,
              file -> {
                NcDimension x = file.defineDimension("x", 3);
                if (rank == bad) {
                  file.defineVariable("v", NcType.INT, x, x);
                } else {
                  file.defineVariable("v", NcType.INT, x);
                }
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_VAR_DIMIDS,
              file -> {
                NcDimension x = file.defineDimension("x", 3);
                NcDimension y = file.defineDimension("y", 3);
                file.defineVariable("v", NcType.INT, rank == bad ? x : y);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_VAR_NUM,
              file -> {
                if (rank != bad) {
                  file.defineVariable("v", NcType.INT);
                }
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_ATTR_NUM,
              file -> {
                NcVariable v = file.defineVariable("v", NcType.INT);
                if (rank == bad) {
                  v.attributes().put("a", 1);
                }
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_ATTR_NAME,
              file -> {
                file.attributes().put(rank == bad ? "a" : "b", 1);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_ATTR_TYPE,
              file -> {
                if (rank == bad) {
                  file.attributes().put("a", 1.0);
                } else {
                  file.attributes().put("a", 1);
                }
              });
          differs(
              path,
              options.format(rank == bad ? CdfVersion.CDF5 : CdfVersion.CDF2),
              NcError.NC_EMULTIDEFINE_CMODE,
              file -> {
                file.defineDimension("x", 3);
              });
          differs(
              path,
              options,
              NcError.NC_EMULTIDEFINE_VAR_FILL_MODE,
              file -> {
                file.defineVariable("v", NcType.INT).setFill(rank == bad);
              });
        });
  }

  @Test
  void placesThatDifferAreFoundWhenDefineModeEnds() throws Exception {
    withFile(
        (group, path, options) -> {
          if (group.size() > 1) {
            NcFile file = NcFile.create(path, options);
            file.defineVariable("v", NcType.INT);
            int boundary = group.rank() == 1 ? 4096 : 512;
            LayoutSettings own = new LayoutSettings(boundary, 4, 4, 0, 0);
            assertFails(NcError.NC_EMULTIDEFINE_VAR_BEGIN, () -> file.endDefine(own));
            file.abort();
          }
        });
  }

  @Test
  void changesThatDifferOutsideDefineModeAreFoundAndNotMade() throws Exception {
    withFile(
        (group, path, options) -> {
          if (group.size() > 1) {
            try (NcFile file = NcFile.create(path, options)) {
              NcVariable v = file.defineVariable("v", NcType.INT);
              v.attributes().put("units", "K");
              file.endDefine();
              String name = group.rank() == 1 ? "u" : "w";
              assertFails(NcError.NC_EMULTIDEFINE_VAR_NAME, () -> v.rename(name));
              String value = group.rank() == 1 ? "C" : "m";
              assertFails(
                  NcError.NC_EMULTIDEFINE_ATTR_VAL, () -> v.attributes().put("units", value));
              assertThat(v.name()).isEqualTo("v");
              assertThat(v.attributes().getText("units")).isEqualTo("K");
            }
          }
        });
  }

  /** Calls that are the same in every process, and then one that is not. */
  private record Differing(String name, Define before, Define first, Define other) {}

  private static final Define NOTHING = file -> {};

  private static final Define VARIABLE =
      file -> {
        NcDimension x = file.defineDimension("x", 3);
        NcVariable v = file.defineVariable("v", NcType.INT, file.defineUnlimited("t"), x);
        v.attributes().put("a", 1).put("b", 2);
      };

  private static final Define DATA =
      file -> {
        VARIABLE.on(file);
        file.variable("v").setFill(true);
        file.endDefine();
      };

  private static List<Differing> differing() {
    return List.of(
        new Differing(
            "length of a dimension",
            NOTHING,
            file -> file.defineDimension("d", 1),
            file -> file.defineDimension("d", 2)),
        new Differing(
            "name of a dimension",
            NOTHING,
            file -> file.defineDimension("d", 1),
            file -> file.defineDimension("e", 1)),
        new Differing(
            "an unlimited dimension",
            NOTHING,
            file -> file.defineDimension("d", 1),
            file -> file.defineUnlimited("d")),
        new Differing(
            "name of a variable",
            VARIABLE,
            file -> file.defineVariable("w", NcType.INT),
            file -> file.defineVariable("u", NcType.INT)),
        new Differing(
            "type of a variable",
            VARIABLE,
            file -> file.defineVariable("w", NcType.INT),
            file -> file.defineVariable("w", NcType.FLOAT)),
        new Differing(
            "dimensions of a variable",
            VARIABLE,
            file -> file.defineVariable("w", NcType.INT, file.dimension("x")),
            file -> file.defineVariable("w", NcType.INT, file.dimension("t"))),
        new Differing(
            "rank of a variable",
            VARIABLE,
            file -> file.defineVariable("w", NcType.INT, file.dimension("x")),
            file -> file.defineVariable("w", NcType.INT)),
        new Differing(
            "what is defined",
            VARIABLE,
            file -> file.defineVariable("w", NcType.INT),
            file -> file.defineDimension("w", 1)),
        new Differing(
            "new name of a dimension",
            VARIABLE,
            file -> file.dimension("x").rename("y"),
            file -> file.dimension("x").rename("z")),
        new Differing(
            "which dimension is renamed",
            VARIABLE,
            file -> file.dimension("x").rename("y"),
            file -> file.dimension("t").rename("y")),
        new Differing(
            "new name of a variable",
            VARIABLE,
            file -> file.variable("v").rename("w"),
            file -> file.variable("v").rename("u")),
        new Differing(
            "fill mode of the file", VARIABLE, file -> file.setFill(true), f -> f.setFill(false)),
        new Differing(
            "fill mode of a variable",
            VARIABLE,
            file -> file.variable("v").setFill(true),
            file -> file.variable("v").setFill(false)),
        new Differing(
            "fill value",
            VARIABLE,
            file -> file.variable("v").setFill(Attribute.of("f", 1)),
            file -> file.variable("v").setFill(Attribute.of("f", 2))),
        new Differing(
            "value of an attribute",
            VARIABLE,
            file -> file.attributes().put("c", 1),
            file -> file.attributes().put("c", 2)),
        new Differing(
            "last character of a long attribute",
            VARIABLE,
            file -> file.attributes().put("c", "x".repeat(5000) + "y"),
            file -> file.attributes().put("c", "x".repeat(5000) + "z")),
        new Differing(
            "type of an attribute",
            VARIABLE,
            file -> file.attributes().put("c", 1),
            file -> file.attributes().put("c", 1.0f)),
        new Differing(
            "length of an attribute",
            VARIABLE,
            file -> file.attributes().put("c", 1),
            file -> file.attributes().put("c", 1, 1)),
        new Differing(
            "name of an attribute",
            VARIABLE,
            file -> file.attributes().put("c", 1),
            file -> file.attributes().put("d", 1)),
        new Differing(
            "owner of an attribute",
            VARIABLE,
            file -> file.attributes().put("c", 1),
            file -> file.variable("v").attributes().put("c", 1)),
        new Differing(
            "copied attribute",
            VARIABLE,
            file -> file.attributes().copy("a", file.variable("v").attributes()),
            file -> file.attributes().copy("b", file.variable("v").attributes())),
        new Differing(
            "new name of an attribute",
            VARIABLE,
            file -> file.variable("v").attributes().rename("a", "c"),
            file -> file.variable("v").attributes().rename("a", "d")),
        new Differing(
            "deleted attribute",
            VARIABLE,
            file -> file.variable("v").attributes().delete("a"),
            file -> file.variable("v").attributes().delete("b")),
        new Differing(
            "boundaries",
            VARIABLE,
            NcFile::endDefine,
            file -> file.endDefine(new LayoutSettings(512, 4, 4, 0, 0))),
        new Differing(
            "end of define mode", VARIABLE, NcFile::endDefine, file -> file.setFill(true)),
        new Differing("define mode", DATA, NcFile::redefine, NcFile::sync),
        new Differing(
            "changed attribute",
            DATA,
            file -> file.variable("v").attributes().put("a", 3),
            file -> file.variable("v").attributes().put("a", 4)),
        new Differing(
            "filled record",
            DATA,
            file -> file.variable("v").fillRecord(0),
            file -> file.variable("v").fillRecord(1)));
  }

  @TestFactory
  Stream<DynamicTest> checkedModeFindsEveryKindOfDifferenceAtTheCall() {
    return differing().stream()
        .map(each -> DynamicTest.dynamicTest(each.name(), () -> isFoundAtTheCall(each)));
  }

  private void isFoundAtTheCall(Differing each) throws Exception {
    withFile(
        (group, path, options) -> {
          if (group.size() > 1) {
            try (NcFile file = NcFile.create(path, options.checked())) {
              each.before().on(file);
              Define call = group.rank() == group.size() - 1 ? each.other() : each.first();
              assertFails(NcError.NC_EMULTIDEFINE_FNC_ARGS, () -> call.on(file));
              // Nothing has come of it, so all have the same still.
              if (file.isDefining()) {
                file.endDefine();
              }
              file.sync();
            }
          }
        });
  }

  private interface Define {
    void on(NcFile file) throws Exception;
  }

  private static void differs(Path path, NcOptions options, NcError error, Define define)
      throws Exception {
    NcFile file = NcFile.create(path, options);
    define.on(file);
    assertFails(error, file::endDefine);
    file.abort();
  }

  @Test
  void checkedModeFindsThemAtTheCall() throws Exception {
    withFile(
        (group, path, options) -> {
          int bad = group.size() - 1;
          if (bad == 0) {
            return;
          }
          try (NcFile file = NcFile.create(path, options.checked())) {
            int length = group.rank() == bad ? 3 : 2;
            NcException failure =
                catchThrowableOfType(NcException.class, () -> file.defineDimension("x", length));
            assertThat(failure.error()).isEqualTo(NcError.NC_EMULTIDEFINE_FNC_ARGS);
            assertThat(failure)
                .hasMessageContaining("dimension 'x' of length 2")
                .hasMessageContaining("dimension 'x' of length 3")
                .hasMessageContaining("rank " + bad);
            NcDimension x = file.defineDimension("x", 4);
            NcVariable v = file.defineVariable("v", NcType.INT, x);
            String value = group.rank() == bad ? "K" : "C";
            assertFails(NcError.NC_EMULTIDEFINE_FNC_ARGS, () -> v.attributes().put("units", value));
            v.attributes().put("units", "K");
            file.endDefine();
            assertThat(v.attributes().getText("units")).isEqualTo("K");
          }
          NcOptions differing =
              group.rank() == bad ? options.checked().noClobber() : options.checked();
          assertFails(
              NcError.NC_EMULTIDEFINE_CMODE,
              () -> NcFile.create(path.resolveSibling("new.nc"), differing));
        });
  }
}
