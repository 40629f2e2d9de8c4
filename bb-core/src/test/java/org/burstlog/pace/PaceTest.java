package org.burstlog.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.pace.HandClock.MILLI;
import static org.burstlog.pace.HandClock.SECOND;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.burstlog.drain.Task;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.RestCause;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A drain by a clock that the test moves; only who rests looks at it now and then. */
class PaceTest {
  private static final PaceOptions FREE = new PaceOptions(0, 100, 100, Optional.empty());

  private final HandClock clock = new HandClock();
  private final HandFill fill = new HandFill();
  private final Counters counters = new Counters("out");
  private volatile boolean awaited;
  private volatile boolean ending;
  private Pace pace = pace(FREE);

  private Pace pace(PaceOptions options) {
    return new Pace(options, clock, fill, counters, () -> awaited, () -> ending);
  }

  /** A drain that moves so much a step, and takes so long for it. */
  private class Steps implements Task<String> {
    private final long each;
    private final long nanos;
    private final int count;
    volatile int done;

    Steps(int count, long each, long nanos) {
      this.count = count;
      this.each = each;
      this.nanos = nanos;
    }

    @Override
    public Progress step() {
      if (done == count) {
        return Progress.DONE;
      }
      clock.pass(nanos);
      synchronized (this) {
        done++;
      }
      return Progress.WORKED;
    }

    @Override
    public boolean communicates() {
      return false;
    }

    @Override
    public long moved() {
      return done * each;
    }

    @Override
    public void await() {}

    @Override
    public String result() {
      return "done";
    }

    @Override
    public void close() {}
  }

  /** Drains as who takes the steps of a drain does. */
  private <T> T drain(Task<T> task, long bytes) throws IOException {
    pace.begin(bytes);
    boolean well = false;
    try {
      Task.Progress made;
      do {
        pace.rest();
        made = task.step();
        pace.stepped(task.moved());
      } while (made != Task.Progress.DONE);
      well = true;
      return task.result();
    } finally {
      pace.end(well);
    }
  }

  private void run(Steps steps) throws IOException {
    assertThat(drain(steps, steps.count * steps.each)).isEqualTo("done");
  }

  private static <T> FutureTask<T> begin(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    new Thread(task, "drain").start();
    return task;
  }

  private FutureTask<String> beginDrain(Steps steps) {
    return begin(() -> drain(steps, steps.count * steps.each));
  }

  private void awaitRest(RestCause cause) {
    while (pace.resting() != cause) {
      Thread.onSpinWait();
    }
  }

  /** A program that puts, hands over, computes for ten seconds, and puts again. */
  private void learn() throws IOException {
    handOver(1000);
    run(new Steps(10, 100, 100 * MILLI));
    fill.handedOver = 0;
    clock.pass(9 * SECOND);
    put(100);
  }

  private void put(long bytes) {
    pace.beforePut(bytes);
    fill.add(bytes);
  }

  private void handOver(long bytes) {
    put(bytes);
    pace.handedOver(fill.used);
    fill.handedOver = fill.used;
    fill.used = 0;
  }

  @Nested
  class WithNothingSet {
    @Test
    void aDrainNeverRestsWhereNoGapIsForecast() throws IOException {
      handOver(1000);
      run(new Steps(10, 100, SECOND));
      assertThat(counters.snapshot().get(Counter.REST_NANOS)).isZero();
    }

    @Test
    void itHoldsOffDuringABurstAndBeginsInTheGap() throws Exception {
      learn();
      handOver(1000);
      Steps steps = new Steps(10, 100, 100 * MILLI);
      FutureTask<String> drain = beginDrain(steps);
      for (int i = 0; i < 50; i++) {
        put(1);
        awaitRest(RestCause.BURST);
        clock.pass(10 * MILLI);
      }
      assertThat(steps.done).isZero();
      while (steps.done == 0) {
        clock.pass(MILLI / 1000);
        Thread.onSpinWait();
      }
      assertThat(drain.get()).isEqualTo("done");
      assertThat(counters.snapshot().get(Counter.REST_NANOS)).isPositive();
    }

