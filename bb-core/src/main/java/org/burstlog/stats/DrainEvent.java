package org.burstlog.stats;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A drain, from its beginning to the reset of the log. */
@Name("org.burstlog.Drain")
@Label("Burst buffer drain")
@Category("Burstlog")
@StackTrace(false)
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
final class DrainEvent extends Event {
  /** The target. */
  @Label("Target")
  public String target = "";

  /** Why. */
  @Label("Reason")
  public String reason = "";

  /** Records moved by this process. */
  @Label("Records")
  public long records;

  /** Bytes written by this process. */
  @Label("Bytes")
  @DataAmount
  public long bytes;

  /** Rounds. */
  @Label("Rounds")
  public long rounds;

  /** How the rounds were written. */
  @Label("Strategy")
  public String strategy = "";

  /** Whether it reached its end. */
  @Label("Succeeded")
  public boolean succeeded;

  /** An event that is to begin. */
  DrainEvent() {}
}
