package org.burstlog.log.file;

import java.io.IOException;
import org.burstlog.wear.Wear;

/**
 * The space that the two files of a log may take together.
 *
 * <p>Near the limit it is handed out in ever smaller shares, so that neither file starves because
 * the other took a large step ahead of its need.
 */
public final class Budget {
  /** A step ahead of need takes no more than this part of what is left. */
  private static final int SHARE = 4;

  private final long limit;
  private final Wear wear;
  private long taken;

  /**
   * A budget of which nothing is taken.
   *
   * @param limit bytes, 0 for no limit
   * @param wear what is asked before space is made by writing zeros
   */
  public Budget(long limit, Wear wear) {
    this.limit = limit == 0 ? Long.MAX_VALUE : limit;
    this.wear = wear;
  }

  /** The limit leaves less than what is needed. */
  public static final class SpentException extends IOException {
    private static final long serialVersionUID = 1L;

    SpentException(long least, long left) {
      super(least + " bytes needed, " + left + " left of the limit");
    }
  }

  /**
   * Takes a step.
   *
   * @param least bytes without which the step is of no use, whole units
   * @param wanted bytes of a full step, no fewer, whole units
   * @param unit what a step is a multiple of
   * @return bytes taken
   * @throws SpentException when less than the least is left
   */
  synchronized int take(int least, int wanted, int unit) throws SpentException {
    long left = limit - taken;
    if (least > left) {
      throw new SpentException(least, left);
    }
    int step = (int) Math.min(wanted, Math.max(least, left / SHARE / unit * unit));
    taken += step;
    return step;
  }

  /** Takes a step, of which zeros are written at once. */
  int takeZeros(int least, int wanted, int unit) throws IOException {
    int step = take(least, wanted, unit);
    try {
      wear.write(step);
    } catch (IOException e) {
      giveBack(step);
      throw e;
    }
    return step;
  }

  /** How large a file may become without asking. */
  long largestFile() {
    return wear.largestFile();
  }

  /** Counts what a log has before it begins. */
  public synchronized void takeOver(long bytes) {
    taken += bytes;
  }

  synchronized void giveBack(long bytes) {
    taken -= bytes;
  }
}
