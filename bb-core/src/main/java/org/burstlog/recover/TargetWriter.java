package org.burstlog.recover;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is known of the program that writes a target, by its session on the tier.
 *
 * @param state whether it still writes
 * @param mark the number that it has left for readers, see {@link
 *     org.burstlog.buffer.BurstBuffer#mark}; 0 when there is none. Who reads the target with the
 *     session sees all that was put before
 * @param session where the session is; empty when there is none
 */
public record TargetWriter(State state, long mark, Optional<Path> session) {
  /** Whether a program still writes. */
  public enum State {
    /** The tier cannot be looked at. */
    UNKNOWN,
    /** No program writes, or none with a burst buffer: each that did has closed the target. */
    NONE,
    /** A program writes. */
    LIVE,
    /** A program has ended and has not closed the target. */
    CRASHED
  }

  /** Nobody. */
  static final TargetWriter NOBODY = new TargetWriter(State.NONE, 0, Optional.empty());

  /** Somebody, perhaps. */
  static final TargetWriter UNKNOWN = new TargetWriter(State.UNKNOWN, 0, Optional.empty());

  /** Returns which of two sessions tells more of the target: one that lives, or else the later. */
  TargetWriter or(TargetWriter later) {
    return state == State.LIVE && later.state != State.LIVE ? this : later;
  }
}
