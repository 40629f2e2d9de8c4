package org.burstlog.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ComputingTest {
  private static final long NANOS = 30_000_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource
  void itLastsAsLongAsItIsTold(Computing computing) {
    long begin = System.nanoTime();
    computing.compute(NANOS, 2);
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(NANOS);
  }

  @Test
  void burningUsesTheCallersCoreAndSleepingDoesNot() {
    long asleep = processorTime(Computing.SLEEP);
    assertThat(processorTime(Computing.BURN)).isGreaterThan(2 * asleep);
    assertThat(processorTime(Computing.BURN_ALL)).isGreaterThan(2 * asleep);
  }

  private long processorTime(Computing computing) {
    long before = threads.getCurrentThreadCpuTime();
    computing.compute(NANOS, 1);
    return threads.getCurrentThreadCpuTime() - before;
  }

  @Test
  void burningAllHasAThreadForEachCore() {
    long before = threads.getTotalStartedThreadCount();
    Computing.BURN_ALL.compute(NANOS, 4);
    assertThat(threads.getTotalStartedThreadCount() - before).isGreaterThanOrEqualTo(3);
  }
}
