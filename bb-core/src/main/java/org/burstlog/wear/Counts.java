package org.burstlog.wear;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What was written by the processes of one host, minute by minute, as it lies in a file that they
 * map. Each minute of the last week has a word for bytes and one for files.
 *
 * <p>A word has the number of the minute in its upper bits and an amount in the lower ones. So one
 * comparing store adds to a minute or begins it, and whatever ends a process leaves no half of
 * that. Bytes are counted in pages, rounded up.
 */
final class Counts {
  /** What a file of counts begins with. */
  private static final long MAGIC = 0x3130_5241_4557_4242L;

  /** Minutes that are told apart. */
  static final int MINUTES = 7 * 24 * 60;

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int SINCE_AT = 8;
  private static final int TOTALS_AT = 16;
  private static final int RINGS_AT = 64;
  private static final int AMOUNT_BITS = 38;
  private static final long MOST = (1L << AMOUNT_BITS) - 1;

  /** Bytes of a file. */
  static final int SIZE = RINGS_AT + 2 * MINUTES * Long.BYTES;

  private final ByteBuffer memory;

  /** What is counted. */
  enum Kind {
    /** Bytes that were written. */
    BYTES(0, 4096),
    /** Files that were made. */
    FILES(1, 1);

    /** Which of the words for totals, and of the rings, is its own. */
    private final int place;

    private final int unit;

    Kind(int place, int unit) {
      this.place = place;
      this.unit = unit;
    }

    long units(long amount) {
      return (amount + unit - 1) / unit;
    }

    /** Returns the whole units that so much takes. */
    long whole(long amount) {
      return units(amount) * unit;
    }
  }

  /** Counts in memory, or in a file that is mapped. */
  Counts(ByteBuffer memory) {
    this.memory = memory;
  }

  /** Makes this empty, in a file that nobody else knows yet. */
  void begin(long second) {
    LONG.setVolatile(memory, SINCE_AT, second);
    LONG.setVolatile(memory, 0, MAGIC);
  }

  boolean isValid() {
    return memory.capacity() >= SIZE && (long) LONG.getVolatile(memory, 0) == MAGIC;
  }

  /** The second since 1970 in which counting began. */
  long began() {
    return (long) LONG.getVolatile(memory, SINCE_AT);
  }

  /** Adds to a minute. */
  void add(Kind kind, long minute, long amount) {
    long units = kind.units(amount);
    int at = at(kind, minute);
    while (true) {
      long word = (long) LONG.getVolatile(memory, at);
      long stamp = word >>> AMOUNT_BITS;
      // A clock that is behind adds to what one before it has begun.
      long next =
          stamp >= minute
              ? stamp << AMOUNT_BITS | Math.min(MOST, (word & MOST) + units)
              : minute << AMOUNT_BITS | Math.min(MOST, units);
      if (LONG.compareAndSet(memory, at, word, next)) {
        break;
      }
    }
    addToTotal(kind, units);
  }

  /** Takes back what was added to a minute and was not used; nothing when it is long past. */
  void takeBack(Kind kind, long minute, long amount) {
    long units = amount / kind.unit;
    int at = at(kind, minute);
    while (true) {
      long word = (long) LONG.getVolatile(memory, at);
      if (word >>> AMOUNT_BITS != minute || (word & MOST) < units) {
        return;
      }
      if (LONG.compareAndSet(memory, at, word, word - units)) {
        break;
      }
    }
    addToTotal(kind, -units);
  }

  private void addToTotal(Kind kind, long units) {
    int at = TOTALS_AT + kind.place * Long.BYTES;
    while (true) {
      long before = (long) LONG.getVolatile(memory, at);
      if (LONG.compareAndSet(memory, at, before, before + units)) {
        return;
      }
    }
  }

  /** What was counted since counting began. */
  long total(Kind kind) {
    return (long) LONG.getVolatile(memory, TOTALS_AT + kind.place * Long.BYTES) * kind.unit;
  }

  /** What was counted in a minute and in those behind it, also where a clock was ahead. */
  long since(Kind kind, long first) {
    long sum = 0;
    for (int i = 0; i < MINUTES; i++) {
      long word = (long) LONG.getVolatile(memory, at(kind, i));
      if (word >>> AMOUNT_BITS >= first) {
        sum += word & MOST;
      }
    }
    return sum * kind.unit;
  }

  /** What was counted in one minute. */
  long in(Kind kind, long minute) {
    long word = (long) LONG.getVolatile(memory, at(kind, minute));
    return word >>> AMOUNT_BITS == minute ? (word & MOST) * kind.unit : 0;
  }

  private static int at(Kind kind, long minute) {
    return RINGS_AT + (kind.place * MINUTES + (int) (minute % MINUTES)) * Long.BYTES;
  }
}
