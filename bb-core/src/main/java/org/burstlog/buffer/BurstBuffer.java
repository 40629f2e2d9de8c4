package org.burstlog.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.depot.Depot;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainProgress;
import org.burstlog.drain.DrainReport;
import org.burstlog.drain.Writers;
import org.burstlog.drain.files.Measured;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.option.Durability;
import org.burstlog.pace.Pace;
import org.burstlog.recover.Attachment;
import org.burstlog.recover.LeftBehind;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Statistics;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * The burst buffer of one target: puts go to a log on fast storage, and drains move them to the
 * target in few large writes.
 *
 * <pre>{@code
 * try (ProcessGroup group = new SoloGroup();
 *     TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
 *     BurstBuffer buffer = BurstBuffer.open(target, group, Settings.load())) {
 *   Array layout = Array.rowMajor("temperature", 0, 8, ByteOrder.BIG_ENDIAN, 180, 360);
 *   BufferedArray temperature = buffer.define(layout);
 *   temperature.put(Region.of(new long[] {90, 0}, new long[] {1, 360}), values);
 * }
 * }</pre>
 *
 * <p>Opening, {@link #drain}, {@link #discard} and {@link #close} are collective. Puts are not, and
 * when one returns its record survives the process. One that finds the log full first moves what
 * this process has pending to the target, and goes there itself if it still finds no room. Switched
 * off by its settings, it writes each put straight to the target, with the same result.
 *
 * <p>After a {@link DrainFailedException} the logs are kept and puts are refused, until a drain
 * succeeds or the pending records are discarded.
 */
public final class BurstBuffer implements Closeable {
  private final ProcessGroup group;
  private final TargetFile target;
  private final Settings settings;
  private final List<RecoveryReport> recovered;
  private final Puts puts;
  private final BackgroundMode mode;
  private final Sharing sharing;
  private final Counters counters;
  private final Depot depot;
  private final Accord accord;
  private final RetainedBefore before;
  private final @Nullable Attachment retained;

  /** Null where no report is asked for. */
  private final @Nullable Reporting reporting;

  /** The door to the tier with the logs; null where there are none. */
  private final @Nullable Storage storage;

  /** What ends with this. */
  private Closeable end = () -> {};

  /** Whether the processes have made sure that they drain when they come to do it. */
  private boolean met;

  /** How this was flushed together with other files the last time; null when it never was. */
  private volatile @Nullable FlushedFiles flushed;

  private boolean letGo;
  private boolean closed;

  BurstBuffer(
      ProcessGroup group,
      TargetFile target,
      Settings settings,
      @Nullable Session session,
      BackgroundMode mode,
      Sharing sharing,
      List<RecoveryReport> recovered,
      @Nullable Attachment retained,
      Depot depot,
      Counters counters)
      throws IOException {
    this.group = group;
    this.retained = retained;
    before = new RetainedBefore(retained);
    this.target = target;
    this.settings = settings;
    this.recovered = recovered;
    this.mode = mode;
    this.sharing = sharing;
    this.counters = counters;
    this.depot = depot;
    accord = new Accord(group, target.path());
    DrainOptions options = settings.drainOptions();
    reporting = Reporting.of(group, target, settings, sharing, depot, counters);
    TargetFile written = reporting == null ? target : reporting.measured();
    DirectPut direct = new DirectPut(written, options);
    if (session == null) {
      boolean syncs = settings.get(Settings.DURABILITY) != Durability.PROCESS;
      puts =
          settings.get(Settings.SWITCH)
              ? new ThroughPuts(group, written, direct, syncs, counters)
              : new StraightPuts(group, written, direct);
    } else {
      FullLog full =
          new FullLog(
              written,
              group,
              session.logs(),
              session.options(),
              options,
              direct,
              session.copies(),
              counters);
      LogFill fill = new LogFill(session.logs(), full);
      Pace pace =
          new Pace(
              PaceSettings.of(settings, Instant.now(), mode::warn),
              depot.storage()::nanoTime,
              fill,
              counters,
              depot.closings()::isAwaited,
              depot.notice()::isGiven);
      puts =
          new LoggedPuts(
              group,
              written,
              session,
              options,
              mode,
              full,
              pace,
              before,
              depot.measured(),
              counters);
    }
    storage = session == null ? null : depot.storage();
  }

  /**
   * Opens a burst buffer for a target. Collective.
   *
   * <p>Sessions of the target that a crash left in the tier are looked after, as {@link
   * Settings#RECOVER} says: those of a target opened for update before the logs of this one are
   * opened, those of a target that is made anew behind that, see {@link LeftBehind}. Last of all, a
   * target opened by {@link TargetFile.Mode#CREATE} is emptied: whatever fails here, the file that
   * was there is as it was.
   *
   * <p>On a tier that is too full for the logs of all processes, puts are written through to the
   * target.
   *
   * @param target the open target; it stays the caller's, who closes it after this
   * @param group the processes that share it; stays the caller's
   * @param settings what is set, see {@link Settings#requireSame}
   * @return the burst buffer
   * @throws BurstlogException in every process, when the tier cannot be used in any, or settings
   *     differ, saying what to do; nothing is left behind
   * @throws IOException when the group itself cannot be used any more
   */
  public static BurstBuffer open(TargetFile target, ProcessGroup group, Settings settings)
      throws IOException {
    return open(target, group, settings, Depot.ofProcess());
  }

  /**
   * As {@link #open}, for a file that begins with a header which the caller writes to the target
   * itself. A recovery then refuses a file that has lost it.
   *
   * @param target the open target
   * @param group the processes that share it
   * @param settings what is set
   * @return the burst buffer
   * @throws IOException see {@link #open}
   */
  public static BurstBuffer openBehindHeader(
      TargetFile target, ProcessGroup group, Settings settings) throws IOException {
    return open(target, group, settings, Depot.ofProcess(), true);
  }

  /**
   * As {@link #open}, for a program that does not share with all files of the process.
   *
   * @param target the open target
   * @param group the processes that share it
   * @param settings what is set
   * @param depot what this shares with other files; open until this is closed
   * @return the burst buffer
   * @throws IOException see {@link #open}
   */
  public static BurstBuffer open(
      TargetFile target, ProcessGroup group, Settings settings, Depot depot) throws IOException {
    return open(target, group, settings, depot, false);
  }

  private static BurstBuffer open(
      TargetFile target, ProcessGroup group, Settings settings, Depot depot, boolean headed)
      throws IOException {
    ProcessGroup own = group.duplicate();
    try {
      FileOpening opening =
          new FileOpening(
              own,
              target.path(),
              target.mode(),
              new OpenAlready(target, own),
              (processes, failure) -> failure,
              depot,
              headed,
              /* meets= */ false);
      BurstBuffer opened = opening.open(new Together(own), () -> settings, () -> true).buffer();
      if (opened == null) {
        BackgroundMode mode =
            BackgroundMode.of(own, target.path(), settings, depot, /* tooSmall= */ false);
        Counters counters = new Counters(target.path().toString());
        opened =
            new BurstBuffer(
                own,
                target,
                settings,
                null,
                mode,
                Sharing.NOTHING,
                List.of(),
                null,
                depot,
                counters);
        opened.begin();
      }
      opened.end = own;
      return opened;
    } catch (IOException | RuntimeException e) {
      own.close();
      throw e;
    }
  }

  /**
   * Takes in what a crash, or a program that still runs, has in logs and not in a target that is
   * about to be read, as {@link Settings#ATTACH} and {@link Settings#RECOVER} say. Collective; does
   * nothing when switched off, unless it is required.
   *
   * @param target the path of the target
   * @param group the processes that read it
   * @param settings what is set, the same in every process
   * @return what to read besides the target; null when that is nothing, and never will be
   * @throws BurstlogException in every process, when it must not be read as it is
   * @throws IOException when the group itself cannot be used any more
   */
  public static @Nullable Attachment attach(Path target, ProcessGroup group, Settings settings)
      throws IOException {
    return Reading.attach(target, group, settings);
  }

  /**
   * Returns what is set, with what was chosen where nothing was.
   *
   * @return the settings in force, the tier among them
   */
  public Settings settings() {
    return settings;
  }

  /**
   * Returns what was brought into the target when this was opened.
   *
   * @return a report for each session that a crash had left, the oldest first
   */
  public List<RecoveryReport> recovered() {
    return recovered;
  }

  /**
   * Returns what is retained of the target since before this was opened, and what of a crash was
   * brought into it then. It has what the target had at that moment, so it is to be read below what
   * is pending and above the target. It is empty once the target is written to. For reads only;
   * this closes it.
   *
   * @return null where nothing was found
   */
  public @Nullable Attachment retained() {
    return retained;
  }

  /**
   * Returns what was counted in this process.
   *
   * @return the counts as they are now
   */
  public Statistics statistics() {
    return counters.snapshot();
  }

  /** Says that nothing can fail any more before this is used, so that the report may begin. */
  void begin() {
    if (reporting != null) {
      reporting.begin(puts, storage);
    }
  }

  /** Says that the caller makes sure that all processes are about to drain before they do. */
  void meetsBefore() {
    met = true;
  }

  /**
   * Makes an array known to this process.
   *
   * @param array how it lies in the target
   * @return what it is put by
   * @throws IOException when this is closed
   */
  public synchronized BufferedArray define(Array array) throws IOException {
    checkOpen();
    return new BufferedArray(this, array, puts.define(array));
  }

  Puts puts() {
    return puts;
  }

  /**
   * Counts a put of the program, for fronts that make one or several {@link
   * BufferedArray#putChecked} of it.
   *
   * @param bytes bytes of the put
   */
  public void countPut(long bytes) {
    counters.put(bytes);
  }

  /**
   * Takes back what {@link #countPut} has counted, for a put that the program has cancelled.
   *
   * @param bytes bytes of the put
   */
  public void cancelPut(long bytes) {
    counters.cancelled(bytes);
  }

  /**
   * Tells whether puts of so many bytes would probably find the log full, from its limit or from
   * when it was full the last time. Those who can have all processes drain then do so.
   *
   * @param bytes bytes about to be put
   * @return true when a drain should come first
   */
  public boolean isLimitNear(long bytes) {
    return puts.isLimitNear(bytes);
  }

  /**
   * Tells whether the log will probably take so many bytes more, from its limit or from when it was
   * full the last time.
   *
   * @param bytes bytes of puts to come
   * @return true also where nothing is known of a limit
   */
  public boolean hasRoom(long bytes) {
    return puts.hasRoom(bytes);
  }

  /**
   * Tells whether a put of this process would wait now: be delayed because the log is filling, wait
   * with a full log, drain this process alone, or go past the log to the target. Nothing is kept
   * free by asking.
   *
   * @param bytes bytes of the put
   * @return false also where the burst buffer is switched off
   */
  public boolean wouldStall(long bytes) {
    return puts.wouldStall(bytes);
  }

  /**
   * Checks that puts are taken.
   *
   * @throws BurstlogException when they are not, because a drain failed
   */
  public void checkTaking() throws BurstlogException {
    puts.checkTaking();
  }

  /**
   * Moves everything that any process has put to the target. Collective. When it returns, the data
   * is in the target, synced, and seen by all processes.
   *
   * @return what was done here
   * @throws DrainFailedException in every process, when any met an error; nothing is lost
   * @throws IOException when the group itself cannot be used any more
   */
  public DrainReport drain() throws IOException {
    return drain(DrainReason.FLUSH);
  }

  /**
   * As {@link #drain()}, and says why.
   *
   * @param reason what to count it as
   * @return what was done here
   * @throws DrainFailedException in every process, when any met an error; nothing is lost
   * @throws IOException when the group itself cannot be used any more
   */
  public synchronized DrainReport drain(DrainReason reason) throws IOException {
    checkOpen();
    if (!met) {
      accord.meet(Accord.Call.DRAIN);
    }
    return puts.drain(reason);
  }

  /**
   * Hands everything that any process has put so far over to a drain that the program does not wait
   * for, if {@link Settings#DRAIN_MODE} says so; else as {@link #drain(DrainReason)}. Collective.
   *
   * <p>When it returns, what was put is safe in the log. It waits where more epochs would be sealed
   * than {@link Settings#DRAIN_EPOCHS}, or where an earlier drain has failed, which it then tries
   * again.
   *
   * @param reason what to count it as
   * @return true when all is in the target
   * @throws DrainFailedException in every process, when it drained and any met an error; nothing is
   *     lost
   * @throws IOException when the group itself cannot be used any more
   */
  public synchronized boolean handOver(DrainReason reason) throws IOException {
    return handOver(reason, meetToFlush(new byte[0]), Writers.ALONE);
  }

  /**
   * Returns when all are about to flush, and tells whether an epoch can be sealed in each.
   *
   * @param files what tells the files that are flushed together from others
   */
  synchronized boolean meetToFlush(byte[] files) throws IOException {
    checkOpen();
    return (!mode.isOn() && met) || accord.meet(Accord.Call.DRAIN, puts.isWhole(), files);
  }

  /**
   * As {@link #handOver(DrainReason)}, when all have met.
   *
   * @param whole what {@link #meetToFlush} has told
   * @param writers who writes
   */
  synchronized boolean handOver(DrainReason reason, boolean whole, Writers writers)
      throws IOException {
    LoggedPuts log = log();
    return log == null ? puts.handOver(reason, whole) : log.handOver(reason, whole, writers);
  }

  /** Drains together with other files, when all have met. */
  synchronized DrainReport drain(
      DrainReason reason, Writers writers, EpochDrains.Meanwhile meanwhile) throws IOException {
    LoggedPuts log = log();
    if (log == null) {
      throw new IllegalStateException("puts to " + path() + " go to no log");
    }
    return log.drain(reason, writers, meanwhile);
  }

  /** Returns where puts go; null where that is no log. */
  @Nullable LoggedPuts log() {
    return puts instanceof LoggedPuts log ? log : null;
  }

  /** Tells whether nothing can be done together any more; the same in every process. */
  boolean hasParted() {
    return accord.hasParted();
  }

  /** Notes how this was flushed together with other files. */
  void flushedWith(FlushedFiles how) {
    flushed = how;
  }

  ProcessGroup group() {
    return group;
  }

  Path path() {
    return target.path();
  }

  Measured measured() {
    return depot.measured();
  }

  /**
   * Says in one line whether the program waits for drains, or who takes what it hands over to the
   * target, and how to get it better; who shares a log, and why; and what is retained of the
   * target.
   *
   * @return for people
   */
  public String explain() {
    String drains =
        puts instanceof LoggedPuts
            ? mode.explain() + "; " + sharing.explain()
            : "puts are written straight to the target, so there are no drains";
    FlushedFiles last = flushed;
    String together = last == null ? drains : drains + "; " + last.explain();
    return retained == null || retained.isEmpty() ? together : together + "; " + retained.explain();
  }

  /**
   * Tells whether something that was {@linkplain #handOver handed over} is on its way to the
   * target. Where drains go on inside the program's calls, this is one of them.
   *
   * @return false when the program need not wait for anything that it has handed over
   */
  public boolean isDraining() {
    return puts.isDraining();
  }

  /**
   * Tells how far what this process has {@linkplain #handOver handed over} has come.
   *
   * @return bytes, and an estimate of the time left
   */
  public DrainProgress progress() {
    return puts.progress();
  }

  /**
   * Has somebody told of what this process {@linkplain #handOver hands over} from now on. Drains
   * that the program waits for from their beginning are not told of.
   *
   * @param listener is told by whichever thread takes the steps of the drain, see {@link
   *     DrainListener}
   * @throws IllegalStateException when there is one already
   */
  public void listen(DrainListener listener) {
    puts.listen(listener);
  }

  /**
   * Waits until all that was {@linkplain #handOver handed over} is in the target. Not collective,
   * but where drains go on {@linkplain #explain inside the program's calls} every process calls it,
   * or another call that waits for drains.
   *
   * @throws BurstlogException when it could not be brought there; the logs are kept, and the next
   *     drain tries again
   * @throws IOException when the target cannot be used
   */
  public void awaitDrained() throws IOException {
    puts.awaitDrained();
  }

  /**
   * Waits until nothing is on its way to the target any more, however that ended, because the
   * target is about to be written together: while a process waits there for others, its drain may
   * have to wait, too. Not collective.
   */
  public void settleDrains() {
    puts.settleDrains();
  }

  /**
   * Says that this is closed in the background: what it waits for from here on, the program does
   * not wait for.
   */
  public void detach() {
    puts.detach();
  }

  /**
   * Forgets what is pending, here and in every process, so that puts are taken again. Collective.
   *
   * @throws IOException when the log cannot begin anew
   */
  public synchronized void discard() throws IOException {
    checkOpen();
    accord.meet(Accord.Call.DISCARD);
    puts.discard();
  }

  /**
   * Leaves a number for those who read the target while it is written, see {@link
   * org.burstlog.recover.TargetWriter#mark}. What it means is theirs and the caller's: such as how
   * far the data is complete. A reader that finds it also finds all that any process had put before
   * one of them left it.
   *
   * @param mark the number, not smaller than the one before, and less than 2<sup>56</sup>
   */
  public void mark(long mark) {
    puts.mark(mark);
  }

  /**
   * Counts what takes pending records away: drains, also those that this process makes alone, and
   * discards. A get that looks into the log and then into the target does both again when one has
   * begun meanwhile.
   *
   * @return how many have begun
   */
  public long moves() {
    return puts.moves();
  }

  /**
   * Returns how much is pending.
   *
   * @return bytes in this process's log that no drain has moved
   */
  public long pendingBytes() {
    return puts.pendingBytes();
  }

  /**
   * Tells whether this process has put something that is not known to be synced in the target.
   *
   * @return true when a drain has something to do here
   */
  public boolean awaitsDrain() {
    return puts.awaitsDrain();
  }

  /**
   * Drains, and removes the logs unless {@link Settings#KEEP} says otherwise. Collective. A second
   * close does nothing.
   *
   * @throws DrainFailedException in every process, when the drain failed; the logs stay on the tier
   *     for {@code bb recover}
   * @throws IOException when something else failed
   */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    try (Closeable closesLast = end;
        RetainedBefore closesFirst = before) {
      if (!letGo) {
        finish();
      }
      closed = true;
      assert closesFirst == before;
      if (settings.get(Settings.KEEP)) {
        puts.keep();
      } else if (retains()) {
        puts.retain();
      } else {
        puts.remove();
      }
      assert closesLast == end;
    }
  }

  private void finish() throws IOException {
    try {
      boolean drained = accord.meet(Accord.Call.CLOSE, !puts.awaitsDrain());
      if (!drained) {
        puts.drain(DrainReason.CLOSE);
      }
      report();
    } catch (Throwable e) {
      closed = true;
      keep(e);
      throw e;
    }
  }

  /**
   * Does what comes before all processes meet at a close, for a caller that has them meet: they are
   * known to close, and no process has anything to drain. {@link #close} then only removes what all
   * share. Collective where the log is shared.
   *
   * @throws IOException when that failed here
   */
  public synchronized void letGo() throws IOException {
    if (closed || letGo) {
      return;
    }
    letGo = true;
    report();
    if (settings.get(Settings.KEEP)) {
      puts.keep();
    } else if (!retains()) {
      puts.letGo();
    }
  }

  /** What is retained has to know what the target is like when it is closed. */
  private boolean retains() {
    return settings.retention().wants(target.path());
  }

  /**
   * Says that the caller is about to write to the target itself, where arrays lie: what logs have
   * of it is then not what it has.
   */
  public void spoil() {
    puts.spoil();
  }

  /** Closes the log and leaves it on the tier. */
  private void keep(Throwable because) {
    leaveReport();
    try {
      puts.keep();
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  /**
   * Closes without a drain and leaves the logs for {@code bb recover}. Collective.
   *
   * @throws IOException when the log cannot be closed
   */
  public synchronized void leave() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (letGo) {
      return;
    }
    leaveReport();
    try (Closeable closesLast = end;
        RetainedBefore closesFirst = before) {
      puts.keep();
      assert closesLast == end && closesFirst == before;
    }
  }

  private void report() throws IOException {
    if (reporting != null) {
      reporting.end(explain());
    }
  }

  private void leaveReport() {
    if (reporting != null) {
      reporting.leave();
    }
  }

  private void checkOpen() throws BurstlogException {
    if (closed) {
      throw new BurstlogException(
          "the burst buffer of " + target.path() + " is closed; open it again");
    }
  }
}
