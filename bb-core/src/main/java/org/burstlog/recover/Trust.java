package org.burstlog.recover;

import java.io.IOException;

/**
 * Whether what a session has is still to be used. The target has all of it, but of some bytes the
 * session may have an older value, too, over which a newer one lies. So where anything cannot be
 * read, nothing of it counts any more.
 */
final class Trust {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  private final TierSession session;
  private volatile boolean lost;
  private boolean told;

  Trust(TierSession session) {
    this.session = session;
  }

  void lose(IOException because) {
    LOGGER.log(System.Logger.Level.DEBUG, session + " is not used any more", because);
    lost = true;
  }

  /** Takes over that another process has lost it. */
  void lose() {
    lost = true;
  }

  boolean isLost() {
    return lost;
  }

  /** Tells, once, that it was lost: what was read before is to be read again. */
  boolean isNews() {
    boolean news = lost && !told;
    told |= news;
    return news;
  }
}
