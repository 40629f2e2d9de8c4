package org.burstlog.log.read;

import java.util.List;

/**
 * What a reader thinks of a log once it has read it to its end.
 *
 * @param records how many whole records there are
 * @param bytes how much data they hold
 * @param end position in the metadata log behind the last whole entry
 * @param torn what a power loss took of the end, empty when nothing; the first {@link #MAX_DAMAGE}
 *     places
 * @param damage what else is wrong, in order; the first {@link #MAX_DAMAGE} places
 * @param damages how many places are damaged
 */
public record LogVerdict(
    long records, long bytes, long end, List<Flaw> torn, List<Flaw> damage, long damages) {

  /** How many places of damage are described. */
  public static final int MAX_DAMAGE = 100;

  /**
   * Copies the lists.
   *
   * @param records how many whole records there are
   * @param bytes how much data they hold
   * @param end position in the metadata log behind the last whole entry
   * @param torn what a power loss took of the end, empty when nothing; the first {@link
   *     #MAX_DAMAGE} places
   * @param damage what else is wrong, in order; the first {@link #MAX_DAMAGE} places
   * @param damages how many places are damaged
   */
  public LogVerdict {
    torn = List.copyOf(torn);
    damage = List.copyOf(damage);
  }

  /** The three possible states. */
  public enum State {
    /** Every record that was begun is whole. */
    CLEAN,
    /**
     * Something is missing at the end, or between records that no sync had made durable yet, as a
     * power loss does; all before it is whole.
     */
    TORN,
    /** Something is wrong that was whole once, which only damage does. */
    DAMAGED
  }

  /**
   * A place in a log that is not as it should be.
   *
   * @param position where it begins in the metadata log, as its process sees it
   * @param bytes how many bytes of the metadata log are passed over
   * @param what what was expected and what was found
   */
  public record Flaw(long position, long bytes, String what) {
    @Override
    public String toString() {
      return "at " + position + ", " + bytes + " bytes: " + what;
    }
  }

  /**
   * Returns the state.
   *
   * @return the verdict in one word
   */
  public State state() {
    return damages > 0 ? State.DAMAGED : torn.isEmpty() ? State.CLEAN : State.TORN;
  }
}