    @Test
    void itHoldsOffNoLongerThanLetsItEndWithTheGap() throws Exception {
      learn();
      handOver(1000);
      Steps steps = new Steps(10, 100, 100 * MILLI);
      FutureTask<String> drain = beginDrain(steps);
      awaitRest(RestCause.BURST);
      // The gap is forecast to be ten seconds, and it takes one, or two to be on the safe side.
      for (int i = 0; i < 799; i++) {
        clock.pass(10 * MILLI);
        put(1);
      }
      awaitRest(RestCause.BURST);
      assertThat(steps.done).isZero();
      clock.pass(10 * MILLI);
      put(1);
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void itBeginsAtOnceWhereTheGapIsTooShort() throws IOException {
      learn();
      handOver(10_000);
      run(new Steps(100, 100, 100 * MILLI));
      assertThat(counters.snapshot().get(Counter.REST_NANOS)).isZero();
    }

    @Test
    void itBeginsAtOnceWhereTheLogHasNoRoomForAnotherBurst() throws IOException {
      learn();
      fill.limit = 1000;
      handOver(1000);
      put(1);
      run(new Steps(10, 100, 100 * MILLI));
      assertThat(counters.snapshot().get(Counter.REST_NANOS)).isZero();
    }

    @Test
    void whatHasNothingToMoveHoldsNobodyUp() throws IOException {
      learn();
      handOver(0);
      run(new Steps(0, 0, 0));
      assertThat(counters.snapshot().get(Counter.REST_NANOS)).isZero();
    }
  }

  @Nested
  class WhileItRests {
    private final Steps steps = new Steps(10, 100, 100 * MILLI);
    private FutureTask<String> drain = new FutureTask<>(() -> "none");

    private void rest(PaceOptions options) throws IOException {
      pace = pace(options);
      learn();
      handOver(1000);
      drain = beginDrain(steps);
      awaitRest(RestCause.BURST);
    }

    @Test
    void somebodyWhoWaitsWakesIt() throws Exception {
      rest(FREE);
      Pace.Hurry hurry = pace.hurry();
      assertThat(drain.get()).isEqualTo("done");
      hurry.close();
    }

    @Test
    void whoWaitsForAFileThatTheProgramHasLeftDoesNotWakeIt() throws Exception {
      rest(FREE);
      pace.detach();
      Pace.Hurry hurry = pace.hurry();
      hurry.close();
      awaitRest(RestCause.BURST);
      assertThat(steps.done).isZero();
      awaited = true;
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void anInterruptIsKept() throws Exception {
      pace = pace(FREE);
      learn();
      handOver(1000);
      Thread[] own = new Thread[1];
      FutureTask<Boolean> interrupted =
          begin(
              () -> {
                own[0] = Thread.currentThread();
                run(steps);
                return Thread.interrupted();
              });
      awaitRest(RestCause.BURST);
      own[0].interrupt();
      awaitRest(RestCause.BURST);
      assertThat(steps.done).isZero();
      clock.pass(20 * MILLI);
      assertThat(interrupted.get()).isTrue();
    }

    @Test
    void theEndOfTheJobWakesIt() throws Exception {
      rest(new PaceOptions(0, 100, 100, Optional.of(Duration.ofSeconds(75))));
      // Ten seconds have passed, one is needed, and one to be on the safe side, and a minute.
      for (int i = 0; i < 290; i++) {
        clock.pass(10 * MILLI);
        put(1);
      }
      awaitRest(RestCause.BURST);
      assertThat(steps.done).isZero();
      for (int i = 0; i < 10; i++) {
        clock.pass(10 * MILLI);
        put(1);
      }
      assertThat(drain.get()).isEqualTo("done");
    }
  }

  @Nested
  class BeforeTheEndOfTheJob {
    @Test
    void theLastDrainMustBeginSoEarlyThatItEndsInTime() {
      pace = pace(new PaceOptions(0, 100, 100, Optional.of(Duration.ofSeconds(75))));
      assertThat(pace.endsSoon()).isFalse();
      clock.pass(14 * SECOND);
      assertThat(pace.endsSoon()).isFalse();
      clock.pass(SECOND);
      assertThat(pace.endsSoon()).isTrue();
    }

    @Test
    void nothingMustBeginWhereTheEndIsNotKnown() {
      pace = pace(FREE);
      clock.pass(1_000_000 * SECOND);
      assertThat(pace.endsSoon()).isFalse();
    }

    @Test
    void aSignalOfTheSchedulerCountsAsTheEnd() {
      pace = pace(FREE);
      ending = true;
      assertThat(pace.endsSoon()).isTrue();
    }
  }

