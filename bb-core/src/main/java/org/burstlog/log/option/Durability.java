package org.burstlog.log.option;

/** What an acknowledged put survives. */
public enum Durability {
  /** The death of the process: the data is in the kernel's page cache. */
  PROCESS,
  /** The machine's, but for what was put since the last of the syncs made every so often. */
  BATCH,
  /** The machine's: synced before the put returns. */
  POWER
}
