package org.burstlog.recover;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.burstlog.BurstlogException;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.storage.Pause;
import org.burstlog.storage.Storage;

/**
 * Work on sessions that others may end, recover, discard or give up at any moment between being
 * found and being worked on.
 *
 * <p>Whoever removes a session has proven its data in the target before, or was told to give it up.
 * So work that fails because a session is not any more what was found begins anew with what there
 * is then, and nothing that was put is passed over. A session that only others hold now may still
 * have data that the target lacks: it is waited for, and the work fails where it stays held. Work
 * that fails while all is as it was found has failed, and so has work on a session that this
 * program has taken over: nobody else changes that.
 */
public final class FreshLook {
  /** How often work begins anew. */
  private static final int LOOKS = 100;

  /** How often, and in which intervals, it is looked whether others still hold a session. */
  private static final int WAITS = 100;

  private static final long BETWEEN_WAITS = 10_000_000;

  /** What has become of a session since it was found; of several, the largest counts. */
  private static final int SAME = 0;

  private static final int CHANGED = 1;

  private static final int HELD = 2;

  private FreshLook() {}

  /**
   * What is done with what was found. Collective; all processes fail, or none.
   *
   * @param <F> what was found
   * @param <T> what comes of it
   */
  @FunctionalInterface
  public interface Work<F, T> {
    /**
     * Works.
     *
     * @param found what there is now
     * @return what comes of it
     * @throws IOException in every process, when that failed in any
     */
    T on(F found) throws IOException;
  }

  /**
   * Works on one session. Collective.
   *
   * @param <T> what comes of it
   * @param group the processes that work on it together
   * @param storage the door to its tiers
   * @param session what was found
   * @param work what is done with it, perhaps several times
   * @return what came of it; nothing when the session is gone
   * @throws IOException in every process, as the work
   */
  public static <T> Optional<T> at(
      ProcessGroup group, Storage storage, TierSession session, Work<TierSession, T> work)
      throws IOException {
    return work(
        group,
        storage,
        () -> SessionFinder.at(group, storage, session.paths()),
        List.of(session),
        found -> found.isEmpty() ? Optional.empty() : Optional.of(work.on(found.get(0))));
  }

  /** Finds sessions again. Collective. */
  interface Finder {
    List<TierSession> find() throws IOException;
  }

  /** As above, on several. */
  static <T> T work(
      ProcessGroup group,
      Storage storage,
      Finder finder,
      List<TierSession> first,
      Work<List<TierSession>, T> work)
      throws IOException {
    List<TierSession> found = first;
    for (int left = LOOKS; ; left--) {
      try {
        return work.on(found);
      } catch (GroupException e) {
        throw e;
      } catch (IOException e) {
        if (!hasChanged(group, storage, found)) {
          throw e;
        }
        if (left == 1) {
          throw new BurstlogException(
              "sessions on the tier are removed faster than they can be looked at, the last time: "
                  + BurstlogException.reason(e)
                  + "; try again, with fewer programs on the tier",
              e);
        }
      }
      found = finder.find();
    }
  }

  /** Tells whether any is not what was found any more, once nobody else holds it. */
  private static boolean hasChanged(ProcessGroup group, Storage storage, List<TierSession> found)
      throws IOException {
    if (found.stream().anyMatch(TierSession::isTaken)) {
      return false;
    }
    boolean held = false;
    for (int left = WAITS; left > 0; left--) {
      int[] own = {SAME};
      Together.run(group, "looking at sessions again", () -> own[0] = news(group, storage, found));
      long news = group.max(own[0]);
      if (news != HELD) {
        // What others have held and left as it was may be worked on, too.
        return held || news == CHANGED;
      }
      held = true;
      Pause.nanos(BETWEEN_WAITS);
    }
    return false;
  }

  private static int news(ProcessGroup group, Storage storage, List<TierSession> found)
      throws IOException {
    int news = SAME;
    for (TierSession session : found) {
      for (FoundDirectory directory : session.directories()) {
        if (directory.finder() == group.rank()) {
          news = Math.max(news, news(storage, directory, session.number()));
        }
      }
    }
    return news;
  }

  private static int news(Storage storage, FoundDirectory before, long session) throws IOException {
    FoundDirectory now = FoundDirectory.look(storage, before.finder(), before.path(), session);
    if (now == null) {
      return CHANGED;
    }
    if (!now.problem().isEmpty() || now.isAs(before)) {
      return SAME;
    }
    return now.live() && !before.live() ? HELD : CHANGED;
  }
}
