package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.recover.RecoveryOptions.Choice;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetIdentity;
import org.burstlog.target.TargetPath;
import org.burstlog.target.TargetSystem;

/**
 * Brings what a crash left in logs into the target, or refuses and says what to do.
 *
 * <p>Every method is collective: all processes of the group decide the same. Doing it again, after
 * it was killed at any moment, leaves the same file.
 */
public final class Recovery {
  private static final int MOST_FLAWS = 5;

  /** How many missing ranks a message names. */
  private static final int MOST_RANKS = 100;

  private final ProcessGroup group;
  private final Storage storage;
  private final TargetSystem targets;
  private final boolean closes;
  private final RecoveryOptions options;
  private final Retention retention;

  /**
   * Prepares for recoveries.
   *
   * @param group the processes that recover together; their number need not be that of the session
   * @param storage the door to the tiers
   * @param targets opens targets
   * @param options how sessions are recovered
   */
  public Recovery(
      ProcessGroup group, Storage storage, TargetSystem targets, RecoveryOptions options) {
    this(group, storage, targets, options, true, Retention.NONE);
  }

  /**
   * As above; a target that was open before need not be closed, and what is in it then may be kept
   * for those who read it.
   */
  Recovery(
      ProcessGroup group,
      Storage storage,
      TargetSystem targets,
      RecoveryOptions options,
      boolean closes,
      Retention retention) {
    this.group = group;
    this.storage = storage;
    this.targets = targets;
    this.options = options;
    this.closes = closes;
    this.retention = retention;
  }

  /**
   * Recovers a session. Sessions of one target are to be recovered in the order in which they are
   * found, the oldest first.
   *
   * @param session what was found
   * @return what was done
   * @throws RecoveryRefusedException in every process, when something is in doubt; nothing was
   *     changed
   * @throws BurstlogException in every process, when it failed in any; the logs are kept, and it
   *     may be done again
   * @throws IOException when the group itself cannot be used any more
   */
  public RecoveryReport recover(TierSession session) throws IOException {
    refuseUntouchable(session);
    SessionState state = session.state();
    if (state == SessionState.LIVE) {
      throw new RecoveryRefusedException(
          session
              + " is live: a process of it still runs, or somebody is recovering it; wait for its"
              + " end, or end it");
    }
    if (state == SessionState.SUPERSEDED && !options.has(Choice.FORCE)) {
      throw new RecoveryRefusedException(
          session
              + ": its target was created anew since, and its records belong to the file that was"
              + " before; 'bb discard' removes it, --force replays it all the same");
    }
    if (state == SessionState.RETAINED
        && Judge.judge(group, storage, session, Progress.NONE).records() == 0) {
      return new RecoveryReport(
          session, null, RecoveryReport.Outcome.NOTHING_PENDING, null, true, false);
    }
    if (state == SessionState.EMPTY && !session.hasFiles()) {
      return new RecoveryReport(
          session, null, RecoveryReport.Outcome.NOTHING_PENDING, null, true, false);
    }
    try (SessionRecovery recovery = SessionRecovery.begin(group, storage, session)) {
      if (state == SessionState.RECOVERED || state == SessionState.EMPTY) {
        boolean kept =
            options.has(Choice.KEEP) || options.has(Choice.DRY_RUN) || session.doubtful();
        if (!kept) {
          recovery.remove();
        }
        return new RecoveryReport(
            session,
            null,
            state == SessionState.EMPTY
                ? RecoveryReport.Outcome.NOTHING_PENDING
                : RecoveryReport.Outcome.ALREADY_RECOVERED,
            session.doubtful() ? recovery.judge(options.progress()) : null,
            kept,
            false);
      }
      Judgement judgement = recovery.judge(options.progress());
      return recover(session, recovery, judgement);
    }
  }

