package org.burstlog.stats;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A rest of a drain that the program does not wait for. */
@Name("org.burstlog.Rest")
@Label("Burst buffer drain rests")
@Category("Burstlog")
@StackTrace(false)
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
final class RestEvent extends Event {
  /** The target. */
  @Label("Target")
  public String target = "";

  /** Why. */
  @Label("Cause")
  public String cause = "";

  /** An event that is to begin. */
  RestEvent() {}
}
