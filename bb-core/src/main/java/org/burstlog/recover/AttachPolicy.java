package org.burstlog.recover;

/** What opening a target for reading does about sessions that hold data of it. */
public enum AttachPolicy {
  /** Reads what they hold; refuses where some of it cannot be read. */
  AUTO,
  /** As auto, and refuses where it cannot be found out whether there are any. */
  REQUIRE,
  /** Reads what can be read of them, and says what cannot. */
  PARTIAL,
  /** Reads the target as it is, and says that they are there. */
  OFF
}
