package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.burstlog.BurstlogException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.format.SessionName;
import org.burstlog.stats.Counters;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetPath;

/** The sessions of one target that are on a tier when it is opened for writing. */
public final class LeftBehind {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  private final Path target;
  private final ProcessGroup group;
  private final Storage storage;
  private final FreshLook.Finder finder;
  private List<TierSession> sessions;

  /** Those whose records are in the target, the oldest first; known when orphans are. */
  private final List<TierSession> retained = new ArrayList<>();

  private LeftBehind(
      Path target,
      ProcessGroup group,
      Storage storage,
      List<TierSession> sessions,
      FreshLook.Finder finder) {
    this.target = target;
    this.group = group;
    this.storage = storage;
    this.finder = finder;
    this.sessions = ofTarget(sessions);
  }

  private List<TierSession> ofTarget(List<TierSession> all) {
    return all.stream().filter(session -> session.mayBeOf(target)).toList();
  }

  /** What one process has found by itself. */
  public static final class Found {
    private final List<FoundDirectory> directories;

    private Found(List<FoundDirectory> directories) {
      this.directories = directories;
    }

    /**
     * Nothing.
     *
     * @return what a process has that has not looked
     */
    public static Found nothing() {
      return new Found(List.of());
    }

    /**
     * Tells how much it is.
     *
     * @return how many directories may be of a session of the target
     */
    public int count() {
      return directories.size();
    }
  }

  /**
   * Looks for them in this process alone. One process a node does.
   *
   * @param target the one name of the target
   * @param tier where its sessions would be
   * @param group the processes that share it, whose own session is passed over
   * @param storage the door to the tier
   * @return what there is
   * @throws IOException when the tier cannot be read
   */
  public static Found look(Path target, Path tier, ProcessGroup group, Storage storage)
      throws IOException {
    return new Found(SessionFinder.look(group, storage, tier, named(target), group.identity()));
  }

  /**
   * Makes one of what each process has found. Collective when any has found something.
   *
   * @param target the one name of the target
   * @param tier where it was looked for them
   * @param group the processes that share it, whose own session is passed over
   * @param storage the door to the tier
   * @param found what this process has found
   * @param any whether any has found something, the same in every process
   * @return what all have found
   * @throws IOException when the group cannot be used any more
   */
  public static LeftBehind of(
      Path target, Path tier, ProcessGroup group, Storage storage, Found found, boolean any)
      throws IOException {
    return new LeftBehind(
        target,
        group,
        storage,
        SessionFinder.share(group, found.directories, any),
        () ->
            SessionFinder.find(
                group, storage, List.of(tier), named(target), Optional.of(group.identity())));
  }

  /**
   * Finds them. Collective; to be called before this program opens a session of its own.
   *
   * @param target the path of the target
   * @param tier where its sessions would be
   * @param group the processes that share it
   * @param storage the door to the tier
   * @return what was found
   * @throws BurstlogException in every process, when the tier cannot be read in any
   * @throws IOException when the group itself cannot be used any more
   */
  public static LeftBehind find(Path target, Path tier, ProcessGroup group, Storage storage)
      throws IOException {
    Path canonical = TargetPath.canonical(target);
    FreshLook.Finder finder =
        () -> SessionFinder.find(group, storage, List.of(tier), named(canonical), Optional.empty());
    return new LeftBehind(canonical, group, storage, finder.find(), finder);
  }

  Path target() {
    return target;
  }

  ProcessGroup group() {
    return group;
  }

  Storage storage() {
    return storage;
  }

  /** What is done with what was found; it may be done several times. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Works on what was found, and on what there is then where others remove it meanwhile, see {@link
   * FreshLook}. Collective.
   */
  <T> T freshly(Work<T> work) throws IOException {
    return FreshLook.work(
        group,
        storage,
        () -> ofTarget(finder.find()),
        sessions,
        found -> {
          sessions = found;
          retained.removeIf(
              known -> found.stream().noneMatch(now -> now.number() == known.number()));
          return work.run();
        });
  }

