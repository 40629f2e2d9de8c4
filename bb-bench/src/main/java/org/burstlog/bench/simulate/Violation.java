package org.burstlog.bench.simulate;

/** That a law was broken in a trial. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message);
  }
}
