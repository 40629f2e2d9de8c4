package org.burstlog.log.spare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * The spare sessions of one process.
 *
 * <p>They lie beside the directories of other sessions, and their processes hold their locks while
 * they live. They go with the process; what killed ones leave is of no use to anybody and removed
 * by the next that looks, see {@link SpareDirectory}. Nothing here is needed for anything but
 * speed, so where something fails a session is not kept, or made anew.
 */
public final class SpareSessions {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.log");

  /** The oldest first; those beyond the limit go in this order. */
  private final List<SpareSession> sessions = new ArrayList<>();

  private final Consumer<SpareSessions> firstKept;
  private final LastResort lastResort;
  private long next = 1;
  private boolean told;
  private boolean ended;

  /** Directories of users where it was looked for what dead processes have left. */
  private final Set<Path> cleaned = new HashSet<>();

  /** None yet; to be {@linkplain #end ended}. */
  public SpareSessions() {
    this(spares -> {}, where -> false);
  }

  /** Gives up what else of a tier nobody needs, where no spare session is left there. */
  @FunctionalInterface
  public interface LastResort {
    /**
     * Gives something up.
     *
     * @param where a session on the tier that is short of space
     * @return false when there is nothing
     */
    boolean giveUp(SessionDirectory where);
  }

  /**
   * None yet.
   *
   * @param firstKept told when there is anything to {@linkplain #end end}
   * @param lastResort asked when space is short and no spare session is left
   */
  public SpareSessions(Consumer<SpareSessions> firstKept, LastResort lastResort) {
    this.firstKept = firstKept;
    this.lastResort = lastResort;
  }

  /**
   * Returns a number for a session that is about to begin. All its processes take the largest that
   * any of them has got here, and say so by {@link #began}.
   *
   * @return a larger one than that of any session of this process
   */
  public synchronized long next() {
    return next;
  }

  /**
   * Takes note of the number of a session.
   *
   * @param number what all its processes have taken
   */
  public synchronized void began(long number) {
    next = Math.max(next, number + 1);
  }

  /**
   * Takes the oldest one out that serves a session, so that its processes find out whether all have
   * it. The others may still be about to keep a later one.
   *
   * @param fit what that session is
   * @param durably whether its logs must survive a power loss
   * @return the session, to be used or {@linkplain #putBack put back}; null when there is none
   */
  public synchronized @Nullable SpareSession take(Fit fit, boolean durably) {
    for (SpareSession session : List.copyOf(sessions)) {
      if (session.fit().equals(fit)) {
        sessions.remove(session);
        try {
          session.requireWhole();
          if (durably) {
            session.force();
          }
          return session;
        } catch (IOException e) {
          // Somebody has cleaned the tier, perhaps.
          drop(session);
        }
      }
    }
    return null;
  }

  /**
   * Puts one back that not all of its processes have taken.
   *
   * @param session the session
   * @param oldest the largest number of any that one of them has taken: who has that has none that
   *     is older, so nobody needs such any more
   */
  public synchronized void putBack(SpareSession session, long oldest) {
    insert(session);
    drop(other -> other.fit().equals(session.fit()) && other.identity().number() < oldest);
    if (ended) {
      end();
    }
  }

  /**
   * Keeps a session that has ended in all its processes, or gives it up.
   *
   * @param session the session; not the caller's any more
   * @param limit bytes of the tier that this process may keep
   */
  public synchronized void keep(SpareSession session, long limit) {
    boolean kept = false;
    try {
      // First: another process may have done it already, and what is given up is where it is now.
      session.putAway();
      if (!ended && session.trim(limit)) {
        while (bytes() + session.bytes() > limit) {
          drop(sessions.remove(0));
        }
        if (!told) {
          firstKept.accept(this);
          told = true;
        }
        insert(session);
        kept = true;
      }
    } catch (IOException | IllegalStateException e) {
      // The tier is full or gone, or this process is about to end: deleted, as if there were none.
      LOGGER.log(System.Logger.Level.DEBUG, "a session is not kept", e);
    } finally {
      if (!kept) {
        drop(session);
      }
    }
  }

  private void insert(SpareSession session) {
    sessions.add(session);
    sessions.sort(Comparator.comparing(SpareSession::identity));
  }

  /**
   * Gives up those of a tier, or else something that was retained, because space is short there.
   *
   * @param where a session on that tier
   * @return whether there were any
   */
  public synchronized boolean giveUp(SessionDirectory where) {
    return drop(
            session ->
                session.fit().storage().equals(where.storage())
                    && session.fit().own().equals(where.own()))
        || lastResort.giveUp(where);
  }

  private boolean drop(Predicate<SpareSession> which) {
    boolean any = false;
    for (SpareSession session : List.copyOf(sessions)) {
      if (which.test(session)) {
        sessions.remove(session);
        drop(session);
        any = true;
      }
    }
    return any;
  }

  /** What needs space on a tier. */
  public interface Maker<T> {
    T make() throws IOException;
  }

  /** Makes something; where there is no space, again without what nobody needs on the tier. */
  public <T> T makingRoom(SessionDirectory where, Maker<T> maker) throws IOException {
    while (true) {
      try {
        return maker.make();
      } catch (BurstlogException e) {
        if (!(e.getCause() instanceof NoSpaceException) || !giveUp(where)) {
          throw e;
        }
      }
    }
  }

  /** Gives up all of them; none is kept any more. */
  public synchronized void end() {
    ended = true;
    drop(session -> true);
  }

  /**
   * Returns what they take of all tiers.
   *
   * @return bytes of the files of this process
   */
  public synchronized long bytes() {
    return sessions.stream().mapToLong(SpareSession::bytes).sum();
  }

  private static void drop(SpareSession session) {
    try {
      session.delete();
    } catch (IOException e) {
      leaveBehind(e);
    }
  }

  /** What cannot be deleted is as what a killed process leaves, and goes as that does. */
  private static void leaveBehind(IOException e) {
    LOGGER.log(System.Logger.Level.DEBUG, "a spare session could not be deleted", e);
  }

  /**
   * Removes what dead processes of this user have left on a tier; once on each.
   *
   * @param storage the door to the tier
   * @param own the directory of the user there
   */
  public void clean(Storage storage, Path own) {
    synchronized (this) {
      if (!cleaned.add(own)) {
        return;
      }
    }
    try {
      for (SpareDirectory found : SpareDirectory.find(storage, own)) {
        if (!found.live() && found.remove()) {
          LOGGER.log(System.Logger.Level.DEBUG, "removed " + found.path() + " of a dead process");
        }
      }
    } catch (IOException e) {
      leaveBehind(e);
    }
  }
}
