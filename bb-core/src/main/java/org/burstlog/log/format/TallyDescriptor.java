package org.burstlog.log.format;

/**
 * How many entries the metadata log of a lane has, as its data log tells it. So a metadata log that
 * lost its end, or all of it, does not read as one that ends there.
 *
 * <p>Five words stand at the end of the first header slot of each lane of the data log. Each is
 * stored in one piece:
 *
 * <pre>
 *    byte   0 … 4                      5 and 6            7
 *    +----------------------------+------------------+---------+
 *    | entries of the generation (u40) | generation, low bits  |  check  |
 *    +----------------------------+------------------+---------+
 * </pre>
 *
 * <p>The first word, {@link #PUT_AT}, counts the entries up to the last put. A mapped log stores it
 * behind each put, a written one at each sync point. The other two words, from {@link #SYNCED_AT}
 * on, count the entries that a sync has made durable. They are stored in turn, when the sync has
 * returned, so that a power loss can spoil one of them at most. A new generation sets the first and
 * one of the others to no entries, once its header slot is durable. All are zero until the headers
 * of both files are in place, and again before the metadata log says that it belongs to nobody.
 *
 * <p>The word at {@link #SEALED_AT} is of the generation that counts only when its epoch is sealed:
 * then puts of the process go on in another log, and a reader that finds no other one knows that it
 * is missing.
 *
 * <p>The word at {@link #MARK_AT} is of no generation: it is the number that the program has left
 * for those who read the target meanwhile, in seven bytes, with the same check. Nothing else
 * follows from it.
 *
 * <p>The check is the exclusive or of the other seven bytes, turned around, so that a zero word is
 * no tally. The generation is kept by its low 16 bits, which tell which of two neighbours it is.
 */
public final class TallyDescriptor {
  /** How many words there are. */
  public static final int WORDS = 5;

  /** Where the number for readers is. */
  public static final int MARK_AT = SlotDescriptor.SLOT - WORDS * Long.BYTES;

  /** Where the entries of a sealed epoch are counted. */
  public static final int SEALED_AT = MARK_AT + Long.BYTES;

  /** Where the entries up to the last put are counted. */
  public static final int PUT_AT = SEALED_AT + Long.BYTES;

  /** Where the durable entries are counted, in two words in turn. */
  public static final int SYNCED_AT = PUT_AT + Long.BYTES;

  private static final int GENERATION_SHIFT = 40;
  private static final int CHECK_SHIFT = 56;
  private static final long ENTRIES = (1L << GENERATION_SHIFT) - 1;

  private TallyDescriptor() {}

  /** Returns the word for a number of entries. */
  public static long encode(int generation, long entries) {
    long word = (entries & ENTRIES) | (generation & 0xffffL) << GENERATION_SHIFT;
    return word | check(word) << CHECK_SHIFT;
  }

  /** Returns the word for a number that is left for readers. */
  public static long encodeMark(long mark) {
    long word = mark & (1L << CHECK_SHIFT) - 1;
    return word | check(word) << CHECK_SHIFT;
  }

  /** Returns the number that was left for readers, 0 where a word is none. */
  public static long mark(long word) {
    return valid(word) ? word & (1L << CHECK_SHIFT) - 1 : 0;
  }

  /** Tells whether a word is one that {@link #encode} returns. */
  static boolean valid(long word) {
    return word >>> CHECK_SHIFT == check(word & (1L << CHECK_SHIFT) - 1);
  }

  static long entries(long word) {
    return word & ENTRIES;
  }

  /** Returns by how many generations a word is ahead of one; negative when it is behind. */
  static int ahead(long word, int generation) {
    return (short) ((word >>> GENERATION_SHIFT) - generation);
  }

  private static long check(long word) {
    long folded = word ^ word >>> 32;
    folded ^= folded >>> 16;
    folded ^= folded >>> 8;
    return ~folded & 0xff;
  }
}