  /** The sessions that are of the target, or may be, the oldest first. */
  List<TierSession> sessions() {
    return sessions;
  }

  /**
   * Recovers, refuses or leaves the sessions of a target that was opened for update, as the policy
   * says. Collective.
   *
   * @param open the open target
   * @param policy what to do
   * @param drain how records are written
   * @param retention what is kept of what is brought into the target
   * @return what was recovered, the oldest first
   * @throws BurstlogException in every process, when the target must not be used as it is, saying
   *     what to do
   * @throws IOException when the group itself cannot be used any more
   */
  public List<RecoveryReport> recover(
      TargetFile open, RecoverPolicy policy, DrainOptions drain, Retention retention)
      throws IOException {
    List<RecoveryReport> reports = new ArrayList<>();
    return freshly(
        () -> {
          List<TierSession> orphaned = orphaned(policy);
          for (TierSession session : orphaned) {
            refuseOver(sessions, session, policy);
            // What a younger one has lies over it.
            boolean last = session.equals(orphaned.get(orphaned.size() - 1));
            recover(session, open, policy, drain, last ? retention : Retention.NONE)
                .ifPresent(reports::add);
            if (last) {
              evict(session, retention);
            }
            session.letGo();
          }
          return reports;
        });
  }

  /** Gives up what is too much now, perhaps what was just retained. */
  private void evict(TierSession session, Retention retention) {
    for (FoundDirectory directory : session.directories()) {
      Path own = directory.path().getParent();
      if (retained.contains(session) && directory.finder() == group.rank() && own != null) {
        retention.evict(storage, own);
      }
    }
  }

  /**
   * Tells whether anything may be retained of the target, which was opened for update and
   * recovered. Another program that writes to it leaves nothing of that good.
   *
   * @return the same in every process
   */
  public boolean isRetained() {
    return !retained.isEmpty() && !isLive();
  }

  /** Tells whether another program writes to the target. */
  boolean isLive() {
    return sessions.stream().anyMatch(session -> session.state() == SessionState.LIVE);
  }

  /** Removes what is retained of the target: each process what it has found. */
  public void dropRetained() {
    retained.forEach(this::drop);
    retained.clear();
  }

  /**
   * Takes in what is retained of the target, which was opened for update and recovered, and to
   * which nobody has written since. Collective.
   *
   * @param counters count what is read of it
   * @return what is good for reads until the target is written to
   * @throws BurstlogException in every process, when a tier cannot be read in any
   * @throws IOException when the group itself cannot be used any more
   */
  public Attachment retained(Counters counters) throws IOException {
    List<AttachedSession> good =
        freshly(
            () -> {
              List<AttachedSession> whole = new ArrayList<>();
              for (TierSession session : retained) {
                List<Catalogue> catalogues = RetainedCatalogues.of(this, session);
                if (!catalogues.isEmpty()) {
                  whole.add(new RetainedSession(storage, session, catalogues, group));
                }
              }
              return whole;
            });
    return Attachment.of(group, good, counters);
  }

  /**
   * Tells by warnings what is in logs and not in a target that is only read; refuses with {@link
   * RecoverPolicy#REFUSE}. Nothing is replayed: a reader need not have the right to write.
   * Collective.
   *
   * @param policy what to do
   * @throws RecoveryRefusedException in every process, when a crash left records and they are not
   *     to be ignored
   * @throws IOException when the group itself cannot be used any more
   */
  public void tellReaders(RecoverPolicy policy) throws IOException {
    freshly(
        () -> {
          tell(policy);
          return true;
        });
  }