  @Nested
  class WithLimits {
    @Test
    void aDrainKeepsToItsRate() throws Exception {
      pace = pace(new PaceOptions(1000, 100, 100, Optional.empty()));
      Steps steps = new Steps(10, 1000, 0);
      FutureTask<String> drain = beginDrain(steps);
      for (int done = 1; done <= 10; done++) {
        awaitRest(RestCause.RATE);
        assertThat(steps.done).isEqualTo(done);
        clock.pass(SECOND);
        while (steps.done == done && !drain.isDone()) {
          Thread.onSpinWait();
        }
      }
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void aDrainKeepsToItsShareOfTheTime() throws Exception {
      pace = pace(new PaceOptions(0, 25, 100, Optional.empty()));
      Steps steps = new Steps(2, 1, SECOND);
      FutureTask<String> drain = beginDrain(steps);
      awaitRest(RestCause.SHARE);
      clock.pass(2 * SECOND);
      awaitRest(RestCause.SHARE);
      assertThat(steps.done).isEqualTo(1);
      clock.pass(SECOND);
      while (steps.done < 2) {
        Thread.onSpinWait();
      }
      awaitRest(RestCause.SHARE);
      clock.pass(3 * SECOND);
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void whoWaitsLiftsThem() throws Exception {
      pace = pace(new PaceOptions(1, 1, 100, Optional.empty()));
      Pace.Hurry hurry = pace.hurry();
      run(new Steps(10, 1000, SECOND));
      hurry.close();
      assertThat(counters.snapshot().get(Counter.REST_NANOS)).isZero();
    }

    @Test
    void theEndOfTheJobLiftsThem() throws Exception {
      pace = pace(new PaceOptions(1, 1, 100, Optional.of(Duration.ofSeconds(30))));
      run(new Steps(10, 1000, SECOND));
      assertThat(counters.snapshot().get(Counter.REST_NANOS)).isZero();
    }
  }

  @Nested
  class Puts {
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private FutureTask<String> drain;

    /** A drain that is expected to take ten seconds, and that waits in its first step. */
    @BeforeEach
    void begin() throws IOException {
      pace = pace(new PaceOptions(0, 100, 80, Optional.empty()));
      handOver(1000);
      run(new Steps(10, 100, SECOND));
      handOver(1000);
      fill.limit = 10_000;
      CountDownLatch steps = new CountDownLatch(1);
      drain =
          PaceTest.begin(
              () ->
                  PaceTest.this.drain(
                      new Steps(1, 0, 0) {
                        @Override
                        public Progress step() {
                          steps.countDown();
                          join(goesOn);
                          return Progress.DONE;
                        }
                      },
                      1000));
      join(steps);
    }

    private static void join(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private FutureTask<Boolean> beginPut() {
      FutureTask<Boolean> put =
          PaceTest.begin(
              () -> {
                pace.beforePut(100);
                return Thread.interrupted();
              });
      while (counters.snapshot().get(Counter.STALLS_DELAY) < 1) {
        Thread.onSpinWait();
      }
      return put;
    }

    @Test
    void areNotDelayedWhileTheLogHasRoom() throws Exception {
      fill.used = 7999;
      assertThat(pace.wouldDelay(100)).isFalse();
      pace.beforePut(100);
      assertThat(counters.snapshot().get(Counter.STALLS_DELAY)).isZero();
      goesOn.countDown();
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void areDelayedWhereItFills() throws Exception {
      put(9000);
      assertThat(pace.wouldDelay(100)).isTrue();
      FutureTask<Boolean> put = beginPut();
      // Half of a tenth of what the drain takes.
      clock.pass(500 * MILLI);
      assertThat(put.get()).isFalse();
      assertThat(drain.isDone()).isFalse();
      assertThat(counters.snapshot().get(Counter.STALL_DELAY_NANOS)).isPositive();
      goesOn.countDown();
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void areNotDelayedInABurstThatWillFitIfItIsLikeTheLast() throws Exception {
      handOver(9500);
      put(9000);
      assertThat(pace.wouldDelay(100)).isFalse();
      put(600);
      assertThat(pace.wouldDelay(100)).isTrue();
      goesOn.countDown();
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void areDelayedLessAsTheDrainGetsOn() throws Exception {
      fill.used = 8000 + 1;
      long before = pace.left(fill.handedOver());
      clock.pass(5 * SECOND);
      assertThat(pace.left(fill.handedOver())).isEqualTo(before / 2);
      goesOn.countDown();
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void goOnWhenTheDrainHasEnded() throws Exception {
      put(10_000);
      FutureTask<Boolean> put = beginPut();
      goesOn.countDown();
      assertThat(put.get()).isFalse();
      assertThat(pace.wouldDelay(100)).isFalse();
      assertThat(drain.get()).isEqualTo("done");
    }

    @Test
    void keepAnInterrupt() throws Exception {
      put(10_000);
      FutureTask<Boolean> interrupted =
          PaceTest.begin(
              () -> {
                Thread.currentThread().interrupt();
                pace.beforePut(100);
                return Thread.interrupted();
              });
      assertThat(interrupted.get()).isTrue();
      goesOn.countDown();
      assertThat(drain.get()).isEqualTo("done");
    }
  }

  @Test
  void aPutIsNotDelayedWithoutADrain() {
    pace = pace(new PaceOptions(0, 100, 1, Optional.empty()));
    fill.limit = 10;
    fill.handedOver = 100;
    fill.used = 10;
    assertThat(pace.wouldDelay(10)).isFalse();
    pace.beforePut(10);
    assertThat(counters.snapshot().get(Counter.STALLS_DELAY)).isZero();
  }
}
