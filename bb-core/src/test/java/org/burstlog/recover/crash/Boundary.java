package org.burstlog.recover.crash;

/** Where in the life of a session, or in its recovery, a program can be killed. */
enum Boundary {
  /** Before and after each step on the tier that opens a session, but for a spare one. */
  OPEN,
  /** From the rename of a spare session to the end of the opening of the one it becomes. */
  TAKEOVER,
  /** Before and after a put, and each write and sync in it. */
  PUT,
  /** At any moment while a put runs. */
  WITHIN_PUT,
  /** Before and after space of a log is allocated and mapped. */
  GROWTH,
  /** Before, halfway through, and after a write of a drain to the target. */
  DRAIN,
  /** Before and after a drain syncs the target, asks for its size, or reads it back. */
  PROOF,
  /** While the header slot of the next epoch is written and synced. */
  SEAL,
  /** Between the header slot of the next epoch and the return of the drain. */
  RESET,
  /** At any moment while a drain runs. */
  WITHIN_DRAIN,
  /** Before and after each step on the tier that ends a session, but for the next one. */
  CLOSE,
  /** Before and after the rename that makes a spare session of one that has ended. */
  SPARE,
  /** Before and after each step of a recovery on the tier that changes nothing in a log. */
  RECOVERY,
  /** Before, halfway through, and after a write of a recovery to the target. */
  REPLAY,
  /** Before and after a recovery syncs the target, asks for its size, or reads it back. */
  REPLAY_PROOF,
  /** Before and after each step by which a recovery marks and deletes a session. */
  REMOVAL;

  /** Tells whether it is part of a recovery. */
  boolean recovers() {
    return compareTo(RECOVERY) >= 0;
  }

  /** Tells whether the kill comes at a random moment behind the arrival. */
  boolean anyMoment() {
    return this == WITHIN_PUT || this == WITHIN_DRAIN;
  }
}