  private void tell(RecoverPolicy policy) throws IOException {
    for (TierSession session : sessions) {
      if (session.refused()) {
        String problem =
            target
                + " may lack what a crash left in a log: "
                + String.join("; ", session.problems());
        if (policy == RecoverPolicy.REFUSE) {
          throw new RecoveryRefusedException(problem);
        }
        warn(problem);
      } else if (session.state() == SessionState.LIVE) {
        warn(
            what(session)
                + " is live: what its "
                + (session.groupSize() == 1 ? "process" : session.groupSize() + " processes")
                + " put since the last drain is in logs and not in "
                + target
                + ", which is read as it is");
      } else if (session.state() == SessionState.ORPHANED
          && Judge.anyRecord(group, storage, session)) {
        if (policy == RecoverPolicy.REFUSE) {
          throw refusal(session);
        }
        warn(
            what(session)
                + " has records that are not in "
                + target
                + ", which is read as it is; 'bb recover "
                + session.paths().get(0)
                + "' brings them in, and so does opening it for writing");
      }
    }
  }

  /**
   * Marks the sessions of a file that is made anew: their records belong to the file that was there
   * before. Nobody replays them into the new one, and they are kept until they are discarded.
   * Collective; to be called when all else that can fail has been done, and before the old file is
   * emptied.
   *
   * @param policy what to do
   * @throws BurstlogException in every process, when the file must not be made anew, or a session
   *     cannot be marked
   * @throws IOException when the group itself cannot be used any more
   */
  public void supersede(RecoverPolicy policy) throws IOException {
    freshly(
        () -> {
          supersedeAll(policy);
          return true;
        });
  }

  private void supersedeAll(RecoverPolicy policy) throws IOException {
    List<TierSession> orphaned = orphaned(policy);
    List<TierSession> withRecords = new ArrayList<>();
    for (TierSession session : orphaned) {
      if (session.target() != null && Judge.anyRecord(group, storage, session)) {
        if (policy == RecoverPolicy.REFUSE) {
          throw refusal(session);
        }
        withRecords.add(session);
      }
    }
    dropRetained();
    for (TierSession session : orphaned) {
      supersede(session, withRecords.contains(session));
      session.letGo();
    }
  }

  /** Those that may have records that are not in the target; of others it is told. */
  private List<TierSession> orphaned(RecoverPolicy policy) throws IOException {
    List<TierSession> orphaned = new ArrayList<>();
    retained.clear();
    for (TierSession session : sessions) {
      if (session.refused()) {
        doubt(session, policy);
      } else if (session.state() == SessionState.LIVE) {
        warn(
            "another session of "
                + target
                + " is live ("
                + session
                + "); two programs that write one file at once spoil it");
      } else if (session.state() == SessionState.ORPHANED) {
        orphaned.add(session);
      } else if (session.state() == SessionState.RETAINED) {
        // Whoever has put a catalogue beside records that were not drained must not lose them.
        if (Judge.judge(group, storage, session, Progress.NONE).records() > 0) {
          orphaned.add(session);
        } else {
          retained.add(session);
        }
      }
      // Nothing of any other will ever be replayed unless somebody asks for it.
    }
    return orphaned;
  }

  /**
   * Removes what is retained of the target, which is about to be changed, or was: each process what
   * it has found. Where that fails, as on a tier that may only be read, it stays, and is of no use.
   */
  void drop(TierSession session) {
    for (FoundDirectory directory : session.ownedBy(group.rank())) {
      try {
        RetainedSessions.drop(storage, directory.path());
      } catch (IOException e) {
        LOGGER.log(System.Logger.Level.DEBUG, directory.path() + " could not be removed", e);
      }
    }
  }

  /** Processes of another locale may have shown a name that is not ASCII in another way. */
  private static Predicate<String> named(Path target) {
    String name = SessionName.of(target, 0).target();
    return shown -> shown.equals(name) || !TargetPath.isAscii(shown) || !TargetPath.isAscii(name);
  }

  /** What a program that still runs has put since would be overwritten by an older session. */
  private void refuseOver(List<TierSession> all, TierSession orphaned, RecoverPolicy policy)
      throws IOException {
    for (TierSession other : all) {
      if (policy == RecoverPolicy.AUTO
          && other.state() == SessionState.LIVE
          && Judge.anyRecord(group, storage, orphaned)) {
        throw new RecoveryRefusedException(
            inTheWay(
                what(orphaned)
                    + " cannot be replayed while another program writes the file, in the live"
                    + " session "
                    + other.paths().get(0)
                    + "; wait for its end"));
      }
    }
  }

