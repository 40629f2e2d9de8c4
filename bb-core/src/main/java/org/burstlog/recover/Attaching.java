package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.Pause;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/** Decides which sessions of a target a reader sees, and takes them in. All of it is collective. */
final class Attaching {
  /** How often, and in which intervals, a session is looked at that is just beginning or ending. */
  private static final int TRIES = 100;

  private static final long BETWEEN_TRIES = 10_000_000;

  private final LeftBehind left;
  private final ProcessGroup group;
  private final Storage storage;
  private final Path target;
  private final AttachPolicy policy;
  private final RecoverPolicy recover;
  private final int leader;
  private TargetWriter writer = TargetWriter.NOBODY;

  Attaching(LeftBehind left, AttachPolicy policy, RecoverPolicy recover) throws IOException {
    this.left = left;
    this.group = left.group();
    this.storage = left.storage();
    this.target = left.target();
    this.policy = policy;
    this.recover = recover;
    this.leader = group.nodes().leader(group.rank());
  }

  /**
   * Takes the sessions in that were found.
   *
   * @param known those that were taken in before
   * @return the sessions, the oldest first
   */
  List<AttachedSession> all(List<AttachedSession> known) throws IOException {
    return left.freshly(() -> attachAll(known));
  }

  private List<AttachedSession> attachAll(List<AttachedSession> known) throws IOException {
    writer = TargetWriter.NOBODY;
    List<AttachedSession> all = new ArrayList<>();
    try {
      for (TierSession session : left.sessions()) {
        AttachedSession attached = attach(session, known);
        if (attached != null) {
          all.add(attached);
        }
      }
      return all;
    } catch (IOException | RuntimeException e) {
      all.removeAll(known);
      for (AttachedSession unused : all) {
        unused.close();
      }
      throw e;
    }
  }

  /** Returns what was found of the program that writes the target, the same in every process. */
  TargetWriter writer() {
    return writer;
  }

  /** Takes note of a session. Collective. */
  private void note(TargetWriter.State state, TierSession session, long mark) throws IOException {
    // What every process sees: each has looked at the logs behind the number that it found itself.
    long seen = group.min(mark);
    writer = writer.or(new TargetWriter(state, seen, Optional.of(session.paths().get(0))));
  }

  private @Nullable AttachedSession attach(TierSession session, List<AttachedSession> known)
      throws IOException {
    if (session.refused()) {
      return pass(target + " may lack what is in a log: " + String.join("; ", session.problems()));
    }
    SessionState state = session.state();
    if (state == SessionState.RETAINED) {
      return retained(session, known);
    }
    if (state != SessionState.LIVE && state != SessionState.ORPHANED) {
      return null;
    }
    Optional<String> doubt = TargetDoubt.of(group, session, target);
    if (doubt.isPresent()) {
      return pass(LeftBehind.what(session) + " is of another file: " + target + " " + doubt.get());
    }
    return state == SessionState.LIVE ? live(session, known) : orphaned(session, known);
  }

  /** Something that cannot be said to be of this target is no reason not to read it, by itself. */
  private @Nullable AttachedSession pass(String problem) throws RecoveryRefusedException {
    if (policy == AttachPolicy.REQUIRE || recover == RecoverPolicy.REFUSE) {
      throw new RecoveryRefusedException(problem);
    }
    left.warn(problem + "; the file is read without it");
    return null;
  }

  private AttachedSession live(TierSession session, List<AttachedSession> known)
      throws IOException {
    LiveSession before = known(LiveSession.class, session, known);
    LiveSession attached = before == null ? new LiveSession(storage, session, group) : before;
    try {
      look(attached, session);
      for (int tries = TRIES; tries > 1 && !attached.unreached().isEmpty(); tries--) {
        // It is being opened, or closed; or these are on nodes that the group is not on.
        Pause.nanos(BETWEEN_TRIES);
        look(attached, session);
      }
      check(session, attached.unreached());
      long mark = attached.mark();
      if (attached.isApart()) {
        // Other nodes may have looked before the process left the number that this one has seen.
        mark = group.max(mark);
        look(attached, session);
      }
      note(TargetWriter.State.LIVE, session, mark);
      return attached;
    } catch (IOException | RuntimeException e) {
      if (before == null) {
        attached.close();
      }
      throw e;
    }
  }

