package org.burstlog.recover;

/** What has become of a session. */
public enum SessionState {
  /** A process of it lives, or somebody is recovering it. */
  LIVE,
  /** Nobody lives that could drain it; its logs may hold records that the target lacks. */
  ORPHANED,
  /** Its records are in the target; only its files are left. */
  RECOVERED,
  /** Its records are in the target, and its logs are kept for programs that read them again. */
  RETAINED,
  /** Its target was created anew since; its records belong to the file that was before. */
  SUPERSEDED,
  /**
   * There is nothing in it: its processes died while they opened it, or closed it after its records
   * were proven in the target, or they are just opening it. Recovery removes it when it has files,
   * see {@link TierSession#hasFiles}.
   */
  EMPTY
}
