package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Task;
import org.burstlog.pace.Fill;
import org.burstlog.pace.Pace;
import org.burstlog.pace.PaceOptions;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a slice takes of a call of the program. */
class SliceDriverTest {
  private static final long MILLI = 1_000_000;

  private long now;
  private final DrainQueue queue = new DrainQueue(() -> {});
  private final Counters counters = new Counters("a test");
  private Pace pace = pace(0, 100);
  private @Nullable Throwable failure;
  private final SliceDriver driver = new SliceDriver(queue, counters, false, true, () -> now);

  /** What is handed over and has no limit. */
  private static final class Endless implements Fill {
    @Override
    public long used() {
      return 0;
    }

    @Override
    public long limit() {
      return Long.MAX_VALUE;
    }

    @Override
    public long handedOver() {
      return 1;
    }
  }

  private Pace pace(long rate, int share) {
    PaceOptions options = new PaceOptions(rate, share, 100, Optional.empty());
    return new Pace(options, () -> now, new Endless(), counters, () -> false, () -> false);
  }

  /** Keeps why a drain failed. */
  private final class Noting implements EpochDrain.Watcher {
    @Override
    public void drained() {}

    @Override
    public void failed(Throwable why) {
      failure = why;
    }
  }

  private EpochDrain epochDrain(EpochDrain.Beginning beginning) {
    return new EpochDrain(beginning, pace, 1, counters, DrainReason.FLUSH, new Noting());
  }

  /** A task whose steps take as long as they say; one of a negative time waits once for others. */
  private final class Timed implements Task<DrainReport> {
    private final Deque<Long> steps;
    private int taken;

    Timed(Long... steps) {
      this.steps = new ArrayDeque<>(List.of(steps));
    }

    @Override
    public Progress step() {
      Long nanos = steps.poll();
      if (nanos == null) {
        return Progress.DONE;
      }
      taken++;
      now += Math.abs(nanos);
      return nanos < 0 ? Progress.WAITS : Progress.WORKED;
    }

    @Override
    public boolean communicates() {
      Long nanos = steps.peek();
      return nanos != null && nanos < 0;
    }

    @Override
    public long moved() {
      return taken;
    }

    @Override
    public void await() {}

    @Override
    public DrainReport result() {
      return DrainReport.nothing("a test");
    }

    @Override
    public void close() {}
  }

  private Timed drain(Long... steps) {
    Timed task = new Timed(steps);
    queue.add(epochDrain(() -> task));
    driver.begun();
    return task;
  }

  @Test
  void aSliceEndsWithTheFirstStepBehindItsTime() {
    Timed task = drain(MILLI / 4, MILLI / 4, MILLI, MILLI, MILLI);
    driver.slice();
    assertThat(task.taken).isEqualTo(3);
    assertThat(counters.snapshot().get(Counter.SLICE_NANOS)).isEqualTo(MILLI / 4 * 6);
  }

  @Test
  void theNextSliceComesWhenTheProgramHasHadAsMuchTime() {
    Timed task = drain(4 * MILLI, 1L, -1L, 1L);
    driver.slice();
    assertThat(task.taken).isEqualTo(1);
    now += 4 * MILLI - 1;
    driver.slice();
    assertThat(task.taken).isEqualTo(1);
    now += 1;
    driver.slice();
    assertThat(task.taken).isEqualTo(3);
  }

  @Test
  void aSliceEndsWhereOtherProcessesHaveToComeFirstAndThatIsNotAskedAtEveryCall() {
    Timed task = drain(-1L, 1L);
    driver.slice();
    driver.slice();
    assertThat(task.taken).isEqualTo(1);
    now += MILLI;
    driver.slice();
    assertThat(task.taken).isEqualTo(2);
    assertThat(queue.size()).isZero();
  }

  @Test
  void oneDrainBehindTheOtherIsTaken() {
    Timed first = drain(1L, 1L);
    Timed second = drain(1L);
    driver.slice();
    assertThat(first.taken).isEqualTo(2);
    assertThat(second.taken).isEqualTo(1);
  }

  @Test
  void otherThreadsOfTheProgramTakeNone() throws InterruptedException {
    Timed task = drain(1L);
    Thread other = new Thread(driver::slice);
    other.start();
    other.join();
    assertThat(task.taken).isZero();
  }

  @Test
  void aSliceThrowsNothing() {
    queue.add(
        epochDrain(
            () -> {
              throw new IllegalStateException("planned failure");
            }));
    driver.slice();
    assertThat(failure).hasMessage("planned failure");
    assertThat(queue.size()).isZero();
  }

  @Test
  void aSliceEndsWhereTheDrainIsToRestAndWaitsForNothing() {
    pace = pace(0, 10);
    Timed task = drain(100 * MILLI, 100 * MILLI, 1L);
    driver.slice();
    assertThat(task.taken).isEqualTo(1);
    long begun = now;
    now += 800 * MILLI - 1;
    driver.slice();
    assertThat(now).isEqualTo(begun + 800 * MILLI - 1);
    assertThat(task.taken).isEqualTo(1);
    assertThat(counters.snapshot().get(Counter.RESTS)).isOne();
    now += MILLI;
    driver.slice();
    assertThat(task.taken).isEqualTo(2);
  }

  @Test
  void aDrainThatIsWaitedForRestsForNothing() {
    pace = pace(0, 10);
    Timed task = new Timed(100 * MILLI, 100 * MILLI, 1L);
    EpochDrain drain = epochDrain(() -> task);
    queue.add(drain);
    driver.slice();
    assertThat(task.taken).isEqualTo(1);
    try (Pace.Hurry hurry = pace.hurry()) {
      driver.await(drain);
      assertThat(hurry).isNotNull();
    }
    assertThat(task.taken).isEqualTo(3);
  }

  @Test
  void slicesAreTakenDuringBurstsAsThereMayBeNoneInAGap() {
    for (int i = 0; i < 3; i++) {
      pace.beforePut(1);
      pace.handedOver(1);
      Timed task = drain(MILLI, MILLI / 2);
      pace.beforePut(1);
      driver.slice();
      now += 2 * MILLI;
      driver.slice();
      assertThat(task.taken).isEqualTo(2);
      now += 1000 * MILLI;
    }
    assertThat(counters.snapshot().get(Counter.RESTS)).isZero();
  }

  @Test
  void aListenerMayMakeCallsThatTakeSlices() {
    Timed task = new Timed(1L, 1L);
    EpochDrain.Watcher calling =
        new EpochDrain.Watcher() {
          @Override
          public void drained() {
            now += MILLI;
            driver.slice();
          }

          @Override
          public void failed(Throwable why) {
            failure = why;
          }
        };
    queue.add(new EpochDrain(() -> task, pace, 1, counters, DrainReason.FLUSH, calling));
    driver.slice();
    now += 2 * MILLI;
    driver.slice();
    assertThat(failure).isNull();
    assertThat(task.taken).isEqualTo(2);
    assertThat(queue.size()).isZero();
  }
}
