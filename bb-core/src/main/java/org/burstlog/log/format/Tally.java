package org.burstlog.log.format;

/**
 * What the data log of a lane tells of its metadata log, see {@link TallyDescriptor}.
 *
 * @param sealed the word that counts the entries of a sealed epoch; 0 or of an older generation
 *     where the epoch is not sealed
 * @param put the word that counts the entries up to the last put; 0 where the lane was never opened
 * @param synced a word that counts durable ones
 * @param other the other such word
 */
public record Tally(long sealed, long put, long synced, long other) {
  /** Tells of nothing. */
  public static final Tally NONE = new Tally(0, 0, 0, 0);

  /** Tells whether a word is there and is not as any was written. */
  public boolean torn() {
    return isTorn(put) || isTorn(synced) || isTorn(other);
  }

  /** Tells whether a lane that has entries lacks what it was given before the first of them. */
  public boolean missing() {
    return put == 0 || synced == 0 || other == 0 || (isTorn(synced) && isTorn(other));
  }

  private static boolean isTorn(long word) {
    return word != 0 && !TallyDescriptor.valid(word);
  }

  /** Tells whether the entries of a generation are those of a sealed epoch. */
  public boolean isSealed(int generation) {
    return TallyDescriptor.valid(sealed) && TallyDescriptor.ahead(sealed, generation) == 0;
  }

  /** Tells whether the lane was opened, and not given up since. */
  public boolean opened() {
    return put != 0;
  }

  /** Returns the latest generation that is told of, or the one given where that is later. */
  public int latest(int generation) {
    int latest = Math.max(generation(put, generation), generation(synced, generation));
    return Math.max(generation, Math.max(latest, generation(other, generation)));
  }

  private static int generation(long word, int near) {
    return TallyDescriptor.valid(word) ? near + TallyDescriptor.ahead(word, near) : near;
  }

  /** Returns how many entries of an generation there were at the last put that was told. */
  public long entries(int generation) {
    return Math.max(entries(put, generation), durable(generation));
  }

  /** Returns how many entries of an generation are known to have been durable. */
  public long durable(int generation) {
    return Math.max(entries(synced, generation), entries(other, generation));
  }

  private static long entries(long word, int generation) {
    return TallyDescriptor.valid(word) && TallyDescriptor.ahead(word, generation) == 0
        ? TallyDescriptor.entries(word)
        : 0;
  }
}