  /** Something has the name of a session of this target, and cannot be looked into. */
  private void doubt(TierSession session, RecoverPolicy policy) throws IOException {
    String problem = String.join("; ", session.problems());
    if (policy != RecoverPolicy.IGNORE) {
      throw new RecoveryRefusedException(inTheWay(problem));
    }
    warn(problem);
  }

  private String inTheWay(String why) {
    return "opening "
        + target
        + " for writing would lose what a crash left for it: "
        + why
        + ". burstlog.recover=ignore (BURSTLOG_RECOVER) opens it as it is";
  }

  private Optional<RecoveryReport> recover(
      TierSession session,
      TargetFile open,
      RecoverPolicy policy,
      DrainOptions drain,
      Retention retention)
      throws IOException {
    if (policy != RecoverPolicy.AUTO && !Judge.anyRecord(group, storage, session)) {
      return Optional.empty();
    }
    if (policy == RecoverPolicy.REFUSE) {
      throw refusal(session);
    }
    if (policy == RecoverPolicy.IGNORE) {
      warn(
          what(session)
              + " is left alone, as recover=ignore says; replayed later, it overwrites what is"
              + " written from now on");
      return Optional.empty();
    }
    RecoveryReport report;
    try {
      report =
          new Recovery(
                  group,
                  storage,
                  (g, path, mode) -> open,
                  options(drain),
                  /* closes= */ false,
                  retention)
              .recover(session);
    } catch (RecoveryRefusedException e) {
      throw new RecoveryRefusedException(inTheWay(BurstlogException.messageOf(e)));
    }
    if (report.complete() && report.kept()) {
      retained.add(session);
    }
    if (!report.complete()) {
      Judgement judgement = report.judgement();
      warn(
          what(session)
              + (report.outcome() == RecoveryReport.Outcome.REPLAYED
                  ? " was replayed, but not all of it was there: "
                  : " has nothing that is whole: ")
              + (judgement == null ? "" : String.join("; ", judgement.flaws())));
    } else if (report.outcome() == RecoveryReport.Outcome.REPLAYED && group.rank() == 0) {
      LOGGER.log(System.Logger.Level.INFO, what(session) + " was replayed into " + target);
    }
    return Optional.of(report);
  }

  /** The target is open, so it exists, whatever the kernel knows of it. */
  private static RecoveryOptions options(DrainOptions drain) {
    return RecoveryOptions.careful(drain).with(RecoveryOptions.Choice.CREATE_TARGET);
  }

  /** What a session holds belongs to the file that was there before this one was made. */
  private void supersede(TierSession session, boolean records) throws IOException {
    if (session.target() == null) {
      warn(session + " may be of " + target + ", but its headers are damaged; see 'bb verify'");
      return;
    }
    try (SessionRecovery recovery = SessionRecovery.begin(group, storage, session)) {
      if (!records) {
        recovery.remove();
        return;
      }
      recovery.mark(Marker.SUPERSEDED);
    }
    warn(
        what(session)
            + " belongs to the file that was there before "
            + target
            + " was made anew, and will not be replayed; 'bb discard "
            + session.paths().get(0)
            + "' frees its "
            + session.bytes()
            + " bytes of the tier");
  }

  RecoveryRefusedException refusal(TierSession session) {
    String where = session.paths().get(0).toString();
    return new RecoveryRefusedException(
        what(session)
            + " has records that are not in "
            + target
            + ", and recover=refuse is set; 'bb recover "
            + where
            + "' brings them in, 'bb discard "
            + where
            + "' gives them up");
  }

  static String what(TierSession session) {
    return "session " + session + " of " + Instant.ofEpochMilli(session.created());
  }

  void warn(String message) {
    if (group.rank() == 0) {
      LOGGER.log(System.Logger.Level.WARNING, message);
    }
  }
}
