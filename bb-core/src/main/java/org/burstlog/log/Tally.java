package org.burstlog.log;

/**
 * What the data log of a lane tells of its metadata log, see {@link TallyDescriptor}.
 *
 * @param put the word that counts the entries up to the last put; 0 where the lane was never opened
 * @param synced a word that counts durable ones
 * @param other the other such word
 */
record Tally(long put, long synced, long other) {

  /** Tells whether a word is there and is not as any was written. */
  boolean torn() {
    return isTorn(put) || isTorn(synced) || isTorn(other);
  }

  /** Tells whether a lane that has entries lacks what it was given before the first of them. */
  boolean missing() {
    return put == 0 || synced == 0 || other == 0 || (isTorn(synced) && isTorn(other));
  }

  private static boolean isTorn(long word) {
    return word != 0 && !TallyDescriptor.valid(word);
  }

  /** Tells whether the lane was opened, and not given up since. */
  boolean opened() {
    return put != 0;
  }

  /** Returns the latest epoch that is told of, or the one given where that is later. */
  int latest(int epoch) {
    int latest = Math.max(epoch(put, epoch), epoch(synced, epoch));
    return Math.max(epoch, Math.max(latest, epoch(other, epoch)));
  }

  private static int epoch(long word, int near) {
    return TallyDescriptor.valid(word) ? near + TallyDescriptor.ahead(word, near) : near;
  }

  /** Returns how many entries of an epoch there were at the last put that was told. */
  long entries(int epoch) {
    return Math.max(entries(put, epoch), durable(epoch));
  }

  /** Returns how many entries of an epoch are known to have been durable. */
  long durable(int epoch) {
    return Math.max(entries(synced, epoch), entries(other, epoch));
  }

  private static long entries(long word, int epoch) {
    return TallyDescriptor.valid(word) && TallyDescriptor.ahead(word, epoch) == 0
        ? TallyDescriptor.entries(word)
        : 0;
  }
}