  private RecoveryReport recover(TierSession session, SessionRecovery recovery, Judgement judgement)
      throws IOException {
    if (judgement.state() == LogVerdict.State.DAMAGED && !options.has(Choice.FORCE)) {
      throw new RecoveryRefusedException(damage(session, judgement));
    }
    boolean doubtful = judgement.state() != LogVerdict.State.CLEAN;
    if (judgement.records() == 0) {
      boolean kept = doubtful || options.has(Choice.KEEP) || options.has(Choice.DRY_RUN);
      if (!kept) {
        finishDrained(session);
        recovery.remove();
      } else if (doubtful && !options.has(Choice.DRY_RUN)) {
        recovery.mark(Marker.DOUBTFUL);
        recovery.mark(Marker.RECOVERED);
      }
      return new RecoveryReport(
          session, null, RecoveryReport.Outcome.NOTHING_PENDING, judgement, kept, false);
    }
    boolean partial =
        options.has(Choice.PARTIAL)
            || (options.has(Choice.NODE_BY_NODE) && session.copied().copies() == 0);
    if (!judgement.missing().isEmpty() && !partial) {
      throw new RecoveryRefusedException(missing(session, judgement));
    }
    Path target = checkedTarget(session);
    boolean exists = all(TargetPath.exists(target));
    // One that is open already exists, whatever the kernel knows of it.
    boolean made = closes && !exists;
    if (options.has(Choice.DRY_RUN)) {
      if (exists) {
        try (TargetFile open = targets.open(group, target, TargetFile.Mode.READ)) {
          refuseHeadless(session, open, judgement);
        }
      }
      return new RecoveryReport(
          session, target, RecoveryReport.Outcome.WOULD_BE_REPLAYED, judgement, true, made);
    }
    TargetFile open =
        targets.open(group, target, exists ? TargetFile.Mode.UPDATE : TargetFile.Mode.CREATE_NEW);
    try {
      if (exists) {
        refuseHeadless(session, open, judgement);
      }
      recovery.replay(open, options.drain(), judgement, options.progress());
      finish(open);
    } finally {
      if (closes) {
        open.close();
      }
    }
    // What could not be read is not thrown away: that it was cut off by a power loss and never
    // promised is likely, and not proven. Nor are the records of a file whose other content is
    // gone: somebody may have a better one for them.
    boolean kept = doubtful || made || options.has(Choice.KEEP);
    if (doubtful) {
      recovery.mark(Marker.DOUBTFUL);
    }
    boolean retained =
        !kept && retention.wants(target, session) && recovery.retain(target, judgement);
    if (!kept && !retained) {
      recovery.remove();
    } else if (kept && !made) {
      recovery.mark(Marker.RECOVERED);
    }
    return new RecoveryReport(
        session, target, RecoveryReport.Outcome.REPLAYED, judgement, kept || retained, made);
  }

  private void finish(TargetFile open) throws IOException {
    for (Finisher finisher : ServiceLoader.load(Finisher.class)) {
      finisher.finish(group, open);
    }
  }

  /**
   * Processes that drain alone, or whose puts no log could take, may have left nothing but what is
   * in the target already.
   */
  private void finishDrained(TierSession session) throws IOException {
    Path target = options.into().orElse(session.target());
    if (target == null
        || !all(TargetPath.exists(target))
        || TargetDoubt.of(group, session, target).isPresent()) {
      return;
    }
    TargetFile open = targets.open(group, target, TargetFile.Mode.UPDATE);
    try {
      finish(open);
    } finally {
      if (closes) {
        open.close();
      }
    }
  }

  /**
   * Refuses a target that ends before the arrays, unless it has the whole header of a known format:
   * no log has what lies before the arrays.
   */
  private void refuseHeadless(TierSession session, TargetFile open, Judgement judgement)
      throws IOException {
    Path target = open.path();
    long size =
        group.min(
            group.rank() == 0
                ? TargetIdentity.of(target).map(TargetIdentity::size).orElse(Long.MAX_VALUE)
                : Long.MAX_VALUE);
    boolean none = judgement.begins() == Long.MAX_VALUE || size >= judgement.begins();
    if (none || options.has(Choice.FORCE)) {
      return;
    }
    for (Finisher finisher : ServiceLoader.load(Finisher.class)) {
      if (finisher.hasHeader(group, open)) {
        return;
      }
    }
    throw inDoubt(
        session,
        target,
        "has "
            + size
            + " bytes, and what is in the logs begins at byte "
            + judgement.begins()
            + ", so what was before that, such as a header, is gone: it was cut off or overwritten");
  }

  private static void refuseUntouchable(TierSession session) throws RecoveryRefusedException {
    List<String> problems = session.problems();
    if (!problems.isEmpty()) {
      throw new RecoveryRefusedException(String.join("; ", problems));
    }
  }

  private static String damage(TierSession session, Judgement judgement) {
    List<String> flaws = judgement.flaws();
    String some = flaws.stream().limit(MOST_FLAWS).collect(Collectors.joining("; "));
    return session
        + " is damaged: "
        + some
        + (flaws.size() > MOST_FLAWS ? "; and more, which 'bb verify' lists" : "")
        + ". 'bb recover --force' replays the "
        + judgement.records()
        + " records that are whole and keeps the logs; 'bb discard' gives them up";
  }