  /** Returns what was made of a session before; null when nothing was. */
  private static <T extends AttachedSession> @Nullable T known(
      Class<T> kind, TierSession session, List<AttachedSession> known) {
    for (AttachedSession old : known) {
      if (kind.isInstance(old) && old.found().number() == session.number()) {
        return kind.cast(old);
      }
    }
    return null;
  }

  private void look(LiveSession live, TierSession session) throws IOException {
    Together.run(group, "reading the logs of " + session, live::look);
    live.share();
  }

  private @Nullable AttachedSession orphaned(TierSession session, List<AttachedSession> known)
      throws IOException {
    noteCrash(session);
    OrphanedSession before = known(OrphanedSession.class, session, known);
    if (before != null) {
      return before;
    }
    if (recover != RecoverPolicy.AUTO) {
      return unwanted(session);
    }
    Judgement judgement = Judge.judge(group, storage, session, Progress.NONE);
    if (judgement.state() == LogVerdict.State.DAMAGED && policy != AttachPolicy.PARTIAL) {
      throw refusal(session, "is damaged: " + flaws(judgement));
    }
    if (judgement.state() != LogVerdict.State.CLEAN) {
      left.warn(LeftBehind.what(session) + " is read as far as it is whole: " + flaws(judgement));
    }
    if (judgement.records() == 0) {
      // Processes that drained alone have left nothing in logs, and no trace in the header.
      return judgement.state() == LogVerdict.State.CLEAN
          ? new OrphanedSession(storage, judgement.source(), judgement, group)
          : null;
    }
    check(session, judgement.missing());
    OrphanedSession attached = new OrphanedSession(storage, judgement.source(), judgement, group);
    try {
      check(session, attached.unreached());
      return attached;
    } catch (IOException | RuntimeException e) {
      attached.close();
      throw e;
    }
  }

  private @Nullable AttachedSession retained(TierSession session, List<AttachedSession> known)
      throws IOException {
    if (left.isLive()) {
      // A drain may change the target at any moment, and what it has moved is in no log any more.
      return null;
    }
    List<Catalogue> catalogues = RetainedCatalogues.of(left, session);
    RetainedSession before = known(RetainedSession.class, session, known);
    if (catalogues.isEmpty()) {
      return null;
    }
    return before == null ? new RetainedSession(storage, session, catalogues, group) : before;
  }

  private void noteCrash(TierSession session) throws IOException {
    long[] mark = {0};
    if (recover == RecoverPolicy.AUTO) {
      Together.run(
          group,
          "reading the logs of " + session,
          () -> mark[0] = Marks.of(storage, session, leader));
    }
    // Of a session that is not read, nothing is known to be complete.
    note(TargetWriter.State.CRASHED, session, mark[0]);
  }

  private @Nullable AttachedSession unwanted(TierSession session) throws IOException {
    if (Judge.anyRecord(group, storage, session)) {
      if (recover == RecoverPolicy.REFUSE) {
        throw left.refusal(session);
      }
      left.warn(
          LeftBehind.what(session)
              + " has records that are not in "
              + target
              + ", and is left alone, as recover=ignore says");
    }
    return null;
  }

  private static String flaws(Judgement judgement) {
    return String.join("; ", judgement.flaws());
  }

  /** Refuses in every process when any cannot reach the logs of some ranks. */
  private void check(TierSession session, List<Integer> unreached) throws IOException {
    if (group.max(unreached.isEmpty() ? 0 : 1) == 0) {
      return;
    }
    List<Integer> all =
        Wire.shareAll(group, unreached, (rank, out) -> out.writeInt(rank), in -> in.readInt())
            .stream()
            .distinct()
            .sorted()
            .toList();
    String what =
        "has logs of ranks "
            + Recovery.ranks(all)
            + " that cannot be read from any node: they are on other nodes' tiers, or gone";
    if (policy != AttachPolicy.PARTIAL) {
      throw refusal(session, what);
    }
    left.warn(LeftBehind.what(session) + " " + what + "; the file is read without them");
  }

  private RecoveryRefusedException refusal(TierSession session, String why) {
    return new RecoveryRefusedException(
        LeftBehind.what(session)
            + ", which may have data that is not in "
            + target
            + ", "
            + why
            + ". burstlog.attach=partial (BURSTLOG_ATTACH) reads what there is of it,"
            + " burstlog.attach=off reads the file as it is"
            + (session.state() == SessionState.LIVE
                ? ""
                : ", 'bb recover " + session.paths().get(0) + "' brings it into the file"));
  }
}
