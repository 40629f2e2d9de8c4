package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.recover.LeftBehind;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * What a process finds and makes for a burst buffer before the processes of a file meet: it chooses
 * the tier, and offers a spare session there for the new one to go on in. One process a node looks
 * there for sessions that a crash has left and, when it offers none, makes the directory of the new
 * one. On a shared tier thousands would storm it.
 */
final class Preparation {
  private final ProcessGroup group;
  private final Path target;
  private final TargetFile.Mode mode;
  private final Depot depot;
  private final Inheritance inheritance;
  private LeftBehind.Found found = LeftBehind.Found.nothing();
  private @Nullable Path tier;
  private @Nullable Birth birth;
  private @Nullable SessionDirectory directory;

  Preparation(ProcessGroup group, Path target, TargetFile.Mode mode, Depot depot) {
    this.group = group;
    this.target = target;
    this.mode = mode;
    this.depot = depot;
    this.inheritance = new Inheritance(group, depot);
  }

  /** Finds and makes it; may fail in this process alone. */
  void run(Settings settings) throws IOException {
    depot.notice().listen(settings.get(Settings.DRAIN_SIGNAL));
    Path chosen = Tiers.choose(group, target, settings);
    tier = chosen;
    boolean offers = inheritance.offer(chosen, settings);
    if (!offers) {
      SessionDirectory.checkTier(depot.storage(), chosen);
    }
    if (group.nodes().isLeader(group.rank())) {
      Path canonical = TargetPath.canonical(target);
      if (group.rank() == 0) {
        birth = Birth.of(canonical, mode);
      }
      found = LeftBehind.look(canonical, chosen, group, depot.storage());
      if (!offers) {
        make();
      }
    }
  }

  private void make() throws IOException {
    SessionDirectory made =
        SessionDirectory.make(
            depot.storage(), tier(), TargetPath.canonical(target), group.identity());
    directory = made;
    if (group.rank() == 0) {
      depot.look(tier(), made);
    }
    depot.spares().clean(depot.storage(), made.own());
  }

  /**
   * Makes the directory where this process has not, because it has offered a session that others
   * have not; may fail in this process alone.
   */
  void makeLate() throws IOException {
    if (directory == null && group.nodes().isLeader(group.rank())) {
      make();
    }
  }

  /** In what the new session may go on. */
  Inheritance inheritance() {
    return inheritance;
  }

  /**
   * Tells whether a process of another node has made the directory of the session, now or of the
   * one before.
   */
  boolean isCrowded() {
    SessionDirectory made = directory;
    return made == null ? inheritance.isCrowded() : made.wasThere();
  }

  /** How many sessions this process has found. */
  int found() {
    return found.count();
  }

  /** What the first process knows; nothing where it has not come so far. */
  byte[] birth() {
    Birth known = birth;
    return known == null ? new byte[0] : known.write();
  }

  Path tier() {
    return Objects.requireNonNull(tier);
  }

  /** What a crash has left for the target. Collective when any process has found something. */
  LeftBehind left(Birth known, boolean any) throws IOException {
    return LeftBehind.of(known.path(), tier(), group, depot.storage(), found, any);
  }

  /** Removes what this process has made, as some process has failed. Not collective. */
  void undo(Throwable because) {
    inheritance.undo();
    SessionDirectory made = directory;
    if (made != null) {
      directory = null;
      try {
        made.delete();
      } catch (IOException | RuntimeException e) {
        because.addSuppressed(e);
      }
    }
  }
}
