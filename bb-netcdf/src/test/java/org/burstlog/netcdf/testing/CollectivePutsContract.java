package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.burstlog.netcdf.testing.DefinitionsContract.assertFails;

import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;

/** Processes that put together need not wait for each other, and all learn of what fails. */
public abstract class CollectivePutsContract implements NcEnvironment {
  /** More puts than may pass until all know of one that failed. */
  private static final int MANY = 100;

  /** For the classes that say where it runs. */
  protected CollectivePutsContract() {}

  /**
   * Makes a collective put that fails in some process.
   *
   * @param isWrong whether in this one, which is told at once
   * @return what this process is told, at once or by the next collective call
   */
  static NcException told(NcFile file, boolean isWrong, ThrowingCallable put) {
    NcException now = catchThrowableOfType(NcException.class, put);
    assertThat(now == null && isWrong).isFalse();
    NcException later = catchThrowableOfType(NcException.class, file::syncRecords);
    return now == null ? later : now;
  }

  /** What is done with a file that can have records, and with one that cannot. */
  private interface Body {
    void run(ProcessGroup group, Path path, NcOptions options, Kind kind) throws Exception;
  }

  /** What kind of file: how soon puts are told depends on it. */
  private enum Kind {
    OF_RECORDS,
    FIXED
  }

  private void withEither(Body body) throws Exception {
    for (Kind kind : Kind.values()) {
      withFile((group, path, options) -> body.run(group, path, options, kind));
    }
  }

  private static NcFile create(Path path, NcOptions options, ProcessGroup group, Kind kind)
      throws Exception {
    NcFile file = NcFile.create(path, options);
    NcDimension time =
        kind == Kind.OF_RECORDS
            ? file.defineUnlimited("time")
            : file.defineDimension("time", MANY + 1);
    NcDimension x = file.defineDimension("x", group.size());
    file.defineVariable("v", NcType.INT, time, x);
    file.endDefine();
    // The first put may find out what kind of processes these are.
    file.variable("v").collective().put(own(group, 0), new int[] {-1});
    return file;
  }

  private static Region own(ProcessGroup group, long record) {
    return Region.of(new long[] {record, group.rank()}, new long[] {1, 1});
  }

  private static Region wrong(ProcessGroup group) {
    return Region.of(new long[] {0, group.size()}, new long[] {1, 1});
  }