  private static String missing(TierSession session, Judgement judgement) {
    int copies = session.copied().copies();
    if (copies > 0) {
      return session
          + " had "
          + session.groupSize()
          + " processes, and of the logs of ranks "
          + ranks(judgement.missing())
          + " neither the logs themselves are on the tiers that were searched, nor a copy, nor so"
          + " much parity that they can be rebuilt, as the loss of more than "
          + (copies == 1 ? "one node" : copies + " nodes")
          + " leaves it; what else there is are "
          + judgement.records()
          + " records, "
          + judgement.bytes()
          + " bytes. Name the tiers of all nodes that are left by --tier; --partial goes on without"
          + " what is lost, which nobody can tell the size of";
    }
    return session
        + " had "
        + session.groupSize()
        + " processes, and the logs of ranks "
        + ranks(judgement.missing())
        + " are not on the tiers that were searched; they are on other nodes, where 'bb recover'"
        + " finds them, or gone";
  }

  /** Names ranks, as many as a message bears. */
  static String ranks(List<Integer> ranks) {
    return ranks.stream().limit(MOST_RANKS).map(String::valueOf).collect(Collectors.joining(", "))
        + (ranks.size() > MOST_RANKS ? " and " + (ranks.size() - MOST_RANKS) + " more" : "");
  }

  /** Returns where to replay, when it is the file that was logged. */
  private Path checkedTarget(TierSession session) throws IOException {
    Path logged = session.target();
    Path target = options.into().orElse(logged);
    if (target == null) {
      throw new RecoveryRefusedException(
          session + ": no header says what its target was; name it by --target");
    }
    if (group.max(TargetPath.isDirectory(target) ? 1 : 0) != 0) {
      throw new RecoveryRefusedException(
          session + ": its target " + target + " is a directory; name the file in it by --target");
    }
    if (!all(TargetPath.exists(target))) {
      if (options.has(Choice.CREATE_TARGET)) {
        return target;
      }
      throw new RecoveryRefusedException(
          session
              + ": its target "
              + target
              + " does not exist; when it was moved, name it by --target; --create-target makes a"
              + " new one, which will have nothing but what is in the logs");
    }
    Optional<String> doubt = TargetDoubt.of(group, session, target);
    if (doubt.isPresent() && !options.has(Choice.FORCE)) {
      throw inDoubt(session, target, doubt.get());
    }
    return target;
  }

  private RecoveryRefusedException inDoubt(TierSession session, Path target, String why) {
    Path where = session.paths().get(0);
    return new RecoveryRefusedException(
        session
            + ": "
            + target
            + " "
            + why
            + "; when it is all the same the file to replay into, 'bb recover --force "
            + (options.into().isPresent() ? "--target " + target + " " : "")
            + where
            + "' replays into it; 'bb discard "
            + where
            + "' gives the records up");
  }

  private boolean all(boolean here) throws IOException {
    return group.min(here ? 1 : 0) != 0;
  }

  /**
   * Reads a session to its end and changes nothing; of one that is retained, what is. Collective.
   *
   * @param group the processes that share the work
   * @param storage the door to the tiers
   * @param session what was found
   * @param progress hears how far it is
   * @return what is to be thought of it
   * @throws BurstlogException in every process, when it cannot be read in any
   * @throws IOException when the group itself cannot be used any more
   */
  public static Judgement judge(
      ProcessGroup group, Storage storage, TierSession session, Progress progress)
      throws IOException {
    Judgement pending = Judge.judge(group, storage, session, progress);
    return session.state() == SessionState.RETAINED && pending.records() == 0
        ? RetainedJudge.judge(group, storage, session, progress)
        : pending;
  }

  /**
   * Deletes a session with all that is in its logs. Collective.
   *
   * @param group the processes that reach the session
   * @param storage the door to the tiers
   * @param session what was found
   * @throws BurstlogException in every process, when it is live or must not be touched
   * @throws IOException when the group itself cannot be used any more
   */
  public static void discard(ProcessGroup group, Storage storage, TierSession session)
      throws IOException {
    refuseUntouchable(session);
    try (SessionRecovery recovery = SessionRecovery.begin(group, storage, session)) {
      recovery.remove();
    }
  }
}
