package org.burstlog.stats;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A wait of the program for a drain that it did not ask to wait for. */
@Name("org.burstlog.Stall")
@Label("Burst buffer stall")
@Category("Burstlog")
@StackTrace(true)
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
final class StallEvent extends Event {
  /** The target. */
  @Label("Target")
  public String target = "";

  /** Why. */
  @Label("Cause")
  public String cause = "";

  /** An event that is to begin. */
  StallEvent() {}
}
