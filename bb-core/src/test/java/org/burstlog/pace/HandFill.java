package org.burstlog.pace;

/** Logs that are as full as a test says. */
final class HandFill implements Fill {
  volatile long used;
  volatile long limit = Long.MAX_VALUE;
  volatile long handedOver;

  synchronized void add(long bytes) {
    used += bytes;
  }

  @Override
  public long used() {
    return used;
  }

  @Override
  public long limit() {
    return limit;
  }

  @Override
  public long handedOver() {
    return handedOver;
  }
}
