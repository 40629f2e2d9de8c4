package org.burstlog.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.burstlog.TierException;
import org.burstlog.depot.Depot;
import org.burstlog.group.Ending;
import org.burstlog.group.GroupException;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.DefinedArrays;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.EpochLogs;
import org.burstlog.log.KeptEpochs;
import org.burstlog.log.LogWriter;
import org.burstlog.log.NodeLog;
import org.burstlog.log.ProcessLog;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareLogs;
import org.burstlog.recover.Retention;
import org.burstlog.settings.Settings;
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

  private final ProcessGroup group;
  private final SpareLogs spares;
  private final Path target;
  private final boolean shared;
  private final LogOptions options;
  private final Nodes nodes;

  /** Whether this process looks after what its node has once. */
  private final boolean leads;

  private final DefinedArrays arrays = new DefinedArrays();

  /**
   * The logs of this process, those of its node among them, in the order in which they were made.
   */
  private final List<LogWriter> made = new ArrayList<>();

  private final List<NodeLog> nodeLogs = new ArrayList<>();
  private final SessionDirectory directory;
  private final LogHeader header;
  private final RemovedLogs removed;
  private final Retention retention;

  /** What is kept for readers; null when nothing is to be. */
  private final @Nullable KeptEpochs kept;

  private boolean letGo;
  private @Nullable Closeable lock;
  private @Nullable EpochLogs logs;

  /**
   * A session that is being opened, when one process a node has made its directory.
   *
   * @param options how logs are written, the share of one log
   * @param headed whether the target begins with a header
   * @param keepers how many processes have their logs on the same tier
   */
  Session(
      ProcessGroup group,
      Depot depot,
      Path tier,
      Path target,
      Settings settings,
      LogOptions options,
      boolean headed,
      int keepers,
      Birth birth)
      throws IOException {
    this.group = group;
    this.spares = depot.spares();
    this.target = target;
    this.shared = settings.get(Settings.LAYOUT) == Settings.Layout.NODE;
    this.options = options;
    this.nodes = group.nodes();
    this.leads = nodes.isLeader(group.rank());
    int rank = group.rank();
    List<Integer> sharers = shared ? nodes.sharedWith(rank) : List.of(rank);
    long id = group.identity();
    this.header =
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
                TargetPath.text(birth.path()),
                birth.identity())
            .withTargetHeader(headed);
    this.directory = SessionDirectory.join(depot.storage(), tier, birth.path(), id);
    this.retention = settings.retention();
    this.kept = retention.wants(target) ? new KeptEpochs(retention.limit(), keepers) : null;
    this.removed = new RemovedLogs(depot, rank, target, directory.path());
  }

  /**
   * Opens what this process can by itself: its lock, and its log if that is its own. May fail in
   * this process alone.
   */
  void openOwn() throws IOException {
    lock = directory.lock(group.rank());
    if (!shared) {
      String name = LogName.ofProcess(group.rank(), 0);
      add(ProcessLog.make(directory, name, header, options, arrays, spares));
    }
  }

  /**
   * Opens the rest, when all have opened what they can by themselves. Collective.
   *
   * @throws TierException in every process, when it cannot be opened in any
   */
  void openRest() throws IOException {
    if (shared) {
      LogWriter opened = make(1);
      assert opened == made.get(0);
    }
    logs = new EpochLogs(arrays, made.get(0));
  }

  /**
   * Adds a log to those of each process, so that one more epoch may be sealed. Collective.
   *
   * @throws TierException in every process, when it cannot be made in any; nothing has changed
   */
  void addLog() throws IOException {
    EpochLogs open = logs();
    LogWriter added = make(open.nextEpoch());
    open.add(added);
  }

  /** Warns, once, when somebody has removed what a recovery would look for. */
  void lookForLogs() {
    removed.lookFor(logs().current());
  }

  /** Returns how many logs each process has. */
  int logCount() {
    return made.size();
  }

  /** Makes one more log for an epoch. Collective. */
  private LogWriter make(int epoch) throws IOException {
    LogHeader first = header.withEpoch(epoch);
    int place = made.size();
    LogWriter[] opened = new LogWriter[1];
    try {
      if (shared) {
        openShared(first, place, opened);
      } else {
        String name = LogName.ofProcess(group.rank(), place);
        together(
            () -> opened[0] = ProcessLog.make(directory, name, first, options, arrays, spares));
      }
    } catch (IOException | RuntimeException e) {
      if (place > 0) {
        undo(opened[0], e);
      } else if (opened[0] != null) {
        add(opened[0]);
      }
      throw e;
    }
    add(opened[0]);
    return opened[0];
  }

  private void add(LogWriter log) {
    if (kept != null) {
      log.keepIn(kept);
    }
    made.add(log);
  }

  private void openShared(LogHeader first, int place, LogWriter[] opened) throws IOException {
    String name = LogName.ofNode(nodes.leader(group.rank()), place);
    NodeLog log = new NodeLog(directory, name, first, options, arrays, spares);
    nodeLogs.add(log);
    long[] found = {0, 0};
    together(
        () -> {
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
    TierTelling telling =
        made.isEmpty() ? TierTelling.opening(target) : TierTelling.anotherLog(target);
    Together.run(group, telling, step);
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
    if (!letGo) {
      ending.run(this::letGo);
      ending.run(group::barrier);
    }
    ending.run(
        () -> {
          if (leads) {
            directory.delete();
          }
        });
    ending.finish();
  }

  /**
   * Does what comes before all processes meet: removes this process's logs and gives its lock back.
   * Collective only where processes share a log. Who calls it has all meet, and then {@link
   * #delete} has no need to.
   */
  void letGo() throws IOException {
    letGo = true;
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
    ending.finish();
  }

  /**
   * Says that what drains up to one have brought to the target may be overwritten there, by
   * something else than a drain.
   */
  void spoil(long drain) {
    if (kept != null) {
      kept.giveUpTo(drain);
    }
  }

  /**
   * Keeps the logs that hold what drains have brought to the target, which is closed, and removes
   * the others. Collective.
   *
   * <p>Each process has a suffix of the epochs; what all have is the shortest of these. A process
   * that has put nothing in an epoch has all of it.
   */
  void retain() throws IOException {
    KeptEpochs epochs = Objects.requireNonNull(kept);
    Throwable failed =
        Together.attempt(
            () -> {
              for (LogWriter log : made) {
                log.prepareToRetain();
              }
            });
    long behind = group.max(failed == null ? epochs.givenUp() : Long.MAX_VALUE);
    boolean[] keeps = new boolean[made.size()];
    long[] places = new long[made.size()];
    for (int place = 0; place < keeps.length; place++) {
      keeps[place] = made.get(place).keepsBehind(behind);
      places[place] = keeps[place] ? 1 : 0;
    }
    group.max(places);
    if (Arrays.stream(places).allMatch(place -> place == 0)) {
      delete();
      evict();
      return;
    }
    Ending ending = new Ending();
    ending.run(() -> write(behind, keeps, places));
    // Behind that: without the catalogue, a log that is gone would look as if it were missing.
    for (int place = 0; place < keeps.length; place++) {
      LogWriter log = made.get(place);
      if (!stays(place, keeps, places)) {
        log.giveUp();
        NodeLog ofNode = shared ? nodeLogs.get(place) : null;
        ending.run(ofNode == null ? log::retire : () -> end(ofNode));
      }
    }
    ending.run(this::release);
    ending.run(group::barrier);
    ending.run(
        () -> {
          if (leads) {
            // Does nothing where anything is kept in it.
            directory.delete();
          }
        });
    evict();
    ending.finish();
  }

  private void evict() {
    if (leads) {
      retention.evict(directory.storage(), directory.own());
    }
  }

  /** Processes that share a log keep it when any of them does. */
  private boolean stays(int place, boolean[] kept, long[] places) {
    return shared ? places[place] != 0 : kept[place];
  }

  /** Writes down what is kept. Where that fails, nothing is: the target has it. */
  private void write(long behind, boolean[] keeps, long[] places) throws IOException {
    List<DrainedLog> drained = new ArrayList<>();
    try {
      Together.run(
          group,
          "retaining what is in " + target,
          () -> {
            Ending ending = new Ending();
            for (int place = 0; place < keeps.length; place++) {
              LogWriter log = made.get(place);
              if (stays(place, keeps, places)) {
                ending.run(() -> drained.addAll(log.retain(behind)));
              }
            }
            ending.finish();
          });
      retention.write(group, directory, TargetPath.of(header.target()), drained);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "nothing is retained of " + target, e);
      Ending ending = new Ending();
      for (int place = 0; place < keeps.length; place++) {
        LogWriter log = made.get(place);
        if (stays(place, keeps, places)) {
          ending.run(() -> LogWriter.delete(directory, log.name()));
        }
      }
      ending.finish();
    }
  }

  /** As {@link #delete()}, because of something that is thrown behind it. Collective. */
  void delete(Throwable because) {
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
