package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.group.Ending;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * What sessions on the tier have of a target that is open for reading and that may not have it yet:
 * sessions that a crash has left, and those of programs that still write; and what is retained of
 * one, also where it is open for writing.
 *
 * <p>Nothing is changed, locked or waited for. A read takes what the sessions have from their logs,
 * then the rest from the target:
 *
 * <pre>{@code
 * do {
 *   long found = attachment.read(array, region, memory, 0);
 *   if (found < bytes) {
 *     // ... read all of the region from the target into the memory, then:
 *     attachment.catchUp();
 *     attachment.read(array, region, memory, 0);
 *   }
 * } while (!attachment.isStill());
 * }</pre>
 *
 * <p>Several threads may use it, one after the other for each such loop.
 */
public final class Attachment implements Closeable {
  /** Finds the sessions of the target. Collective. */
  public interface Finder {
    /**
     * Finds them.
     *
     * @return what there is now; null where it cannot be found out and need not be known
     * @throws IOException in every process, when that failed in any
     */
    @Nullable LeftBehind find() throws IOException;
  }

  private final ProcessGroup group;
  private final Finder finder;
  private final AttachPolicy policy;
  private final RecoverPolicy recover;
  private final Counters counters;
  private final Fetching fetching;
  private final Footprint footprint = new Footprint();

  /** The oldest first. */
  private volatile List<AttachedSession> sessions = List.of();

  private TargetWriter writer = TargetWriter.UNKNOWN;

  private Attachment(
      ProcessGroup group,
      Finder finder,
      AttachPolicy policy,
      RecoverPolicy recover,
      Counters counters) {
    this.group = group;
    this.finder = finder;
    this.policy = policy;
    this.recover = recover;
    this.counters = counters;
    this.fetching = new Fetching(group, counters);
  }

  /** What is retained of a target that is open for writing. */
  static Attachment of(ProcessGroup group, List<AttachedSession> retained, Counters counters) {
    Attachment attachment =
        new Attachment(group, () -> null, AttachPolicy.AUTO, RecoverPolicy.AUTO, counters);
    attachment.sessions = retained;
    return attachment;
  }

  /**
   * Takes in what there is. Collective.
   *
   * @param target the path of the target
   * @param group the processes that read it
   * @param finder finds the sessions of the target
   * @param policy what to do where something cannot be read; not {@link AttachPolicy#OFF}
   * @param recover whether what a crash left is read at all
   * @return what sessions have of the target, perhaps nothing
   * @throws RecoveryRefusedException in every process, when something cannot be read, saying what
   *     to do
   * @throws IOException when the group itself cannot be used any more
   */
  public static Attachment open(
      Path target, ProcessGroup group, Finder finder, AttachPolicy policy, RecoverPolicy recover)
      throws IOException {
    Attachment attachment =
        new Attachment(group, finder, policy, recover, new Counters(target.toString()));
    attachment.refresh();
    return attachment;
  }

  /**
   * Looks for sessions that have begun or ended, and for what was put since. Collective.
   *
   * @throws RecoveryRefusedException in every process, when something cannot be read; what was read
   *     before stays
   * @throws IOException when the group itself cannot be used any more
   */
  public synchronized void refresh() throws IOException {
    LeftBehind left = finder.find();
    List<AttachedSession> now = List.of();
    TargetWriter found = TargetWriter.UNKNOWN;
    if (left != null) {
      Attaching attaching = new Attaching(left, policy, recover);
      now = attaching.all(sessions);
      found = attaching.writer();
    }
    use(now, found);
  }

  private void use(List<AttachedSession> now, TargetWriter found) throws IOException {
    List<AttachedSession> before = sessions;
    sessions = now;
    writer = found;
    for (AttachedSession session : before) {
      if (!now.contains(session)) {
        session.close();
      }
    }
  }

  /**
   * Writes into memory what sessions have of a region, and leaves the rest of the memory as it is.
   *
   * @param array the array
   * @param region where in it
   * @param into a primitive array with elements as wide as the array's, or a byte buffer
   * @param offset bytes into the memory, a multiple of the element size
   * @return 0 when they have nothing of it; all of the region's bytes only when all were written,
   *     else some number between
   * @throws IOException when a log cannot be read
   */
  public synchronized long read(Array array, Region region, Object into, long offset)
      throws IOException {
    if (sessions.isEmpty() || footprint.set(array, region).isEmpty()) {
      return 0;
    }
    long covered = 0;
    for (AttachedSession session : sessions) {
      covered = Math.max(covered, session.read(array, region, footprint, into, offset));
    }
    return covered;
  }

