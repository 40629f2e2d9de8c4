package org.burstlog.buffer;

import org.burstlog.log.EpochLogs;
import org.burstlog.pace.Fill;

/** How much is in the logs of a file, as far as its drains and puts go by it. */
final class LogFill implements Fill {
  private final EpochLogs logs;
  private final FullLog full;

  LogFill(EpochLogs logs, FullLog full) {
    this.logs = logs;
    this.full = full;
  }

  @Override
  public long used() {
    return logs.current().filled();
  }

  @Override
  public long limit() {
    return full.limit();
  }

  @Override
  public long handedOver() {
    return logs.sealedBytes();
  }
}
