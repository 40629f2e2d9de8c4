package org.burstlog.guard.parity;

import java.util.List;
import org.burstlog.log.format.LogHeader;

/**
 * What a keeper knows of a lane of which it keeps parts: whose it is, and how far it has taken it.
 *
 * @param log name of the files of the log
 * @param header what the lane says of itself
 * @param dataBlock size of the blocks of its data log
 * @param began number of the last drain of all processes before its generation
 * @param set which set of nodes
 * @param place which process of its node it belongs to
 * @param member which member of the set its node is
 * @param keeper which member keeps this
 * @param layout how stripes are made
 * @param state what has become of it
 * @param metaEnd up to where in the lane entries were taken, as far as they are kept here
 * @param covered how much data was
 * @param start where in the lane of the data log its data begins
 * @param tail how much of it lies there; what comes behind lies behind the header block
 * @param tally the words of the tally of so many entries; none where that is not known
 */
public record ParityNote(
    String log,
    LogHeader header,
    long dataBlock,
    long began,
    int set,
    int place,
    int member,
    int keeper,
    StripeLayout layout,
    State state,
    long metaEnd,
    long covered,
    long start,
    long tail,
    List<Long> tally) {
  /**
   * Copies the list.
   *
   * @param log name of the files of the log
   * @param header what the lane says of itself
   * @param dataBlock size of the blocks of its data log
   * @param began number of the last drain of all processes before its generation
   * @param set which set of nodes
   * @param place which process of its node it belongs to
   * @param member which member of the set its node is
   * @param keeper which member keeps this
   * @param layout how stripes are made
   * @param state what has become of it
   * @param metaEnd up to where in the lane entries were taken, as far as they are kept here
   * @param covered how much data was
   * @param start where in the lane of the data log its data begins
   * @param tail how much of it lies there; what comes behind lies behind the header block
   * @param tally the words of the tally of so many entries; none where that is not known
   */
  public ParityNote {
    tally = List.copyOf(tally);
  }

  /** What has become of a generation of a lane. */
  public enum State {
    /** Parts of it are kept. */
    KEPT(0),
    /** It holds nothing: what was in it before is in the target. */
    RELEASED(1),
    /** Its process has drained alone before it, so that it has no place in the parity. */
    ALONE(2);

    private final int code;

    State(int code) {
      this.code = code;
    }

    /**
     * Returns the number that stands for it.
     *
     * @return the number
     */
    public int code() {
      return code;
    }

    /**
     * Returns what a number stands for.
     *
     * @param code the number
     * @return what has become of the generation
     * @throws IllegalArgumentException when it stands for nothing
     */
    public static State of(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw new IllegalArgumentException("state " + code);
    }
  }

  /**
   * Returns one of the two streams of the lane.
   *
   * @param metadata whether of its metadata log or of its data log
   * @return the stream
   */
  public Stream stream(boolean metadata) {
    return new Stream(header.session(), header.epoch(), began, set, place, metadata);
  }

  /**
   * Returns this with how far the lane was taken.
   *
   * @param itsMetaEnd up to where entries were taken
   * @param itsCovered how much data was
   * @param itsStart where data begins
   * @param itsTail how much of it lies there
   * @param itsTally the words of the tally
   * @return the changed note
   */
  public ParityNote upTo(
      long itsMetaEnd, long itsCovered, long itsStart, long itsTail, List<Long> itsTally) {
    return new ParityNote(
        log,
        header,
        dataBlock,
        began,
        set,
        place,
        member,
        keeper,
        layout,
        state,
        itsMetaEnd,
        itsCovered,
        itsStart,
        itsTail,
        itsTally);
  }
}
