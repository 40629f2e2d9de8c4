package org.burstlog.stats;

import jdk.jfr.FlightRecorder;
import org.burstlog.drain.DrainReport;
import org.jspecify.annotations.Nullable;

/**
 * Something that takes time and that Java Flight Recorder is told of. Costs nothing to speak of
 * while nobody records: the first event that a virtual machine makes has it load and generate some
 * two hundred classes, so none is made before Flight Recorder was started.
 */
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
public final class Span {
  private final Counters counters;
  private final long begin = System.nanoTime();
  private final @Nullable DrainEvent drain;
  private final @Nullable FullEvent full;

  Span(Counters counters) {
    this.counters = counters;
    if (FlightRecorder.isInitialized()) {
      drain = new DrainEvent();
      full = new FullEvent();
      drain.begin();
      full.begin();
    } else {
      drain = null;
      full = null;
    }
  }

  /**
   * It was a drain, and it went well.
   *
   * @param reason why it was
   * @param report what it did
   */
  public void drained(DrainReason reason, DrainReport report) {
    counters.drained(reason, report, System.nanoTime() - begin);
    DrainEvent event = drain;
    if (event != null && event.shouldCommit()) {
      event.records = report.records();
      event.bytes = report.bytes();
      event.rounds = report.rounds();
      event.strategy = report.strategy().toString();
      commit(event, reason, true);
    }
  }

  /**
   * It was a drain, and it failed.
   *
   * @param reason why it was
   */
  public void failed(DrainReason reason) {
    counters.add(Counter.FAILED_DRAINS, 1);
    DrainEvent event = drain;
    if (event != null && event.shouldCommit()) {
      commit(event, reason, false);
    }
  }

  private void commit(DrainEvent event, DrainReason reason, boolean succeeded) {
    event.target = counters.target();
    event.reason = reason.toString();
    event.succeeded = succeeded;
    event.commit();
  }

  /**
   * It was a put that found the log full.
   *
   * @param bytes bytes of the put
   * @param writtenThrough whether it went straight to the target
   */
  public void full(long bytes, boolean writtenThrough) {
    FullEvent event = full;
    if (event != null && event.shouldCommit()) {
      event.target = counters.target();
      event.bytes = bytes;
      event.writtenThrough = writtenThrough;
      event.commit();
    }
  }
}
