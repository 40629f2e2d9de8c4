package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Processes that come to do different things are told so; nobody waits for ever. */
public abstract class PartingContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected PartingContract() {}

  /** A collective call on a file with a variable "v" of an element a process, and records "r". */
  private interface Calling {
    void on(NcFile file, NcVariable v, NcVariable r, Region own) throws Exception;
  }

  private record Named(String name, Calling call) {}

  private static final List<Named> CALLS =
      List.of(
          new Named(
              "put",
              (file, v, r, own) -> {
                v.collective().put(own, new int[] {10 + (int) own.start(0)});
                // Puts wait for nobody; who makes only puts is told by one of the next few.
                file.syncRecords();
              }),
          new Named("get", (file, v, r, own) -> v.collective().get(own, new int[1])),
          new Named("awaitAll", (file, v, r, own) -> file.awaitAll(List.of())),
          new Named("fillRecord", (file, v, r, own) -> r.fillRecord(0)),
          new Named("syncRecords", (file, v, r, own) -> file.syncRecords()),
          new Named("sync", (file, v, r, own) -> file.sync()),
          new Named("redefine", (file, v, r, own) -> file.redefine()),
          new Named("rename", (file, v, r, own) -> v.rename("w")));

  private void withVariables(NcFile file, int size) throws Exception {
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", size);
    file.defineVariable("v", NcType.INT, x);
    file.defineVariable("r", NcType.INT, time).setFill(true);
    file.endDefine();
  }

  @TestFactory
  List<DynamicTest> oneThatThrowsAndClosesWhileOthersGoOnHangsNobodyAndLosesNothing() {
    return CALLS.stream()
        .map(each -> DynamicTest.dynamicTest(each.name(), () -> closesEarly(each.call())))
        .toList();
  }

  private void closesEarly(Calling call) throws Exception {
    withFile(
        (group, path, options) -> {
          int early = group.size() - 1;
          if (early == 0) {
            return;
          }
          NcException told =
              catchThrowableOfType(
                  NcException.class, () -> program(group.rank(), early, path, options, call));
          assertThat(told.error()).isEqualTo(NcError.NC_EMULTIDEFINE_FNC_ARGS);
          assertThat(told).hasMessageContaining("close in ranks [" + early + "]");
          try (NcFile file = NcFile.open(path, options.readOnly())) {
            for (int rank = 0; rank < group.size(); rank++) {
              assertThat(file.variable("v").getInt(rank)).isEqualTo(10 + rank);
            }
          }
        });
  }

  private void program(int rank, int early, Path path, NcOptions options, Calling call)
      throws Exception {
    IllegalStateException own = new IllegalStateException("thrown by the program");
    NcFile file = NcFile.create(path, options);
    try (file) {
      withVariables(file, early + 1);
      NcVariable v = file.variable("v");
      Region mine = Region.of(new long[] {rank}, new long[] {1});
      v.put(mine, new int[] {10 + rank});
      if (rank == early) {
        throw own;
      }
      call.on(file, v, file.variable("r"), mine);
      fail("must be told that rank " + early + " has gone");
    } catch (IllegalStateException e) {
      assertThat(e).isSameAs(own);
      throw (NcException) e.getSuppressed()[0];
    }
  }

  @Test
  void differentCallsAreToldToAllAndDoNothingButPuts() throws Exception {
    withFile(
        (group, path, options) -> {
          if (group.size() == 1) {
            return;
          }
          try (NcFile file = NcFile.create(path, options)) {
            withVariables(file, group.size());
            NcVariable v = file.variable("v");
            Region own = Region.of(new long[] {group.rank()}, new long[] {1});
            v.collective().put(own, new int[] {5});
            NcException told =
                catchThrowableOfType(
                    NcException.class,
                    () -> {
                      if (group.rank() == 0) {
                        file.sync();
                      } else {
                        v.collective().put(own, new int[] {6});
                        file.syncRecords();
                      }
                    });
            assertThat(told.error()).isEqualTo(NcError.NC_EMULTIDEFINE_FNC_ARGS);
            assertThat(told)
                .hasMessageContaining("sync in ranks [0]")
                .hasMessageContaining("put")
                .hasMessageContaining("in ranks [1");
            // And they can go on.
            file.sync();
            assertThat(v.getInt(0)).isEqualTo(5);
            for (int rank = 1; rank < group.size(); rank++) {
              // Whether a put waits for the others is for the driver to choose.
              assertThat(v.getInt(rank)).isIn(5, 6);
            }
          }
        });
  }

  @Test
  void aFileThatSomeCloseAndSomeGiveUpIsKept() throws Exception {
    withFile(
        (group, path, options) -> {
          if (group.size() == 1) {
            return;
          }
          NcFile file = NcFile.create(path, options);
          file.defineDimension("x", 3);
          NcException told =
              catchThrowableOfType(
                  NcException.class,
                  () -> {
                    if (group.rank() == 0) {
                      file.abort();
                    } else {
                      file.close();
                    }
                  });
          assertThat(told.error()).isEqualTo(NcError.NC_EMULTIDEFINE_FNC_ARGS);
          assertThat(path).exists();
        });
  }

  @Test
  void aMistakeInOneProgramFailsACollectivePutEverywhere() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            withVariables(file, group.size());
            NcVariable v = file.variable("v");
            int bad = group.size() - 1;
            Region own = Region.of(new long[] {group.rank()}, new long[] {1});
            List<Region> regions = group.rank() == bad ? mistaken() : List.of(own);
            NcException told =
                CollectivePutsContract.told(
                    file,
                    group.rank() == bad,
                    () -> v.collective().put(regions, NcMemory.of(new int[] {1})));
            assertThat(told.error()).isEqualTo(NcError.NC_EINVAL);
            v.collective().put(own, new int[] {group.rank()});
            assertThat(v.getInt(group.rank())).isEqualTo(group.rank());
          }
        });
  }

  private static List<Region> mistaken() {
    return new AbstractList<>() {
      @Override
      public Region get(int index) {
        throw new IllegalStateException("a mistake of the program");
      }

      @Override
      public int size() {
        return 2;
      }
    };
  }
}
