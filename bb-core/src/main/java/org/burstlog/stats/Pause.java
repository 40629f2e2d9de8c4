package org.burstlog.stats;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * A time in which the program waits for a drain, or a drain rests. It is counted when this is
 * closed; Java Flight Recorder is told of a stall and of a rest, as {@link Span} tells of a drain.
 */
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
public final class Pause implements AutoCloseable {
  private final Counters counters;
  private final Counter nanos;
  private final long begin = System.nanoTime();
  private @Nullable StallEvent stall;
  private @Nullable RestEvent rest;

  private Pause(Counters counters, Counter nanos) {
    this.counters = counters;
    this.nanos = nanos;
  }

  static Pause of(Counters counters, WaitCause cause) {
    Pause pause = new Pause(counters, cause.nanos());
    Counter stalls = cause.stalls().orElse(null);
    if (stalls != null) {
      counters.add(stalls, 1);
      if (FlightRecorder.isInitialized()) {
        StallEvent event = new StallEvent();
        event.target = counters.target();
        event.cause = cause.toString();
        event.begin();
        pause.stall = event;
      }
    }
    return pause;
  }

  static Pause of(Counters counters, RestCause cause) {
    Pause pause = new Pause(counters, Counter.REST_NANOS);
    counters.add(Counter.RESTS, 1);
    if (FlightRecorder.isInitialized()) {
      RestEvent event = new RestEvent();
      event.target = counters.target();
      event.cause = cause.toString();
      event.begin();
      pause.rest = event;
    }
    return pause;
  }

  /** It goes on. */
  @Override
  public void close() {
    counters.add(nanos, System.nanoTime() - begin);
    StallEvent stalled = stall;
    if (stalled != null) {
      stalled.commit();
    }
    RestEvent rested = rest;
    if (rested != null) {
      rested.commit();
    }
  }
}
