package org.burstlog.stats;

import org.burstlog.drain.DrainReport;

/**
 * Something that takes time and that Java Flight Recorder is told of. Costs nothing to speak of
 * while nobody records.
 */
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
public final class Span {
  private final Counters counters;
  private final long begin = System.nanoTime();
  private final DrainEvent drain = new DrainEvent();
  private final FullEvent full = new FullEvent();

  Span(Counters counters) {
    this.counters = counters;
    drain.begin();
    full.begin();
  }

  /**
   * It was a drain, and it went well.
   *
   * @param reason why it was
   * @param report what it did
   */
  public void drained(DrainReason reason, DrainReport report) {
    counters.drained(reason, report, System.nanoTime() - begin);
    if (drain.shouldCommit()) {
      drain.records = report.records();
      drain.bytes = report.bytes();
      drain.rounds = report.rounds();
      drain.strategy = report.strategy().toString();
      commit(reason, true);
    }
  }

  /**
   * It was a drain, and it failed.
   *
   * @param reason why it was
   */
  public void failed(DrainReason reason) {
    counters.add(Counter.FAILED_DRAINS, 1);
    if (drain.shouldCommit()) {
      commit(reason, false);
    }
  }

  private void commit(DrainReason reason, boolean succeeded) {
    drain.target = counters.target();
    drain.reason = reason.toString();
    drain.succeeded = succeeded;
    drain.commit();
  }

  /**
   * It was a put that found the log full.
   *
   * @param bytes bytes of the put
   * @param writtenThrough whether it went straight to the target
   */
  public void full(long bytes, boolean writtenThrough) {
    if (full.shouldCommit()) {
      full.target = counters.target();
      full.bytes = bytes;
      full.writtenThrough = writtenThrough;
      full.commit();
    }
  }
}
