package org.burstlog.guard.copy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * How far a keeper has come with a lane.
 *
 * @param lane which
 * @param state what became of what was sent
 * @param generation which generation it has
 * @param metaEnd where the entries end that it has
 * @param covered how much data belongs to them
 */
record Acknowledgement(int lane, State state, int generation, long metaEnd, long covered) {
  static final int BYTES = 32;

  /** What became of what was sent. */
  enum State {
    /** It is there. */
    KEPT(0),
    /** There is no room for it. */
    FULL(1),
    /** It could not be written. */
    FAILED(2),
    /** Its process has drained alone, so until the next drain of all it is part of no parity. */
    ALONE(3);

    private final int code;

    State(int code) {
      this.code = code;
    }

    static State of(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      return FAILED;
    }
  }

  void write(ByteBuffer into) {
    into.order(ByteOrder.LITTLE_ENDIAN);
    into.putInt(lane).putInt(state.code).putInt(generation).putInt(0);
    into.putLong(metaEnd).putLong(covered);
  }

  static Acknowledgement read(ByteBuffer from) {
    from.order(ByteOrder.LITTLE_ENDIAN);
    int lane = from.getInt();
    State state = State.of(from.getInt());
    int generation = from.getInt();
    int zero = from.getInt();
    assert zero == 0;
    return new Acknowledgement(lane, state, generation, from.getLong(), from.getLong());
  }
}
