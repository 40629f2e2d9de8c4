package org.burstlog.report;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The report of a file, told to Java Flight Recorder when the file is closed. */
@Name("org.burstlog.Report")
@Label("Burst buffer report")
@Category("Burstlog")
@StackTrace(false)
@SuppressForbidden("what Flight Recorder is told by is part of every JDK with the module jdk.jfr")
final class ReportEvent extends Event {
  /** The target. */
  @Label("Target")
  public String target = "";

  /** The report in one line. */
  @Label("Verdict")
  public String verdict = "";

  /** How long the program waited for the buffer, mean of the processes. */
  @Label("Waited")
  @Timespan
  public long waited;

  /** How long it waited for drains. */
  @Label("Exposed drain")
  @Timespan
  public long exposed;

  /** How long drains worked while it went on. */
  @Label("Hidden drain")
  @Timespan
  public long hidden;

  private ReportEvent() {}

  /** Tells of a run, where somebody records. */
  static void tell(Run run) {
    // The first event that a virtual machine makes has it load some two hundred classes.
    if (!FlightRecorder.isInitialized()) {
      return;
    }
    ReportEvent event = new ReportEvent();
    event.target = run.subject().target();
    event.verdict = ReportText.verdict(run);
    event.waited = (long) run.mean(Waits.total(run.counted()));
    event.exposed = (long) run.mean(Waits.exposed(run.counted()));
    event.hidden = (long) run.mean(Waits.hidden(run.counted()));
    event.commit();
  }
}
