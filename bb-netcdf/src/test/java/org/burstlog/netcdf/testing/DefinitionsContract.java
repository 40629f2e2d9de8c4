package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dimensions, variables, attributes, and files as such. */
public abstract class DefinitionsContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected DefinitionsContract() {}

  static void assertFails(NcError error, ThrowingCallable call) {
    NcException failure = catchThrowableOfType(NcException.class, call);
    assertThat(failure).as("expected %s", error).isNotNull();
    assertThat(failure.error()).as(failure.getMessage()).isEqualTo(error);
  }

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  void whatIsDefinedIsFoundAgain(CdfVersion format) throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options.format(format))) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 7);
            file.defineVariable("scalar", NcType.CHAR);
            NcVariable v = file.defineVariable("v", NcType.FLOAT, time, x);
            file.attributes().put("title", "Übung").put("numbers", 1.5, 2);
            v.attributes().put("range", (short) -1, (short) 1);
            assertThat(file.variable("v").attributes().find("range")).isNotNull();
            assertThat(file.isDefining()).isTrue();
            file.endDefine();
            assertThat(file.isDefining()).isFalse();
          }
          try (NcFile file = NcFile.open(path, options.readOnly())) {
            assertThat(file.path()).isEqualTo(path);
            assertThat(file.format()).isEqualTo(format);
            assertThat(file.dimensions())
                .extracting(NcDimension::name)
                .containsExactly("time", "x");
            assertThat(file.dimension("x").length()).isEqualTo(7);
            assertThat(file.dimension("time").isUnlimited()).isTrue();
            assertThat(file.dimension("time").length()).isZero();
            assertThat(file.variables())
                .extracting(NcVariable::name)
                .containsExactly("scalar", "v");
            NcVariable v = file.variable("v");
            assertThat(v.type()).isEqualTo(NcType.FLOAT);
            assertThat(v.dimensions()).containsExactlyElementsOf(file.dimensions());
            assertThat(v.isRecord()).isTrue();
            assertThat(v.id()).isEqualTo(1);
            assertThat(v.offset()).isPositive();
            assertThat(file.recordSize()).isEqualTo(28);
            assertThat(file.headerSize()).isLessThanOrEqualTo(file.headerRoom());
            assertThat(file.attributes().getText("title")).isEqualTo("Übung");
            assertThat(file.attributes().getDoubles("numbers")).containsExactly(1.5, 2);
            assertThat(v.attributes().getInts("range")).containsExactly(-1, 1);
            assertThat(v.attributes().get("range").type()).isEqualTo(NcType.SHORT);
            assertThat(v.attributes().size()).isEqualTo(1);
            assertFails(NcError.NC_ENOTVAR, () -> file.variable("w"));
            assertFails(NcError.NC_EBADDIM, () -> file.dimension("y"));
            assertFails(NcError.NC_ENOTATT, () -> v.attributes().get("units"));
            assertFails(NcError.NC_EPERM, () -> v.set(1f, 0, 0));
            assertFails(NcError.NC_EPERM, file::redefine);
            assertFails(NcError.NC_EPERM, () -> file.attributes().put("title", "x"));
          }
        });
  }

  @Test
  void attributesOfEveryTypeAreConverted() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options.format(CdfVersion.CDF5))) {
            for (NcType type : NcType.values()) {
              if (type != NcType.CHAR) {
                NcMemory values = NcMemory.of(new int[] {1, 2, 100});
                file.attributes().put("a" + type.symbol(), type, values);
              }
            }
            file.attributes().put("b", (byte) 1).put("l", 1L, 2L).put("f", 1f, 2f).put("i", 5);
            NcMemory large = NcMemory.of(new double[] {1, 300, 3});
            assertFails(NcError.NC_ERANGE, () -> file.attributes().put("r", NcType.BYTE, large));
            assertFails(
                NcError.NC_ECHAR,
                () -> file.attributes().put("t", NcType.CHAR, NcMemory.of(new int[1])));
          }
          try (NcFile file = NcFile.open(path, options)) {
            for (NcType type : NcType.values()) {
              if (type != NcType.CHAR) {
                Attribute a = file.attributes().get("a" + type.symbol());
                assertThat(a.type()).isEqualTo(type);
                assertThat(file.attributes().getLongs(a.name())).containsExactly(1, 2, 100);
              }
            }
            assertThat(file.attributes().getInts("r")).containsExactly(1, -127, 3);
            assertThat(file.attributes().getLongs("l")).containsExactly(1, 2);
            assertFails(NcError.NC_ECHAR, () -> file.attributes().getText("l"));
          }
        });
  }

  @Test
  void attributesAreReplacedRenamedCopiedAndDeleted() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcVariable v = file.defineVariable("v", NcType.INT);
            v.attributes().put("one", 1).put("two", 2).put("three", "drei");
            v.attributes().put("two", "zwei");
            v.attributes().rename("one", "first");
            v.attributes().delete("three");
            file.attributes().copy("two", v.attributes());
            assertFails(NcError.NC_ENAMEINUSE, () -> v.attributes().rename("two", "first"));
            assertFails(NcError.NC_ENOTATT, () -> v.attributes().delete("three"));
            assertFails(NcError.NC_EBADNAME, () -> v.attributes().put("a/b", 1));
          }
          try (NcFile file = NcFile.open(path, options)) {
            assertThat(file.variable("v").attributes().all())
                .extracting(Attribute::name)
                .containsExactly("first", "two");
            assertThat(file.attributes().getText("two")).isEqualTo("zwei");
          }
        });
  }

  @Test
  void outsideDefineModeOnlyWhatDoesNotGrowIsChanged() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension x = file.defineDimension("longname", 3);
            NcVariable v = file.defineVariable("variable", NcType.INT, x);
            v.attributes().put("units", "kelvin").put("scale", 1.5);
            file.endDefine();
            v.put(new int[] {1, 2, 3});
            v.attributes().put("units", "K");
            v.attributes().put("scale", 2.5);
            v.attributes().rename("scale", "s");
            v.rename("w");
            x.rename("n");
            assertFails(
                NcError.NC_ENOTINDEFINE, () -> v.attributes().put("units", "degrees Celsius"));
            assertFails(NcError.NC_ENOTINDEFINE, () -> v.attributes().put("more", 1));
            assertFails(NcError.NC_ENOTINDEFINE, () -> v.attributes().delete("s"));
            assertFails(NcError.NC_ENOTINDEFINE, () -> v.rename("a much longer name"));
            assertFails(NcError.NC_ENOTINDEFINE, () -> file.defineDimension("y", 2));
            assertFails(NcError.NC_ENOTINDEFINE, () -> file.defineVariable("y", NcType.INT));
            assertThat(v.name()).isEqualTo("w");
            assertThat(v.attributes().getText("units")).isEqualTo("K");
          }
          try (NcFile file = NcFile.open(path, options)) {
            NcVariable w = file.variable("w");
            assertThat(w.getInts()).containsExactly(1, 2, 3);
            assertThat(w.dimensions().get(0).name()).isEqualTo("n");
            assertThat(w.attributes().getText("units")).isEqualTo("K");
            assertThat(w.attributes().getDoubles("s")).containsExactly(2.5);
          }
        });
  }

  @Test
  void wrongDefinitionsAreRefusedAtTheCall() throws Exception {
    withFile(
        (group, path, options) -> {
          NcFile file = NcFile.create(path, options);
          NcDimension time = file.defineUnlimited("time");
          NcDimension x = file.defineDimension("x", 2);
          file.defineVariable("v", NcType.INT, x);
          assertFails(NcError.NC_ENAMEINUSE, () -> file.defineDimension("x", 3));
          assertFails(NcError.NC_ENAMEINUSE, () -> file.defineVariable("v", NcType.INT));
          assertFails(NcError.NC_EUNLIMIT, () -> file.defineUnlimited("t2"));
          assertFails(NcError.NC_EDIMSIZE, () -> file.defineDimension("y", 0));
          assertFails(NcError.NC_EDIMSIZE, () -> file.defineDimension("y", -1));
          assertFails(NcError.NC_EDIMSIZE, () -> file.defineDimension("y", 1L << 32));
          assertFails(NcError.NC_EUNLIMPOS, () -> file.defineVariable("w", NcType.INT, x, time));
          assertFails(NcError.NC_ESTRICTCDF2, () -> file.defineVariable("w", NcType.INT64));
          assertFails(NcError.NC_EBADNAME, () -> file.defineVariable("/", NcType.INT));
          assertFails(NcError.NC_EINDEFINE, () -> file.variable("v").getInts());
          assertFails(NcError.NC_EINDEFINE, file::sync);
          assertFails(NcError.NC_EINDEFINE, file::redefine);
          file.endDefine();
          assertFails(NcError.NC_ENOTINDEFINE, file::endDefine);
          file.close();
          assertFails(NcError.NC_EBADID, file::sync);
          assertFails(NcError.NC_EBADID, () -> file.variable("v").getInts());
          file.close();
        });
  }

  @Test
  void existingFilesAreKeptWhenAsked() throws Exception {
    withFile(
        (group, path, options) -> {
          NcOptions careful = options.noClobber();
          NcFile.create(path, careful).close();
          assertFails(NcError.NC_EEXIST, () -> NcFile.create(path, careful));
          try (NcFile file = NcFile.create(path, options)) {
            file.attributes().put("new", 1);
          }
          assertFails(
              NcError.NC_ENOENT, () -> NcFile.open(path.resolveSibling("none.nc"), options));
          assertFails(
              NcError.NC_EOFILE,
              () -> NcFile.create(path.resolveSibling("none").resolve("x.nc"), options));
          NcFile.delete(path, options);
          assertThat(path).doesNotExist();
          assertFails(NcError.NC_ENOENT, () -> NcFile.delete(path, options));
          group.barrier();
          if (group.rank() == 0) {
            Files.writeString(path, "no netCDF");
          }
          group.barrier();
          assertFails(NcError.NC_ENOTNC, () -> NcFile.open(path, options));
          assertThatThrownBy(() -> NcFile.open(path, options))
              .hasMessageContaining(path.toString())
              .hasMessageContaining("not 'CDF'");
        });
  }

  @Test
  void abortForgetsWhatWasDefined() throws Exception {
    withFile(
        (group, path, options) -> {
          NcFile made = NcFile.create(path, options);
          made.defineDimension("x", 3);
          made.abort();
          assertThat(path).doesNotExist();
          group.barrier();
          try (NcFile file = NcFile.create(path, options)) {
            file.defineVariable("v", NcType.INT);
            file.endDefine();
            file.variable("v").collective().set(5);
            file.redefine();
            file.defineVariable("w", NcType.INT);
            file.variable("v").attributes().put("units", "K");
            file.abort();
          }
          try (NcFile file = NcFile.open(path, options)) {
            assertThat(file.variables()).hasSize(1);
            assertThat(file.variable("v").getInt()).isEqualTo(5);
            assertThat(file.variable("v").attributes().size()).isZero();
          }
        });
  }

  @Test
  void boundariesAreKept() throws Exception {
    withFile(
        (group, path, options) -> {
          NcOptions aligned =
              options
                  .layout(new LayoutSettings(4, 512, 4, 0, 0))
                  .hints(java.util.Map.of("nc_header_align_size", "1024", "nc_other", "x"));
          try (NcFile file = NcFile.create(path, aligned)) {
            NcDimension x = file.defineDimension("x", 3);
            file.defineVariable("a", NcType.INT, x);
            file.defineVariable("b", NcType.INT, x);
            file.endDefine();
            assertThat(file.variable("a").offset()).isEqualTo(1024);
            assertThat(file.variable("b").offset()).isEqualTo(1536);
            assertThat(file.headerRoom()).isEqualTo(1024);
          }
        });
  }
}
