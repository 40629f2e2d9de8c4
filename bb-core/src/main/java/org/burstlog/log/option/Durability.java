package org.burstlog.log.option;

/** What an acknowledged put survives. */
public enum Durability {
  /** The death of the process: the data is in the kernel's page cache. */
  PROCESS,
  /** The machine's, but for what was put since the last of the syncs made every so often. */
  BATCH,
  /** The machine's: synced before the put returns. */
  POWER,
  /** The loss of the node: copied to other nodes before the put returns; not synced. */
  NODE;

  /**
   * Tells whether the log is synced at all.
   *
   * @return true when what a power loss leaves is to be told from damage
   */
  public boolean syncs() {
    return this == BATCH || this == POWER;
  }
}
