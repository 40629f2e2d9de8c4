package org.burstlog.drain.files;

/**
 * How fast things go, for the prediction of times.
 *
 * @param writer bytes a second that one process writes
 * @param server bytes a second that one server takes
 * @param card bytes a second that come to one node
 * @param fixed seconds that a drain takes besides moving bytes
 */
public record Rates(double writer, double server, double card, double fixed) {
  /** What is taken for true before anything was measured. */
  public static final Rates USUAL = new Rates(200e6, 200e6, 1e9, 3e-3);
}
