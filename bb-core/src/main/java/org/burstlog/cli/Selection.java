package org.burstlog.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.burstlog.BurstlogException;
import org.burstlog.buffer.Tiers;
import org.burstlog.group.ProcessGroup;
import org.burstlog.job.DataWarp;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions a verb is to work on: those whose directories are named, those of targets that are
 * named, or all that a condition is true of.
 *
 * @param tiers where to look; none for the tier that the settings name
 * @param named directories of sessions, and paths of targets
 * @param all what else is wanted of the tiers, null for nothing
 */
record Selection(List<Path> tiers, List<Path> named, @Nullable Predicate<TierSession> all) {
  private static final Storage STORAGE = new LocalStorage();

  Selection {
    tiers = List.copyOf(tiers);
    named = List.copyOf(named);
  }

  /** Tells whether a session has, or may have, something that the target lacks. */
  static boolean isLeft(TierSession session) {
    return session.state() == SessionState.ORPHANED || session.refused() || session.doubtful();
  }

  /** As above, or whether it is the rest of one that had nothing more to move. */
  static boolean isLeftOrRest(TierSession session) {
    return isLeft(session) || (session.state() == SessionState.EMPTY && session.hasFiles());
  }

  /** Everything in some tiers. */
  static Selection everything(List<Path> tiers) {
    return new Selection(tiers, List.of(), session -> true);
  }

  /** Finds them, the oldest first. Collective. */
  List<TierSession> find(ProcessGroup group) throws IOException {
    Set<Path> directories = new LinkedHashSet<>();
    Set<Path> targets = new LinkedHashSet<>();
    for (Path path : named) {
      if (SessionFinder.isSession(path)) {
        directories.add(path);
      } else {
        targets.add(TargetPath.canonical(path));
      }
    }
    Predicate<TierSession> every = all;
    if (targets.isEmpty() && every == null) {
      return SessionFinder.at(group, STORAGE, List.copyOf(directories));
    }
    Set<Path> wanted = Set.copyOf(targets);
    for (TierSession session : SessionFinder.find(group, STORAGE, chosen(tiers))) {
      boolean named = wanted.stream().anyMatch(session::mayBeOf);
      targets.removeIf(session::mayBeOf);
      if (named || (every != null && every.test(session))) {
        directories.addAll(session.paths());
      }
    }
    if (!targets.isEmpty()) {
      throw new BurstlogException(
          "no session of "
              + targets.iterator().next()
              + " is on "
              + chosen(tiers)
              + "; 'bb list' shows those that are, --tier names other tiers");
    }
    return directories.isEmpty()
        ? List.of()
        : SessionFinder.at(group, STORAGE, List.copyOf(directories));
  }

  /**
   * Returns the tiers to look in: those given, or the one that the settings name, or all instances
   * of DataWarp that the job has, or what else its scheduler offers.
   */
  static List<Path> chosen(List<Path> tiers) throws IOException {
    if (!tiers.isEmpty()) {
      return List.copyOf(tiers);
    }
    Settings settings = Settings.load();
    List<Path> instances = DataWarp.instances(System.getenv());
    return settings.get(Settings.TIER).isEmpty() && !instances.isEmpty()
        ? instances
        : List.of(Tiers.choose(settings, System.getenv()));
  }

  /**
   * Finds sessions of the same target that make it wrong to replay one: a live one, whose newer
   * data it would overwrite; an older orphaned one that is not among those that are worked on, as
   * it would overwrite this one when it is replayed later.
   */
  static List<TierSession> inTheWay(
      ProcessGroup group, TierSession session, List<TierSession> selected) throws IOException {
    Path target = session.target();
    Set<String> ids = new HashSet<>();
    selected.forEach(s -> ids.add(s.id()));
    Set<Path> around = new LinkedHashSet<>();
    for (Path path : session.paths()) {
      Path own = path.getParent();
      Path tier = own == null ? null : own.getParent();
      if (tier != null) {
        around.add(tier);
      }
    }
    List<TierSession> found = new ArrayList<>();
    for (TierSession other : SessionFinder.find(group, STORAGE, List.copyOf(around))) {
      boolean older =
          other.state() == SessionState.ORPHANED
              && other.created() < session.created()
              && !ids.contains(other.id());
      if (target != null
          && target.equals(other.target())
          && (older || other.state() == SessionState.LIVE)) {
        found.add(other);
      }
    }
    return found;
  }

  /** Finds the spare sessions that processes of this user keep, or have left when they died. */
  static List<SpareDirectory> spares(List<Path> tiers) throws IOException {
    Set<Path> own = new LinkedHashSet<>();
    for (Path tier : chosen(tiers)) {
      Path real = TargetPath.canonical(tier);
      own.add(STORAGE.own(real));
    }
    List<SpareDirectory> found = new ArrayList<>();
    for (Path directory : own) {
      found.addAll(SpareDirectory.find(STORAGE, directory));
    }
    return found;
  }

  static Storage storage() {
    return STORAGE;
  }

  /** One session, for all verbs alike. */
  static void describe(Json json, TierSession session) {
    json.field("session", session.id())
        .field("state", Words.lower(session.state()))
        .field("doubtful", session.doubtful())
        .field("target", session.target())
        .field("identity", session.identity())
        .field("created", session.created())
        .field("ranks", session.groupSize())
        .field("logs", session.logs())
        .field("bytes", session.bytes())
        .field("directories", session.paths(), Json::value)
        .field("problems", session.problems(), Json::value);
  }

  static String outcome(RecoveryReport report) {
    return Words.lower(report.outcome());
  }
}
