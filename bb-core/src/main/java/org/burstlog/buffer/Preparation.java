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
 * the tier, and one process a node looks there for sessions that a crash has left and makes the
 * directory of the new one. On a shared tier thousands would storm it.
 */
final class Preparation {
  private final ProcessGroup group;
  private final Path target;
  private final TargetFile.Mode mode;
  private final Depot depot;
  private LeftBehind.Found found = LeftBehind.Found.nothing();
  private @Nullable Path tier;
  private @Nullable Birth birth;
  private @Nullable SessionDirectory directory;

  Preparation(ProcessGroup group, Path target, TargetFile.Mode mode, Depot depot) {
    this.group = group;
    this.target = target;
    this.mode = mode;
    this.depot = depot;
  }

  /** Finds and makes it; may fail in this process alone. */
  void run(Settings settings) throws IOException {
    Path chosen = Tiers.choose(group, target, settings);
    tier = chosen;
    SessionDirectory.checkTier(depot.storage(), chosen);
    if (group.nodes().isLeader(group.rank())) {
      Path canonical = TargetPath.canonical(target);
      if (group.rank() == 0) {
        birth = Birth.of(canonical, mode);
      }
      found = LeftBehind.look(canonical, chosen, group, depot.storage());
      make(chosen, canonical);
    }
  }

  private void make(Path chosen, Path canonical) throws IOException {
    SessionDirectory made =
        SessionDirectory.make(depot.storage(), chosen, canonical, group.identity());
    directory = made;
    if (group.rank() == 0) {
      depot.look(chosen, made);
    }
    depot.spares().clean(made);
  }

  /** Tells whether a process of another node has made the directory of the session. */
  boolean isTierShared() {
    SessionDirectory made = directory;
    return made != null && made.wasThere();
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
    return LeftBehind.of(known.path(), group, depot.storage(), found, any);
  }

  /** Removes what this process has made, as some process has failed. Not collective. */
  void undo(Throwable because) {
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
