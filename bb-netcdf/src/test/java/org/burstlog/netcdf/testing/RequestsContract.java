package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.burstlog.netcdf.testing.DefinitionsContract.assertFails;

import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcRequest;
import org.burstlog.netcdf.NcRequest.State;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Transfers that are begun and completed later. */
public abstract class RequestsContract implements NcEnvironment {
  /** A value that no INT can hold. */
  private static final double TOO_LARGE = 1e300;

  private static final int FILL = -2147483647;

  /** For the classes that say where it runs. */
  protected RequestsContract() {}

  /** What is done with a file that has a variable "v" of 8 doubles a process, and records "r". */
  private interface Body {
    void run(NcFile file, NcVariable v, NcVariable r, int rank, int size) throws Exception;
  }

  private void with(Body body) throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 8L * group.size());
            NcVariable v = file.defineVariable("v", NcType.DOUBLE, x);
            NcVariable r = file.defineVariable("r", NcType.INT, time, x);
            file.endDefine();
            v.put(Region.of(new long[] {8L * group.rank()}, new long[] {8}), new double[8]);
            file.sync();
            body.run(file, v, r, group.rank(), group.size());
          }
        });
  }

  private static Region own(int rank, int first, int count) {
    return Region.of(new long[] {8L * rank + first}, new long[] {count});
  }

  @Test
  void putsAreCompletedTogetherInTheirOrder() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          double[] values = {1, 2, 3, 4};
          NcRequest first = v.nonblocking().put(own(rank, 0, 4), values);
          values[0] = -1;
          v.nonblocking().put(own(rank, 2, 4), new int[] {5, 6, 7, 8});
          Region row = Region.of(new long[] {1, 8L * rank}, new long[] {1, 8});
          r.nonblocking().put(row, new int[] {rank, 1, 2, 3, 4, 5, 6, 7});
          assertThat(file.pendingRequests()).isEqualTo(3);
          assertThat(first.state()).isEqualTo(State.PENDING);
          assertThat(first.isPut()).isTrue();
          assertThat(v.getDoubles(own(rank, 0, 8))).containsOnly(0);
          file.awaitAll();
          assertThat(file.pendingRequests()).isZero();
          assertThat(first.state()).isEqualTo(State.COMPLETED);
          assertThat(first.failure()).isNull();
          assertThat(file.records()).isEqualTo(2);
          file.sync();
          for (int i = 0; i < size; i++) {
            assertThat(v.getDoubles(own(i, 0, 8))).containsExactly(1, 2, 5, 6, 7, 8, 0, 0);
            assertThat(r.getInt(1, 8L * i)).isEqualTo(i);
          }
        });
  }

  @Test
  void someAreCompletedAloneAndSomeLater() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          NcRequest one = v.nonblocking().put(own(rank, 0, 2), new double[] {1, 1});
          NcRequest two = v.nonblocking().put(own(rank, 1, 2), new double[] {2, 2});
          NcRequest three = v.nonblocking().put(own(rank, 2, 2), new double[] {3, 3});
          file.await(three, one);
          assertThat(v.getDoubles(own(rank, 0, 4))).containsExactly(1, 1, 3, 3);
          assertThat(two.state()).isEqualTo(State.PENDING);
          file.await();
          assertThat(v.getDoubles(own(rank, 0, 4))).containsExactly(1, 2, 2, 3);
          assertFails(NcError.NC_EINVAL_REQUEST, () -> file.await(one));
        });
  }

  @Test
  void putsThatContinueOneAnotherStayRequestsOfTheirOwn() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          List<NcRequest> requests = new ArrayList<>();
          for (int i = 0; i < 6; i++) {
            requests.add(v.nonblocking().put(own(rank, i, 1), new double[] {i + 1}));
          }
          file.cancel(requests.get(2));
          file.await(requests.get(4));
          assertThat(requests.get(2).state()).isEqualTo(State.CANCELLED);
          assertThat(requests.get(4).state()).isEqualTo(State.COMPLETED);
          assertThat(requests.get(3).state()).isEqualTo(State.PENDING);
          assertThat(file.pendingRequests()).isEqualTo(4);
          assertThat(v.getDoubles(own(rank, 0, 6))).containsExactly(0, 0, 0, 0, 5, 0);
          requests.add(v.nonblocking().put(own(rank, 6, 2), new double[] {7, 8}));
          requests.add(v.nonblocking().put(own(rank, 4, 2), new double[] {-5, -6}));
          file.awaitAll();
          assertThat(v.getDoubles(own(rank, 0, 8))).containsExactly(1, 2, 0, 4, -5, -6, 7, 8);
          for (NcRequest each : requests) {
            assertThat(each.state() == State.CANCELLED).isEqualTo(each == requests.get(2));
            assertThat(each.failure()).isNull();
          }
        });
  }

  @Test
  void rowsThatContinueOneAnotherInAWideArrayAreNotMixedUp() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          for (int row = 0; row < 3; row++) {
            for (int i = 0; i < 8; i += 2) {
              Region two = Region.of(new long[] {row, 8L * rank + i}, new long[] {1, 2});
              r.nonblocking().put(two, new int[] {100 * row + i, 100 * row + i + 1});
            }
          }
          // Strides, and a place before the last.
          Region every = new Region(2).set(0, 3, 1, 1).set(1, 8L * rank, 4, 2);
          r.nonblocking().put(every, new int[] {300, 302, 304, 306});
          Region back = Region.of(new long[] {3, 8L * rank + 1}, new long[] {1, 2});
          r.nonblocking().put(back, new int[] {301, 402});
          file.awaitAll();
          int[] wanted = new int[8];
          for (int row = 0; row < 3; row++) {
            for (int i = 0; i < 8; i++) {
              wanted[i] = 100 * row + i;
            }
            Region own = Region.of(new long[] {row, 8L * rank}, new long[] {1, 8});
            assertThat(r.getInts(own)).containsExactly(wanted);
          }
          Region last = Region.of(new long[] {3, 8L * rank}, new long[] {1, 8});
          assertThat(r.getInts(last)).startsWith(300, 301, 402).endsWith(306, 0);
        });
  }

  @Test
  void getsSeePutsOfTheSameWait() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          int[] into = new int[4];
          double[] gaps = new double[9];
          v.nonblocking().get(own(rank, 0, 4), into);
          v.nonblocking().put(own(rank, 1, 2), new double[] {5, 6});
          v.nonblocking().get(own(rank, 0, 3), NcMemory.of(gaps).strides(4));
          file.awaitAll();
          assertThat(into).containsExactly(0, 5, 6, 0);
          assertThat(gaps).containsExactly(0, 0, 0, 0, 5, 0, 0, 0, 6);
        });
  }

  @Test
  void cancelledRequestsHaveNoEffect() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          NcRequest kept = v.nonblocking().put(own(rank, 0, 1), new double[] {1});
          NcRequest gone = v.nonblocking().put(own(rank, 0, 2), new double[] {2, 2});
          file.cancel(gone);
          assertThat(gone.state()).isEqualTo(State.CANCELLED);
          file.awaitAll(List.of(kept));
          assertThat(v.getDoubles(own(rank, 0, 2))).containsExactly(1, 0);
          v.nonblocking().put(own(rank, 0, 2), new double[] {3, 3});
          file.cancel();
          assertThat(file.pendingRequests()).isZero();
          assertFails(NcError.NC_EINVAL_REQUEST, () -> file.cancel(gone));
        });
  }

  @Test
  void bufferedPutsUseTheBufferThatIsAttached() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          assertFails(NcError.NC_ENULLABUF, () -> v.buffered().put(own(rank, 0, 1), new double[1]));
          assertFails(NcError.NC_ENULLBUF, () -> file.attachBuffer(0));
          file.attachBuffer(64);
          assertFails(NcError.NC_EPREVATTACHBUF, () -> file.attachBuffer(64));
          v.buffered().put(own(rank, 0, 6), new int[] {1, 2, 3, 4, 5, 6});
          assertThat(file.bufferUsed()).isEqualTo(48);
          assertThat(file.bufferSize()).isEqualTo(64);
          assertFails(
              NcError.NC_EINSUFFBUF, () -> v.buffered().put(own(rank, 0, 3), new double[3]));
          assertFails(NcError.NC_EPENDINGBPUT, file::detachBuffer);
          file.awaitAll();
          assertThat(file.bufferUsed()).isZero();
          file.detachBuffer();
          assertFails(NcError.NC_ENULLABUF, file::bufferUsed);
          assertThat(v.getDoubles(own(rank, 0, 6))).containsExactly(1, 2, 3, 4, 5, 6);
        });
  }

  @Test
  void errorsBelongToTheirRequest() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          assertFails(NcError.NC_EEDGE, () -> v.nonblocking().put(own(size, -1, 2), new double[2]));
          assertThat(file.pendingRequests()).isZero();
          v.set(1e300, 8L * rank + 1);
          int[] good = new int[1];
          int[] bad = new int[2];
          NcRequest fits = v.nonblocking().get(own(rank, 0, 1), good);
          NcRequest unfit = v.nonblocking().get(own(rank, 0, 2), bad);
          NcException failure =
              catchThrowableOfType(NcException.class, () -> file.await(fits, unfit));
          assertThat(failure.error()).isEqualTo(NcError.NC_ERANGE);
          assertThat(fits.failure()).isNull();
          assertThat(unfit.failure()).isSameAs(failure);
          assertThat(failure.elementIndex()).isEqualTo(1);
          assertThat(file.pendingRequests()).isZero();
        });
  }

  @Test
  void aWrongRequestFailsACollectiveWaitEverywhere() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          NcRequest done = v.nonblocking().put(own(rank, 0, 1), new double[] {1});
          file.awaitAll(List.of(done));
          NcRequest next = v.nonblocking().put(own(rank, 1, 1), new double[] {2});
          List<NcRequest> asked = rank == size - 1 ? List.of(done, next) : List.of(next);
          assertFails(NcError.NC_EINVAL_REQUEST, () -> file.awaitAll(asked));
          assertThat(next.state()).isEqualTo(State.PENDING);
          file.awaitAll();
          assertThat(v.getDoubles(own(rank, 0, 2))).containsExactly(1, 2);
        });
  }

  @Test
  void processesMayHaveNothingToWaitFor() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          if (rank == 0) {
            v.nonblocking().put(own(0, 0, 8), new double[] {1, 2, 3, 4, 5, 6, 7, 8});
          }
          file.awaitAll();
          file.sync();
          assertThat(v.getDouble(7)).isEqualTo(8);
        });
  }

  @Test
  void manySmallRequestsAcrossVariables() throws Exception {
    with(
        (file, v, r, rank, size) -> {
          List<NcRequest> requests = new ArrayList<>();
          for (int record = 0; record < 50; record++) {
            for (int i = 7; i >= 0; i--) {
              Region one = Region.of(new long[] {record, 8L * rank + i}, new long[] {1, 1});
              requests.add(r.nonblocking().put(one, new int[] {record * 10 + i}));
            }
          }
          file.awaitAll(requests);
          file.sync();
          for (int other = 0; other < size; other++) {
            for (int record = 0; record < 50; record++) {
              assertThat(r.getInt(record, 8L * other + 3)).isEqualTo(record * 10 + 3);
            }
          }
        });
  }

  @Test
  void requestsLeftAtCloseAreCancelledAndTold() throws Exception {
    withFile(
        (group, path, options) -> {
          NcFile file = NcFile.create(path, options);
          NcVariable v = file.defineVariable("v", NcType.INT);
          file.endDefine();
          v.collective().set(1);
          NcRequest left = v.nonblocking().put(new int[] {2});
          assertFails(NcError.NC_EPENDING, file::close);
          assertThat(left.state()).isEqualTo(State.CANCELLED);
          try (NcFile again = NcFile.open(path, options)) {
            assertThat(again.variable("v").getInt()).isEqualTo(1);
          }
        });
  }

  @Nested
  class ValuesThatDoNotFit {
    private Region row(int rank, long record, int first, int count) {
      return Region.of(new long[] {record, 8L * rank + first}, new long[] {1, count});
    }

    private void assertUnfit(@Nullable NcException failure, long index) {
      assertThat(failure).isNotNull();
      assertThat(failure.error()).isEqualTo(NcError.NC_ERANGE);
      assertThat(failure.elementIndex()).isEqualTo(index);
      assertThat(failure.variableName()).isEqualTo("r");
    }

    @Test
    void areToldByTheRequestFromTheBeginningAndByTheWait() throws Exception {
      with(
          (file, v, r, rank, size) -> {
            NcRequest request =
                r.nonblocking().put(row(rank, 0, 0, 3), new double[] {1, TOO_LARGE, 3});
            assertThat(file.pendingRequests()).isEqualTo(1);
            assertThat(request.state()).isEqualTo(State.PENDING);
            assertUnfit(request.failure(), 1);
            NcException told = catchThrowableOfType(NcException.class, () -> file.await(request));
            assertThat(told).isSameAs(request.failure());
            assertThat(request.state()).isEqualTo(State.COMPLETED);
            assertThat(file.pendingRequests()).isZero();
            assertThat(r.getInts(row(rank, 0, 0, 3))).containsExactly(1, FILL, 3);
          });
    }

    @Test
    void areFailuresOfTheirRequestsAloneAmongThoseThatContinueOneAnother() throws Exception {
      with(
          (file, v, r, rank, size) -> {
            List<NcRequest> requests = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
              double value = i == 2 || i == 5 ? TOO_LARGE : i;
              requests.add(r.nonblocking().put(row(rank, 0, i, 1), new double[] {value}));
            }
            NcException told =
                catchThrowableOfType(NcException.class, () -> file.awaitAll(requests));
            assertThat(told).isSameAs(requests.get(2).failure());
            for (int i = 0; i < 8; i++) {
              if (i == 2 || i == 5) {
                assertUnfit(requests.get(i).failure(), 0);
              } else {
                assertThat(requests.get(i).failure()).isNull();
              }
              assertThat(requests.get(i).state()).isEqualTo(State.COMPLETED);
            }
            assertThat(r.getInts(row(rank, 0, 0, 8))).containsExactly(0, 1, FILL, 3, 4, FILL, 6, 7);
          });
    }

    @Test
    void ofSeveralRegionsAreOneFailure() throws Exception {
      with(
          (file, v, r, rank, size) -> {
            NcRequest request =
                r.nonblocking()
                    .put(
                        List.of(row(rank, 0, 0, 2), row(rank, 1, 0, 2)),
                        NcMemory.of(new double[] {1, 2, TOO_LARGE, TOO_LARGE}));
            assertUnfit(request.failure(), 2);
            assertThat(catchThrowableOfType(NcException.class, file::await))
                .isSameAs(request.failure());
            assertThat(r.getInts(row(rank, 0, 0, 2))).containsExactly(1, 2);
            assertThat(r.getInts(row(rank, 1, 0, 2))).containsExactly(FILL, FILL);
          });
    }

    @Test
    void ofOneProcessAreToldToNoOther() throws Exception {
      with(
          (file, v, r, rank, size) -> {
            double value = rank == size - 1 ? TOO_LARGE : rank;
            NcRequest request = r.nonblocking().put(row(rank, 0, 0, 1), new double[] {value});
            NcException told = catchThrowableOfType(NcException.class, file::awaitAll);
            assertThat(told).isSameAs(rank == size - 1 ? request.failure() : null);
            assertThat(request.state()).isEqualTo(State.COMPLETED);
            file.sync();
            for (int other = 0; other < size; other++) {
              assertThat(r.getInt(0, 8L * other)).isEqualTo(other == size - 1 ? FILL : other);
            }
          });
    }

    @Test
    void ofACancelledRequestAreNoFailureAndNowhere() throws Exception {
      with(
          (file, v, r, rank, size) -> {
            NcRequest one = r.nonblocking().put(row(rank, 0, 0, 1), new double[] {TOO_LARGE});
            NcRequest two = r.nonblocking().put(row(rank, 0, 1, 1), new double[] {7});
            file.cancel(one);
            assertThat(one.state()).isEqualTo(State.CANCELLED);
            assertThat(one.failure()).isNull();
            file.awaitAll();
            assertThat(two.failure()).isNull();
            assertThat(r.getInts(row(rank, 0, 0, 2))).containsExactly(0, 7);
          });
    }

    @Test
    void useTheBufferThatIsAttachedUntilTheyAreCompleted() throws Exception {
      with(
          (file, v, r, rank, size) -> {
            file.attachBuffer(8);
            NcRequest request = r.buffered().put(row(rank, 0, 0, 2), new double[] {1, TOO_LARGE});
            assertThat(file.bufferUsed()).isEqualTo(8);
            assertUnfit(request.failure(), 1);
            assertFails(NcError.NC_ERANGE, () -> file.await(request));
            assertThat(file.bufferUsed()).isZero();
            file.detachBuffer();
            assertThat(r.getInts(row(rank, 0, 0, 2))).containsExactly(1, FILL);
          });
    }

    @Test
    void doNotKeepAFileFromBeingClosed() throws Exception {
      withFile(
          (group, path, options) -> {
            NcFile file = NcFile.create(path, options);
            NcVariable b =
                file.defineVariable("b", NcType.BYTE, file.defineDimension("x", group.size()));
            file.endDefine();
            Region own = Region.of(new long[] {group.rank()}, new long[] {1});
            b.nonblocking().put(own, new int[] {1000});
            assertFails(NcError.NC_ERANGE, file::awaitAll);
            file.close();
            try (NcFile again = NcFile.open(path, options.readOnly())) {
              assertThat(again.variable("b").getInt(group.rank())).isEqualTo(-127);
            }
          });
    }
  }

  @Nested
  class InDefineMode {
    @Test
    void putsAreBegunAndCompletedAfterIt() throws Exception {
      withFile(
          (group, path, options) -> {
            long rank = group.rank();
            NcRequest small;
            NcRequest records;
            try (NcFile file = NcFile.create(path, options)) {
              NcDimension time = file.defineUnlimited("time");
              NcDimension x = file.defineDimension("x", 4L * group.size());
              NcVariable a = file.defineVariable("a", NcType.INT, x);
              Region own = Region.of(new long[] {4 * rank}, new long[] {4});
              small = a.nonblocking().put(own, new int[] {1, 2, 3, 4});
              assertFails(NcError.NC_EINDEFINE, () -> file.await(small));
              assertFails(NcError.NC_EINDEFINE, () -> a.put(own, new int[4]));
              assertFails(NcError.NC_EINDEFINE, () -> a.collective().put(own, new int[4]));
              assertFails(NcError.NC_EEDGE, () -> a.nonblocking().put(own(0, 0, 99), new int[99]));
              NcVariable r = file.defineVariable("r", NcType.SHORT, time, x);
              Region row = Region.of(new long[] {1, 4 * rank}, new long[] {1, 4});
              records = r.nonblocking().put(row, new double[] {5, 1e9, 7, 8});
              assertThat(records.failure()).isNotNull();
              NcRequest gone = a.nonblocking().put(own, new int[4]);
              file.cancel(gone);
              file.attachBuffer(16);
              a.attributes().put("units", "a longer header than before");
              file.endDefine();
              assertThat(file.pendingRequests()).isEqualTo(2);
              assertFails(NcError.NC_ERANGE, file::awaitAll);
            }
            assertThat(small.failure()).isNull();
            try (NcFile file = NcFile.open(path, options.readOnly())) {
              NcVariable a = file.variable("a");
              NcVariable r = file.variable("r");
              for (long other = 0; other < group.size(); other++) {
                Region own = Region.of(new long[] {4 * other}, new long[] {4});
                assertThat(a.getInts(own)).containsExactly(1, 2, 3, 4);
                Region row = Region.of(new long[] {1, 4 * other}, new long[] {1, 4});
                assertThat(r.getInts(row)).containsExactly(5, -32767, 7, 8);
              }
            }
          });
    }

    @Test
    void requestsOutliveDefinitionsThatMoveTheirVariable() throws Exception {
      with(
          (file, v, r, rank, size) -> {
            NcRequest before = v.nonblocking().put(own(rank, 0, 2), new double[] {1, 2});
            file.redefine();
            NcRequest during = v.nonblocking().put(own(rank, 2, 2), new double[] {3, 4});
            double[] into = new double[2];
            v.nonblocking().get(own(rank, 4, 2), into);
            file.defineVariable("more", NcType.DOUBLE, file.dimension("x"));
            file.attributes().put("title", "x".repeat(5000));
            file.endDefine();
            file.awaitAll();
            assertThat(before.failure()).isNull();
            assertThat(during.failure()).isNull();
            assertThat(v.getDoubles(own(rank, 0, 6))).containsExactly(1, 2, 3, 4, 0, 0);
          });
    }

    @Test
    void requestsThatNobodyCompletedAreCancelledByTheClose() throws Exception {
      withFile(
          (group, path, options) -> {
            NcFile file = NcFile.create(path, options);
            NcVariable v = file.defineVariable("v", NcType.INT);
            NcRequest left = v.nonblocking().put(new int[] {2});
            assertFails(NcError.NC_EPENDING, file::close);
            assertThat(left.state()).isEqualTo(State.CANCELLED);
          });
    }
  }
}
