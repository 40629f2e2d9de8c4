package org.burstlog.report;

/** What would be lost if a node, with its tier, were lost at the moment of a report. */
final class Loss {
  private Loss() {}

  static String of(Run run) {
    Subject subject = run.subject();
    if (run.pending() == 0) {
      return "nothing: all that was put is in the target";
    }
    if (subject.shared()) {
      return "nothing that was acknowledged: the tier is shared by nodes";
    }
    String copies = subject.set("log.copies");
    if (!copies.isEmpty() && !copies.equals("0")) {
      return subject.set("log.durability").equals("node")
          ? "nothing that was acknowledged, up to as many nodes as there are copies ("
              + copies
              + ")"
          : "what copies on other nodes do not have yet";
    }
    return "up to "
        + Amounts.bytes(run.endangered())
        + " that are in logs of one node only; BURSTLOG_LOG_COPIES=1 keeps them on another one";
  }
}
