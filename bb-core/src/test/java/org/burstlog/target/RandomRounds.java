package org.burstlog.target;

import java.util.Random;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;

/**
 * Rounds that all processes draw from the same seed, so that each knows which bytes are its own.
 */
final class RandomRounds {
  private final long seed;
  private final Random random;
  private final ProcessGroup group;
  private final StringBuilder log = new StringBuilder();

  RandomRounds(long seed, ProcessGroup group) {
    this.seed = seed;
    this.random = new Random(seed);
    this.group = group;
  }

  /** The extents of this process in the next round; no two processes share a byte. */
  ExtentList next() {
    ExtentList mine = new ExtentList();
    long offset = random.nextInt(5000);
    int longest = 1 << random.nextInt(12);
    for (int i = random.nextInt(200); i > 0; i--) {
      int length = random.nextInt(longest) + 1;
      if (random.nextInt(group.size() + 1) == group.rank()) {
        mine.add(offset, length);
      }
      offset += length;
    }
    log.append("rank ").append(group.rank()).append(' ').append(mine).append('\n');
    return mine;
  }

  @Override
  public String toString() {
    return "seed " + seed + ", extents by round:\n" + log;
  }
}
