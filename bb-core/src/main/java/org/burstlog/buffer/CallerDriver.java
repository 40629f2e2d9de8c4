package org.burstlog.buffer;

/** The thread that waits for a drain takes its steps. */
final class CallerDriver implements Driver {
  private final DrainQueue queue;

  CallerDriver(DrainQueue queue) {
    this.queue = queue;
  }

  @Override
  public void begun() {
    // Who has begun it waits for it.
  }

  @Override
  public void await(EpochDrain drain) {
    queue.drive(drain::hasEnded, DrainQueue.Patience.WAITS);
  }
}