  /**
   * Takes in what was put since, where logs hold what they held. To be called when the target has
   * been read: a drain may have been moving there, part by part, what was put since the logs were
   * looked at last. It is still in the logs then, whole, or {@link #isStill} is false.
   *
   * @throws IOException when a log cannot be read
   */
  public synchronized void catchUp() throws IOException {
    for (AttachedSession session : sessions) {
      session.catchUp();
    }
  }

  /**
   * Tells whether sessions have logs that not every process can read. What they have of a region is
   * then brought by {@link #fetch}.
   *
   * @return the same in every process
   */
  public synchronized boolean isApart() {
    return sessions.stream().anyMatch(AttachedSession::isApart);
  }

  /**
   * Tells whether logs that this process cannot read may have something of a region.
   *
   * @param array the array
   * @param region where in it
   * @return false where {@link #fetch} finds no more than {@link #read}
   */
  public synchronized boolean isFar(Array array, Region region) {
    return !footprint.set(array, region).isEmpty()
        && sessions.stream()
            .flatMap(session -> session.far().stream())
            .anyMatch(lane -> lane.mayHave(footprint));
  }

  /**
   * Finds out whose logs may have something of a region that neither this process nor the target
   * can be read for.
   *
   * @param array the array
   * @param region where in it
   * @return ranks of their sessions, ascending; none where {@link #read} and the target have all
   *     there is
   */
  public synchronized List<Integer> elsewhere(Array array, Region region) {
    if (footprint.set(array, region).isEmpty()) {
      return List.of();
    }
    return sessions.stream()
        .filter(session -> !session.isInTarget())
        .flatMap(session -> session.far().stream())
        .filter(lane -> lane.mayHave(footprint))
        .map(FarLane::rank)
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Fills memory with what sessions have of regions, also where the logs are on the tiers of other
   * nodes. Collective.
   *
   * @param wanted the regions that this process wants, perhaps none; nothing of them is filled
   * @param telling how it is told that some process could not even ask
   * @return what went wrong in this process alone, while it read or took what others had read; null
   *     when nothing did
   * @throws IOException in every process, when some could not ask, or the group cannot be used any
   *     more
   */
  public synchronized @Nullable Throwable fetch(List<RegionFill> wanted, Telling telling)
      throws IOException {
    List<EndedSession> ended =
        sessions.stream()
            .filter(EndedSession.class::isInstance)
            .map(EndedSession.class::cast)
            .toList();
    if (ended.isEmpty()) {
      return fetching.fetch(sessions, wanted, telling);
    }
    long[] lost = new long[2 * ended.size()];
    for (int i = 0; i < ended.size(); i++) {
      lost[2 * i + 1] = ended.get(i).isLost() ? 0 : 1;
    }
    Throwable wrong = unlessLost(fetching.fetch(sessions, wanted, telling), ended);
    for (int i = 0; i < ended.size(); i++) {
      lost[2 * i] = ended.get(i).isLost() ? 1 : 0;
    }
    group.max(lost);
    for (int i = 0; i < ended.size(); i++) {
      if (lost[2 * i] + lost[2 * i + 1] == 2) {
        // What one process cannot read may lie over what others have, and over what is retained.
        ended.get(i).lose();
        ended.stream().filter(EndedSession::isInTarget).forEach(EndedSession::lose);
        wanted.forEach(RegionFill::clear);
      }
    }
    return wrong;
  }

  /** Logs that somebody has recovered meanwhile are gone, and no failure: the target has it all. */
  private static @Nullable Throwable unlessLost(
      @Nullable Throwable failure, List<EndedSession> ended) {
    boolean isLost = false;
    for (EndedSession session : ended) {
      isLost |= failure != null && session.isLostBy(failure);
    }
    return isLost ? null : failure;
  }

  /**
   * Tells whether what was {@link #read} since this was asked last is what the logs held then. If
   * not, a log was drained meanwhile: it has been looked at again, and the target has what it had.
   *
   * @return false when it has to be read again
   * @throws IOException when a log cannot be read
   */
  public synchronized boolean isStill() throws IOException {
    boolean still = true;
    for (AttachedSession session : sessions) {
      if (!session.isStill()) {
        session.look();
        still = false;
      }
    }
    if (!still) {
      // What was drained lies over it, and is in the target alone.
      spoil();
    }
    return still;
  }

  /**
   * Says that the target has been written to, or is about to be: what is retained of it does not
   * count any more, in this process. Not collective, and waits for nobody.
   */
  public void spoil() {
    retained().forEach(RetainedSession::lose);
  }

  /**
   * Deletes what this process has found of sessions that are retained, as nobody needs them any
   * more. Not collective.
   *
   * @throws IOException when something cannot be deleted; a later open does it
   */
  public void removeRetained() throws IOException {
    Ending ending = new Ending();
    retained().forEach(session -> ending.run(session::remove));
    ending.finish();
  }

  private List<RetainedSession> retained() {
    return sessions.stream()
        .filter(RetainedSession.class::isInstance)
        .map(RetainedSession.class::cast)
        .toList();
  }

  /**
   * Copies bytes of the beginning of the target that are known without reading it.
   *
   * @param position where
   * @param into gets them
   * @return how many; -1 where they have to be read from the target
   */
  public synchronized int head(long position, ByteBuffer into) {
    for (AttachedSession session : sessions) {
      if (session instanceof RetainedSession retained) {
        return retained.head(position, into);
      }
    }
    return -1;
  }

  /**
   * Counts what was read.
   *
   * @param fromLogs bytes that the logs gave
   * @param fromTarget bytes that were read from the target
   */
  public void count(long fromLogs, long fromTarget) {
    if (fromLogs > 0) {
      counters.add(Counter.MERGED_GETS, 1);
      counters.add(Counter.MERGED_BYTES, fromLogs);
    }
    counters.add(Counter.TARGET_BYTES, fromTarget);
  }

  /**
   * Returns what was counted in this process.
   *
   * @return the counts as they are now
   */
  public Statistics statistics() {
    return counters.snapshot();
  }

  /**
   * Returns the first byte of the target behind all that sessions have of it. Collective.
   *
   * @return the offset, the same in every process; 0 when they have nothing
   * @throws IOException when the group cannot be used any more
   */
  public synchronized long end() throws IOException {
    return group.max(sessions.stream().mapToLong(AttachedSession::end).max().orElse(0));
  }

  /**
   * Tells what was found of the program that writes the target, when it was looked for last.
   *
   * @return the same in every process
   */
  public synchronized TargetWriter writer() {
    return writer;
  }

  /**
   * Tells whether it is time to {@link #refresh}, because the program that writes has left a new
   * number for readers, or has drained or closed its log. That a program has begun or crashed is
   * not noticed. Collective; takes a few reads of headers and no lock.
   *
   * @return the same in every process
   * @throws IOException when the group cannot be used any more
   */
  public synchronized boolean hasMoved() throws IOException {
    long moved = 0;
    for (AttachedSession session : sessions) {
      moved = session instanceof LiveSession live && hasMoved(live) ? 1 : moved;
    }
    return group.max(moved) != 0;
  }

  /** What cannot be read is told by looking at it again. */
  private static boolean hasMoved(LiveSession live) {
    try {
      return live.hasMoved();
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Tells whether a session has not closed the file, so that the header of the target need not tell
   * of all that is in it.
   *
   * @return true when a program still writes, or a crash has left records
   */
  public synchronized boolean isUnfinished() {
    return sessions.stream().anyMatch(session -> !(session instanceof RetainedSession));
  }

  /**
   * Tells whether there is no session that has, or had, anything of the target, so that the target
   * is all there is.
   *
   * @return true when none was found
   */
  public synchronized boolean isEmpty() {
    return sessions.isEmpty();
  }

  /**
   * Says in one line what is read besides the target.
   *
   * @return for people
   */
  public synchronized String explain() {
    if (sessions.isEmpty()) {
      return "no session on the tier has anything of the file, so it is read from the target alone";
    }
    List<String> names =
        sessions.stream()
            .map(
                s ->
                    (s instanceof LiveSession
                            ? "the live session "
                            : s instanceof RetainedSession ? "the retained session " : "session ")
                        + s.found().paths().get(0))
            .toList();
    return "what " + String.join(" and ", names) + " has of the file is read from its logs";
  }

  /** Lets go of the logs. Not collective. */
  @Override
  public synchronized void close() throws IOException {
    List<AttachedSession> all = sessions;
    sessions = List.of();
    Ending ending = new Ending();
    all.forEach(session -> ending.run(session::close));
    ending.finish();
  }
}
