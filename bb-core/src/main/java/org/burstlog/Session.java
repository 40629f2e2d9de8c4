package org.burstlog;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogHeader;
import org.burstlog.log.LogOptions;
import org.burstlog.log.LogWriter;
import org.burstlog.log.NodeLog;
import org.burstlog.log.ProcessLog;
import org.burstlog.log.SessionDirectory;
import org.burstlog.log.SpareLogs;
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
  private final Path target;
  private final boolean shared;

  /** Whether this process looks after what its node has once. */
  private final boolean leads;

  private @Nullable SessionDirectory directory;
  private @Nullable Closeable lock;
  private @Nullable NodeLog nodeLog;
  private @Nullable LogWriter log;

  private Session(ProcessGroup group, Path target, boolean shared, boolean leads) {
    this.group = group;
    this.target = target;
    this.shared = shared;
    this.leads = leads;
  }

  /**
   * Opens a session. Collective; on failure every process throws and nothing is left.
   *
   * @throws TierException when the tier cannot be used in any process
   */
  static Session open(
      ProcessGroup group, Storage storage, Path tier, TargetFile target, Settings settings)
      throws IOException {
    boolean shared = settings.get(Settings.LAYOUT) == Settings.Layout.NODE;
    Nodes nodes = group.nodes();
    Session session = new Session(group, target.path(), shared, nodes.isLeader(group.rank()));
    try {
      Birth birth = Birth.of(group, target);
      session.begin(storage, tier, birth, settings.logOptions(), nodes);
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
      ProcessGroup group, Storage storage, Path tier, TargetFile target, Settings settings)
      throws IOException {
    try {
      return open(group, storage, tier, target, settings);
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
                + e.getMessage()
                + ")");
      }
      return null;
    }
  }

  private void begin(Storage storage, Path tier, Birth birth, LogOptions options, Nodes nodes)
      throws IOException {
    int rank = group.rank();
    Path logged = TargetPath.canonical(target);
    long id = birth.id();

    // One process a node looks after the directory: on a shared tier thousands would storm it.
    together(
        () -> {
          if (leads) {
            SessionDirectory made = SessionDirectory.make(storage, tier, logged, id);
            directory = made;
            if (rank == 0) {
              SlowTier.ofProcess().look(storage, tier, made);
            }
            SpareLogs.ofProcess().clean(made);
          }
        });
    List<Integer> sharers = shared ? nodes.sharedWith(rank) : List.of(rank);
    LogHeader header =
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
            birth.identity());
    SessionDirectory here = SessionDirectory.join(storage, tier, logged, id);
    if (shared) {
      String name = NodeLog.name(nodes.leader(rank));
      openShared(here, new NodeLog(here, name, header, options, SpareLogs.ofProcess()));
    } else {
      String name = ProcessLog.name(rank);
      together(
          () -> {
            lock(here);
            log = ProcessLog.make(here, name, header, options, SpareLogs.ofProcess());
          });
    }
  }

  private void lock(SessionDirectory here) throws IOException {
    directory = here;
    lock = here.lock(group.rank());
  }

  private void openShared(SessionDirectory here, NodeLog made) throws IOException {
    nodeLog = made;
    long[] found = {0, 0};
    together(
        () -> {
          lock(here);
          found[0] = made.find();
          found[1] = -found[0];
        });
    group.max(found);
    boolean again = found[0] != 0 && found[0] == -found[1];
    boolean[] placed = {false};
    together(() -> placed[0] = made.place(again));
    if (again && group.min(placed[0] ? 1 : 0) == 0) {
      together(() -> placed[0] = made.place(false));
    }
    together(() -> log = made.open());
  }

  private interface Step {
    void run() throws IOException;
  }

  private void together(Step step) throws IOException {
    Throwable failure = null;
    try {
      step.run();
    } catch (Throwable e) {
      // Even an error of the virtual machine: the others wait for this process to say so.
      failure = e;
    }
    TierAgreement.reach(group, target, failure);
  }

  LogWriter log() {
    LogWriter open = log;
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
    NodeLog ofNode = nodeLog;
    LogWriter open = log;
    try {
      if (ofNode != null) {
        end(ofNode);
      } else if (open != null) {
        open.retire();
      }
    } finally {
      try {
        release();
      } finally {
        group.barrier();
        SessionDirectory here = directory;
        if (here != null && leads) {
          here.delete();
        }
      }
    }
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

  /** Closes the log and keeps it for recovery. Collective. */
  @Override
  public void close() throws IOException {
    LogWriter open = log;
    try {
      if (open != null) {
        open.close();
      }
    } finally {
      release();
    }
  }
}
