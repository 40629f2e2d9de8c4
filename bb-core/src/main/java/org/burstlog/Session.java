package org.burstlog;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.burstlog.group.Agreement;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogHeader;
import org.burstlog.log.LogOptions;
import org.burstlog.log.LogWriter;
import org.burstlog.log.SessionDirectory;
import org.burstlog.log.SpareLogs;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetIdentity;
import org.jspecify.annotations.Nullable;

/**
 * One open-to-close of one target: its directory on the tier, this process's lock, and its log.
 *
 * <p>Opening is a few steps with an agreement behind each, so that a process whose tier is full or
 * missing takes all others with it, with one message, and what was made until then is removed.
 */
final class Session implements Closeable {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final ProcessGroup group;
  private final boolean shared;

  /** Whether this process looks after what its node has once. */
  private final boolean leads;

  private @Nullable SessionDirectory directory;
  private @Nullable Closeable lock;
  private @Nullable LogWriter log;
  private String logName = "";

  private Session(ProcessGroup group, boolean shared, boolean leads) {
    this.group = group;
    this.shared = shared;
    this.leads = leads;
  }

  /** Opens a session. Collective; on failure every process throws and nothing is left. */
  static Session open(
      ProcessGroup group, Storage storage, Path tier, Path target, Settings settings)
      throws IOException {
    boolean shared = settings.get(Settings.LAYOUT) == Settings.Layout.NODE;
    Nodes nodes = group.nodes();
    Session session = new Session(group, shared, nodes.isLeader(group.rank()));
    try {
      session.begin(storage, tier, TargetIdentity.canonical(target), settings.logOptions(), nodes);
      return session;
    } catch (IOException | RuntimeException e) {
      try {
        session.delete();
      } catch (IOException | RuntimeException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private void begin(Storage storage, Path tier, Path target, LogOptions options, Nodes nodes)
      throws IOException {
    int rank = group.rank();
    long[] birth = {Long.MIN_VALUE, Long.MIN_VALUE};
    if (rank == 0) {
      birth[0] = RANDOM.nextLong();
      birth[1] = System.currentTimeMillis();
    }
    // The first process's, as those of the others are lower than any.
    group.max(birth);
    long id = birth[0];

    // One process a node looks after the directory: on a shared tier thousands would storm it.
    together(
        () -> {
          if (leads) {
            SessionDirectory made = SessionDirectory.make(storage, tier, target, id);
            directory = made;
            SpareLogs.ofProcess().clean(made);
          }
        });
    List<Integer> sharers = shared ? nodes.sharedWith(rank) : List.of(rank);
    logName = shared ? LogWriter.nameOfNode(nodes.leader(rank)) : LogWriter.nameOfProcess(rank);
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
            birth[1],
            target.toString(),
            TargetIdentity.of(target));
    SessionDirectory here = SessionDirectory.join(storage, tier, target, id);
    together(
        () -> {
          directory = here;
          lock = here.lock(rank);
          if (!shared) {
            log = LogWriter.make(here, logName, header, options, SpareLogs.ofProcess());
          } else if (leads) {
            LogWriter.create(here, logName);
          }
        });
    if (shared) {
      together(() -> log = LogWriter.open(here, logName, header, options));
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  private void together(Step step) throws IOException {
    Throwable failure = null;
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    Agreement.reach(group, "opening the burst buffer", failure);
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
   * becomes a spare log. Collective.
   */
  void delete() throws IOException {
    LogWriter open = log;
    SessionDirectory here = directory;
    if (shared) {
      deleteShared(open, here);
    } else if (open != null) {
      open.retire();
    }
    release();
    group.barrier();
    if (here != null && leads) {
      here.delete();
    }
  }

  private void deleteShared(@Nullable LogWriter open, @Nullable SessionDirectory here)
      throws IOException {
    if (open != null) {
      open.abandon();
    }
    group.barrier();
    if (here != null && leads) {
      LogWriter.delete(here, logName);
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
