package org.burstlog.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.DefinedArrays;
import org.burstlog.log.EpochLogs;
import org.burstlog.log.LogWriter;
import org.burstlog.log.NodeLog;
import org.burstlog.log.ProcessLog;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareLogs;
import org.burstlog.settings.Settings;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * One open-to-close of one target: its directory on the tier, this process's lock, and its log.
 *
 * <p>Opening is a few steps with an agreement behind each, so that a process whose tier is full or
 * missing takes all others with it, with one message, and what was made until then is removed.
 */
final class Session implements Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** Tiers that were found too full for logs; a program that opens many files is told once. */
  private static final Set<Path> TOLD_FULL = ConcurrentHashMap.newKeySet();

  private final ProcessGroup group;
  private final Storage storage;
  private final Path target;
  private final boolean shared;
  private final LogOptions options;
  private final boolean headed;
  private final Nodes nodes;

  /** Whether this process looks after what its node has once. */
  private final boolean leads;

  private final DefinedArrays arrays = new DefinedArrays();

  /**
   * The logs of this process, those of its node among them, in the order in which they were made.
   */
  private final List<LogWriter> made = new ArrayList<>();

  private final List<NodeLog> nodeLogs = new ArrayList<>();
  private @Nullable SessionDirectory directory;
  private @Nullable LogHeader header;
  private @Nullable Closeable lock;
  private @Nullable EpochLogs logs;

  private Session(
      ProcessGroup group,
      Storage storage,
      Path target,
      Settings settings,
      LogOptions options,
      boolean headed,
      Nodes nodes) {
    this.group = group;
    this.storage = storage;
    this.target = target;
    this.shared = settings.get(Settings.LAYOUT) == Settings.Layout.NODE;
    this.options = options;
    this.headed = headed;
    this.nodes = nodes;
    this.leads = nodes.isLeader(group.rank());
  }

  /**
   * Opens a session. Collective; on failure every process throws and nothing is left.
   *
   * @throws TierException when the tier cannot be used in any process
   */
  static Session open(
      ProcessGroup group,
      Storage storage,
      Path tier,
      TargetFile target,
      Settings settings,
      LogOptions options,
      boolean headed)
      throws IOException {
    Session session =
        new Session(group, storage, target.path(), settings, options, headed, group.nodes());
    try {
      session.begin(tier, Birth.of(group, target));
      return session;
    } catch (IOException | RuntimeException e) {
      session.delete(e);
      throw e;
    }
  }

  /**
   * Opens a session, or none when the tier has no room for the logs of all processes, which is told
   * once for each tier. Collective.
   *
   * @return the session; null, in every process, when there is no room
   * @throws TierException when the tier cannot be used in any process for another reason
   */
  static @Nullable Session openWhereThereIsRoom(
      ProcessGroup group,
      Storage storage,
      Path tier,
      TargetFile target,
      Settings settings,
      LogOptions options,
      boolean headed)
      throws IOException {
    try {
      return open(group, storage, tier, target, settings, options, headed);
    } catch (TierException e) {
      if (e.problem() != TierException.Problem.FULL) {
        throw e;
      }
      if (group.rank() == 0 && TOLD_FULL.add(tier)) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            "the logs of "
                + target.path()
                + " find no room on their tier, so puts are written straight to the target; this"
                + " costs time and nothing else, and is not told again of this tier ("
                + BurstlogException.reason(e)
                + ")");
      }
      return null;
    }
  }

  private void begin(Path tier, Birth birth) throws IOException {
    int rank = group.rank();
    Path logged = TargetPath.canonical(target);
    long id = birth.id();
    // One process a node looks after the directory: on a shared tier thousands would storm it.
    together(
        () -> {
          if (leads) {
            SessionDirectory found = SessionDirectory.make(storage, tier, logged, id);
            directory = found;
            if (rank == 0) {
              SlowTier.ofProcess().look(storage, tier, found);
            }
            SpareLogs.ofProcess().clean(found);
          }
        });
    List<Integer> sharers = shared ? nodes.sharedWith(rank) : List.of(rank);
    header =
        new LogHeader(
                ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
                id,
                1,
                sharers.size(),
                sharers.indexOf(rank),
                rank,
                group.size(),
                0,
                birth.created(),
                TargetPath.text(logged),
                birth.identity())
            .withTargetHeader(headed);
    SessionDirectory here = SessionDirectory.join(storage, tier, logged, id);
    logs = new EpochLogs(arrays, make(here, 1, () -> lock(here)));
  }

  private void lock(SessionDirectory here) throws IOException {
    directory = here;
    lock = here.lock(group.rank());
  }

  /**
   * Adds a log to those of each process, so that one more epoch may be sealed. Collective.
   *
   * @throws TierException in every process, when it cannot be made in any; nothing has changed
   */
  void addLog() throws IOException {
    EpochLogs open = logs();
    LogWriter added = make(Objects.requireNonNull(directory), open.nextEpoch(), () -> {});
    open.add(added);
  }

  /** Returns how many logs each process has. */
  int logCount() {
    return made.size();
  }

  /** Makes one more log for an epoch, after something else that may fail. Collective. */
  private LogWriter make(SessionDirectory here, int epoch, Together.Step before)
      throws IOException {
    LogHeader first = Objects.requireNonNull(header).withEpoch(epoch);
    int place = made.size();
    LogWriter[] opened = new LogWriter[1];
    try {
      if (shared) {
        openShared(here, first, place, before, opened);
      } else {
        String name = LogName.ofProcess(group.rank(), place);
        together(
            () -> {
              before.run();
              opened[0] =
                  ProcessLog.make(here, name, first, options, arrays, SpareLogs.ofProcess());
            });
      }
    } catch (IOException | RuntimeException e) {
      if (place > 0) {
        undo(opened[0], e);
      } else if (opened[0] != null) {
        made.add(opened[0]);
      }
      throw e;
    }
    made.add(opened[0]);
    return opened[0];
  }

  private void openShared(
      SessionDirectory here, LogHeader first, int place, Together.Step before, LogWriter[] opened)
      throws IOException {
    String name = LogName.ofNode(nodes.leader(group.rank()), place);
    NodeLog log = new NodeLog(here, name, first, options, arrays, SpareLogs.ofProcess());
    nodeLogs.add(log);
    long[] found = {0, 0};
    together(
        () -> {
          before.run();
          found[0] = log.find();
          found[1] = -found[0];
        });
    group.max(found);
    boolean again = found[0] != 0 && found[0] == -found[1];
    boolean[] placed = {false};
    together(() -> placed[0] = log.place(again));
    if (again && group.min(placed[0] ? 1 : 0) == 0) {
      together(() -> placed[0] = log.place(false));
    }
    together(() -> opened[0] = log.open());
  }

  /** Removes a log that could not be made in all processes. Collective. */
  private void undo(@Nullable LogWriter opened, Exception because) {
    try {
      if (shared) {
        end(nodeLogs.remove(nodeLogs.size() - 1));
      } else if (opened != null) {
        opened.delete();
      }
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  private void together(Together.Step step) throws IOException {
    Together.run(group, new TierTelling(target), step);
  }

  EpochLogs logs() {
    EpochLogs open = logs;
    if (open == null) {
      throw new IllegalStateException("the session has no log");
    }
    return open;
  }

  /**
   * Removes the logs, whose data is no longer needed, and the directory; what is good for it
   * becomes a spare log. Collective: the others wait, whatever fails here.
   */
  void delete() throws IOException {
    Ending ending = new Ending();
    // All of them before the first is deleted: one that is gone must not look as if it were
    // missing.
    made.forEach(log -> ending.run(log::giveUp));
    if (shared) {
      nodeLogs.forEach(log -> ending.run(() -> end(log)));
    } else {
      made.forEach(log -> ending.run(log::retire));
    }
    ending.run(this::release);
    ending.run(group::barrier);
    ending.run(
        () -> {
          SessionDirectory here = directory;
          if (here != null && leads) {
            here.delete();
          }
        });
    ending.finish();
  }

  /** As {@link #delete()}, because of something that is thrown behind it. Collective. */
  void delete(Exception because) {
    try {
      delete();
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  private void end(NodeLog ofNode) throws IOException {
    boolean good = false;
    try {
      good = ofNode.release();
    } finally {
      boolean kept = group.min(good ? 1 : 0) == 1;
      try {
        ofNode.end(kept);
      } finally {
        if (!kept) {
          group.barrier();
          ofNode.delete();
        }
      }
    }
  }

  private void release() throws IOException {
    Closeable held = lock;
    lock = null;
    if (held != null) {
      held.close();
    }
  }

  /** Closes the logs and keeps them for recovery. Collective. */
  @Override
  public void close() throws IOException {
    Ending ending = new Ending();
    made.forEach(log -> ending.run(log::close));
    ending.run(this::release);
    ending.finish();
  }
}
