package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Task;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.junit.jupiter.api.Test;

/** What a slice takes of a call of the program. */
class SliceDriverTest {
  private static final long MILLI = 1_000_000;

  private long now;
  private final DrainQueue queue = new DrainQueue();
  private final Counters counters = new Counters("a test");
  private final SliceDriver driver = new SliceDriver(queue, counters, false, true, () -> now);

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
    queue.add(new EpochDrain(() -> task, counters, DrainReason.FLUSH, e -> {}));
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
    Throwable[] told = new Throwable[1];
    queue.add(
        new EpochDrain(
            () -> {
              throw new IllegalStateException("planned failure");
            },
            counters,
            DrainReason.FLUSH,
            e -> told[0] = e));
    driver.slice();
    assertThat(told[0]).hasMessage("planned failure");
    assertThat(queue.size()).isZero();
  }
}
