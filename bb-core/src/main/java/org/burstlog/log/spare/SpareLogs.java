package org.burstlog.log.spare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.log.file.Room;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.NoSpaceException;
import org.jspecify.annotations.Nullable;

/**
 * The spare logs of one process.
 *
 * <p>They lie beside the directories of sessions, in one of this process, which holds its lock
 * while it lives. They go with the process; what a killed one leaves is of no use to anybody and
 * removed by the next that looks, see {@link SpareDirectory}. Nothing here is needed for anything
 * but speed, so where something fails a log is not kept, or made anew.
 */
public final class SpareLogs {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.log");

  /** The oldest first; those beyond the limit go in this order. */
  private final Deque<Kept> logs = new ArrayDeque<>();

  private long number;
  private final Consumer<SpareLogs> firstKept;
  private final LastResort lastResort;
  private boolean told;
  private boolean ended;

  /** Those of this process, at most one a tier. */
  private final List<SpareDirectory> directories = new ArrayList<>();

  /** Directories of users where it was looked for what dead processes have left. */
  private final Set<Path> cleaned = new HashSet<>();

  /** A log, and the directory it is kept in where this process names its files. */
  private record Kept(SpareLog log, @Nullable SpareDirectory directory) {}

  /** None yet; to be {@linkplain #end ended}. */
  public SpareLogs() {
    this(spares -> {}, where -> false);
  }

  /** Gives up what else of a tier nobody needs, where no spare log is left there. */
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
   * @param lastResort asked when space is short and no spare log is left
   */
  public SpareLogs(Consumer<SpareLogs> firstKept, LastResort lastResort) {
    this.firstKept = firstKept;
    this.lastResort = lastResort;
  }

  /** Takes the largest there is for a log of a tier, and puts it in its place. */
  public synchronized @Nullable SpareLog take(
      SessionDirectory directory, String log, SpareLog.Shape shape, LogOptions options) {
    return suiting(directory, shape)
        .max(Comparator.comparingLong(kept -> kept.log.bytes()))
        .map(kept -> ready(kept, options, durably -> kept.log.join(directory, log, durably)))
        .orElse(null);
  }

  /** Takes the last one that was kept of a log that processes share; it stays where it is. */
  public synchronized @Nullable SpareLog takeShared(
      SessionDirectory directory, SpareLog.Shape shape, LogOptions options) {
    return suiting(directory, shape)
        .reduce((one, next) -> next)
        .map(kept -> ready(kept, options, durably -> {}))
        .orElse(null);
  }

  /** What is left to do with a log before it is another's. */
  private interface Step {
    void run(boolean durably) throws IOException;
  }

  /** Makes one ready for another session; null, and it is given up, where that cannot be. */
  private @Nullable SpareLog ready(Kept kept, LogOptions options, Step last) {
    logs.remove(kept);
    boolean ready = false;
    try {
      if (kept.log.trim(most(options))) {
        boolean durably = options.durability() != Durability.PROCESS;
        if (durably) {
          kept.log.force();
        }
        last.run(durably);
        ready = true;
        return kept.log;
      }
      return null;
    } catch (IOException e) {
      // Somebody has cleaned the tier, perhaps; a new log is made.
      return null;
    } finally {
      if (!ready) {
        drop(kept);
      }
    }
  }

  private Stream<Kept> suiting(SessionDirectory directory, SpareLog.Shape shape) {
    return logs.stream()
        .filter(kept -> kept.log.beside(directory) && kept.log.shape().equals(shape));
  }

  private static long most(LogOptions options) {
    return options.capacity() == 0 ? Long.MAX_VALUE : Room.broughtAlong(options.capacity());
  }

  /** Keeps a log that its session has no use for any more, or deletes it. */
  public synchronized void keep(SessionDirectory from, SpareLog log, long limit)
      throws IOException {
    boolean kept = false;
    try {
      if (!ended && log.trim(limit)) {
        while (bytes() + log.bytes() > limit) {
          drop(logs.removeFirst());
        }
        SpareDirectory directory = null;
        if (log.shape().names()) {
          directory = directory(from);
          log.leaveFor(directory.path(), Long.toString(++number));
        }
        logs.addLast(new Kept(log, directory));
        kept = true;
      }
    } catch (IOException | IllegalStateException e) {
      // The tier is full or gone, or this process is about to end: deleted, as if there were none.
      LOGGER.log(System.Logger.Level.DEBUG, "a log of " + from.path() + " is not kept", e);
    } finally {
      if (!kept) {
        log.delete();
      }
    }
  }

  /**
   * Gives up those of a tier, or else something that was retained, because space is short there.
   *
   * @return whether there were any
   */
  public synchronized boolean giveUp(SessionDirectory where) {
    boolean any = false;
    for (Iterator<Kept> all = logs.iterator(); all.hasNext(); ) {
      Kept kept = all.next();
      if (kept.log.beside(where)) {
        all.remove();
        drop(kept);
        any = true;
      }
    }
    return any || lastResort.giveUp(where);
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
    while (!logs.isEmpty()) {
      drop(logs.removeFirst());
    }
    for (SpareDirectory unused : List.copyOf(directories)) {
      leave(unused);
    }
  }

  /**
   * Returns what they take of all tiers.
   *
   * @return bytes of their files
   */
  public synchronized long bytes() {
    return logs.stream().mapToLong(kept -> kept.log.bytes()).sum();
  }

  private void drop(Kept kept) {
    try {
      kept.log.delete();
    } catch (IOException e) {
      leaveBehind(e);
    }
    SpareDirectory emptied = kept.directory;
    if (emptied != null && logs.stream().noneMatch(other -> other.directory == emptied)) {
      leave(emptied);
    }
  }

  private void leave(SpareDirectory directory) {
    directories.remove(directory);
    try {
      directory.leave();
    } catch (IOException e) {
      leaveBehind(e);
    }
  }

  /** What cannot be deleted is as what a killed process leaves, and goes as that does. */
  private static void leaveBehind(IOException e) {
    LOGGER.log(System.Logger.Level.DEBUG, "a spare log could not be deleted", e);
  }

  private SpareDirectory directory(SessionDirectory session) throws IOException {
    for (SpareDirectory directory : directories) {
      if (directory.beside(session)) {
        return directory;
      }
    }
    if (!told) {
      firstKept.accept(this);
      told = true;
    }
    SpareDirectory made = SpareDirectory.make(session.storage(), session.own());
    directories.add(made);
    return made;
  }

  /**
   * Removes what dead processes of this user have left beside a session; once on each tier.
   *
   * @param session the session's directory
   */
  public void clean(SessionDirectory session) {
    synchronized (this) {
      if (!cleaned.add(session.own())) {
        return;
      }
    }
    try {
      for (SpareDirectory found : SpareDirectory.find(session.storage(), session.own())) {
        if (!found.live() && found.remove()) {
          LOGGER.log(System.Logger.Level.DEBUG, "removed " + found.path() + " of a dead process");
        }
      }
    } catch (IOException e) {
      leaveBehind(e);
    }
  }
}
