package org.burstlog.recover;

/** What opening a target does about sessions of it that were left behind. */
public enum RecoverPolicy {
  /**
   * Replays what is whole before anything else; says what there is when the target is read only.
   */
  AUTO,
  /** Does not open the target, and names the session and the command. */
  REFUSE,
  /** Leaves them as they are, and says so. */
  IGNORE
}