  @Test
  void recordsOfAllAreCountedRightAfterAPut() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = create(path, options, group, Kind.OF_RECORDS)) {
            NcVariable v = file.variable("v");
            for (int i = 1; i <= MANY; i++) {
              long record = (long) i * group.size();
              v.collective().put(own(group, record + group.rank()), new int[] {i});
              if (i % 3 == 0) {
                assertThat(file.records()).isEqualTo(record + group.size());
                assertThat(file.dimension("time").length()).isEqualTo(file.records());
              }
            }
          }
          try (NcFile file = NcFile.open(path, options.readOnly())) {
            assertThat(file.records()).isEqualTo((MANY + 1L) * group.size());
          }
        });
  }

  @Test
  void allAreToldOfOneThatFailedBySomePutAndCanGoOn() throws Exception {
    withEither(
        (group, path, options, kind) -> {
          int bad = group.size() - 1;
          try (NcFile file = create(path, options, group, kind)) {
            NcVariable v = file.variable("v");
            NcException atOnce = null;
            if (group.rank() == bad) {
              assertFails(NcError.NC_EINVALCOORDS, () -> v.collective().put(wrong(group), one()));
            } else {
              atOnce =
                  catchThrowableOfType(
                      NcException.class, () -> v.collective().put(own(group, 0), one()));
            }
            int puts = 0;
            NcException later = null;
            while (later == null && puts < MANY) {
              later =
                  catchThrowableOfType(
                      NcException.class, () -> v.collective().put(own(group, 1), one()));
              puts++;
            }
            // In the same call everywhere, and once.
            assertThat(group.max(puts)).isEqualTo(group.min(puts));
            if (group.rank() != bad) {
              assertThat(atOnce == null).isNotEqualTo(later == null);
              assertThat(atOnce == null ? later : atOnce)
                  .hasMessageContaining("NC_EINVALCOORDS")
                  .hasMessageContaining("rank " + bad + " of " + group.size());
            }
            v.collective().put(own(group, 2), new int[] {group.rank()});
            file.sync();
            for (int rank = 0; rank < group.size(); rank++) {
              assertThat(v.getInt(2, rank)).isEqualTo(rank);
            }
          }
        });
  }

  private static int[] one() {
    return new int[] {1};
  }

  @Test
  void severalThatFailInDifferentProcessesAreToldOnce() throws Exception {
    withEither(
        (group, path, options, kind) -> {
          try (NcFile file = create(path, options, group, kind)) {
            NcVariable v = file.variable("v");
            for (int turn = 0; turn < group.size(); turn++) {
              boolean bad = turn == group.rank();
              Region region = bad ? wrong(group) : own(group, turn);
              NcException now =
                  catchThrowableOfType(NcException.class, () -> v.collective().put(region, one()));
              assertThat(now == null && bad).isFalse();
            }
            NcException last = catchThrowableOfType(NcException.class, file::syncRecords);
            int told = last == null ? 0 : 1;
            assertThat(group.max(told)).isEqualTo(group.min(told));
            file.syncRecords();
            v.collective().put(own(group, 0), one());
            file.sync();
            assertThat(v.getInt(0, group.size() - 1)).isEqualTo(1);
          }
        });
  }

  @Test
  void oneThatClosesWhileOthersOnlyPutIsFoundOut() throws Exception {
    withEither(
        (group, path, options, kind) -> {
          if (group.size() == 1) {
            return;
          }
          NcException told =
              catchThrowableOfType(
                  NcException.class,
                  () -> {
                    try (NcFile file = create(path, options, group, kind)) {
                      NcVariable v = file.variable("v");
                      for (int i = 0; i < MANY && group.rank() > 0; i++) {
                        v.collective().put(own(group, i), one());
                      }
                      if (group.rank() > 0) {
                        fail("must be told that the first has gone");
                      }
                    }
                  });
          assertThat(told.error()).isEqualTo(NcError.NC_EMULTIDEFINE_FNC_ARGS);
          assertThat(told).hasMessageContaining("close in ranks [0]");
          try (NcFile file = NcFile.open(path, options.readOnly())) {
            assertThat(file.variable("v").getInt(0, 0)).isEqualTo(-1);
            assertThat(file.variable("v").getInt(0, 1)).isIn(-1, 1);
          }
        });
  }

  @Test
  void whoMakesFewerThanOthersIsFoundOutAndAllCanGoOn() throws Exception {
    withEither(
        (group, path, options, kind) -> {
          if (group.size() == 1) {
            return;
          }
          try (NcFile file = create(path, options, group, kind)) {
            NcVariable v = file.variable("v");
            ThrowingCallable putsAndSync =
                () -> {
                  for (int i = group.rank() == 0 ? 1 : 0; i < 6; i++) {
                    v.collective().put(own(group, i), one());
                  }
                  file.sync();
                };
            assertThatThrownBy(putsAndSync)
                .isInstanceOf(NcException.class)
                .hasMessageContaining("NC_EMULTIDEFINE_FNC_ARGS")
                .hasMessageContaining("put")
                .hasMessageContaining("in ranks [0]");
            v.collective().put(own(group, 0), new int[] {7});
            file.sync();
            assertThat(v.getInt(0, group.size() - 1)).isEqualTo(7);
          }
        });
  }

  @Test
  void aPutThatFailedIsToldByTheCloseToThoseWhoDoNotKnow() throws Exception {
    withEither(
        (group, path, options, kind) -> {
          int bad = group.size() - 1;
          NcFile file = create(path, options, group, kind);
          NcVariable v = file.variable("v");
          Region region = group.rank() == bad ? wrong(group) : own(group, 1);
          NcException now =
              catchThrowableOfType(NcException.class, () -> v.collective().put(region, one()));
          assertThat(now == null && group.rank() == bad).isFalse();
          NcException later = catchThrowableOfType(NcException.class, file::close);
          assertThat(now == null).isNotEqualTo(later == null);
          assertThat(now == null ? later : now).hasMessageContaining("NC_EINVALCOORDS");
          file.close();
          try (NcFile again = NcFile.open(path, options.readOnly())) {
            assertThat(again.variable("v").getInt(0, bad)).isEqualTo(-1);
          }
        });
  }

  @Test
  void aFileIsGivenUpWithPutsUnderWay() throws Exception {
    withFile(
        (group, path, options) -> {
          NcFile file = create(path, options, group, Kind.OF_RECORDS);
          file.variable("v").collective().put(own(group, 1), one());
          file.abort();
          try (NcFile again = NcFile.open(path, options.readOnly())) {
            assertThat(again.records()).isEqualTo(2);
          }
        });
  }
}
