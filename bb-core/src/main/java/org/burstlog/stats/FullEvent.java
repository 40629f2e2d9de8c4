package org.burstlog.stats;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A put that found the log full, until it was taken or written through. */
@Name("org.burstlog.Full")
@Label("Burst buffer full")
@Category("Burstlog")
@StackTrace(false)
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
final class FullEvent extends Event {
  /** The target. */
  @Label("Target")
  public String target = "";

  /** Bytes of the put. */
  @Label("Bytes")
  @DataAmount
  public long bytes;

  /** Whether it went straight to the target. */
  @Label("Written through")
  public boolean writtenThrough;

  /** An event that is to begin. */
  FullEvent() {}
}
