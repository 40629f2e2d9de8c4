package org.burstlog.netcdf;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.burstlog.group.ProcessGroup;
import org.burstlog.storage.Pause;

/**
 * How long processes wait together for something that another program does. They look, pause, and
 * look again; the pauses grow, so that who waits for long uses next to nothing of a processor.
 */
final class Patience {
  /** As long as it takes. */
  static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

  private static final long SHORTEST_PAUSE = 1_000_000;
  private static final long LONGEST_PAUSE = 50_000_000;

  private final ProcessGroup group;
  private final long begun = System.nanoTime();
  private final long most;
  private long pause = SHORTEST_PAUSE;

  /**
   * Begins to wait.
   *
   * @param most the longest wait of this process
   */
  Patience(ProcessGroup group, Duration most) {
    this.group = group;
    this.most = nanos(most);
  }

  ProcessGroup group() {
    return group;
  }

  private static long nanos(Duration length) {
    boolean endless = length.compareTo(Duration.of(Long.MAX_VALUE, ChronoUnit.NANOS)) >= 0;
    return endless ? Long.MAX_VALUE : length.toNanos();
  }

  /**
   * Pauses, unless any process has waited for long enough. Collective.
   *
   * @return false when it has, in every process
   */
  boolean pause() throws IOException {
    long left = most - (System.nanoTime() - begun);
    if (group.max(left <= 0 ? 1 : 0) != 0) {
      return false;
    }
    Pause.nanos(Math.min(pause, left));
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    return true;
  }
}
