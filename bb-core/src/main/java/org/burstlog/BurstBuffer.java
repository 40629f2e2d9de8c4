package org.burstlog;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.IntStream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.drain.DirectPut;
import org.burstlog.drain.Drain;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.DrainReport;
import org.burstlog.group.Agreement;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogFullException;
import org.burstlog.plan.PendingReader;
import org.burstlog.recover.RecoverPolicy;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.stats.DrainReason;
import org.burstlog.stats.Span;
import org.burstlog.stats.Statistics;
import org.burstlog.storage.LocalStorage;
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
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private final ProcessGroup group;
  private final TargetFile target;
  private final Settings settings;
  private final List<RecoveryReport> recovered;
  private final @Nullable Session session;
  private final @Nullable Drain drain;
  private final @Nullable PendingReader reader;
  private final @Nullable FullLog full;
  private final DirectPut direct;
  private final Counters counters;

  /**
   * Puts share it; whoever moves or reads what is pending has it alone: what is put while a log is
   * reset would be lost.
   */
  private final StampedLock gate = new StampedLock();

  /** What all processes do together. */
  private enum Call {
    DRAIN(1),
    DISCARD(2),
    CLOSE(3);

    final int code;

    Call(int code) {
      this.code = code;
    }
  }

  /** Set when processes were found to do different things; then nothing is done together again. */
  private @Nullable BurstlogException parted;

  /** Why the last drain failed; of several that failed in a row, why the first did. */
  private volatile @Nullable Throwable failure;

  private boolean closed;
  private int defined;

  private BurstBuffer(
      ProcessGroup group,
      TargetFile target,
      Settings settings,
      @Nullable Session session,
      List<RecoveryReport> recovered,
      Counters counters)
      throws IOException {
    this.group = group;
    this.target = target;
    this.settings = settings;
    this.session = session;
    this.recovered = recovered;
    this.counters = counters;
    DrainOptions options = settings.drainOptions();
    this.direct = new DirectPut(target, options);
    if (session == null) {
      drain = null;
      reader = null;
      full = null;
    } else {
      drain = Drain.of(group, target, session.log(), options);
      reader =
          new PendingReader(session.log().index(), session.log()::arrays, session.log().view());
      full = new FullLog(target, group, session.log(), settings, direct, counters);
    }
  }

  /**
   * Opens a burst buffer for a target. Collective.
   *
   * <p>Sessions of the target that a crash left in the tier are looked after first, as {@link
   * Settings#RECOVER} says, see {@link Recovery#beforeOpening}.
   *
   * @param target the open target; it stays the caller's, who closes it after this
   * @param group the processes that share it; stays the caller's
   * @param settings what is set, the same in every process
   * @return the burst buffer
   * @throws BurstlogException in every process, when the tier cannot be used in any, saying what to
   *     do; nothing is left behind
   * @throws IOException when the group itself cannot be used any more
   */
  public static BurstBuffer open(TargetFile target, ProcessGroup group, Settings settings)
      throws IOException {
    ProcessGroup own = group.duplicate();
    Counters counters = new Counters(target.path().toString());
    try {
      if (!settings.get(Settings.SWITCH)) {
        return new BurstBuffer(own, target, settings, null, List.of(), counters);
      }
      final long begun = System.nanoTime();
      Path tier = tier(own, settings);
      if (settings.get(Settings.TIER).isEmpty() && own.rank() == 0) {
        LOGGER.log(
            System.Logger.Level.INFO,
            "logs of " + target.path() + " go to " + tier + ", as offered");
      }
      Settings effective = settings.toBuilder().set(Settings.TIER, tier.toString()).build();
      Storage storage = new LocalStorage();
      List<RecoveryReport> recovered =
          Recovery.beforeOpening(
              target, tier, own, storage, settings.get(Settings.RECOVER), settings.drainOptions());
      Session session = Session.open(own, storage, tier, target.path(), settings);
      counters.add(Counter.OPEN_NANOS, System.nanoTime() - begun);
      return new BurstBuffer(own, target, effective, session, recovered, counters);
    } catch (IOException | RuntimeException e) {
      own.close();
      throw e;
    }
  }

  /**
   * Refuses to make a target anew when a crash left records of the file that is there and {@link
   * Settings#RECOVER} says so. To be called before the old file is emptied. Collective.
   *
   * @param target where the target will be
   * @param group the processes that share it
   * @param settings what is set, the same in every process
   * @throws BurstlogException in every process, when it must not be made
   * @throws IOException when the group itself cannot be used any more
   */
  public static void beforeCreating(Path target, ProcessGroup group, Settings settings)
      throws IOException {
    Path tier = tier(group, settings);
    RecoverPolicy policy = settings.get(Settings.RECOVER);
    Recovery.beforeCreating(target, tier, group, new LocalStorage(), policy);
  }

  /** What schedulers offer may be missing in some processes only. */
  private static Path tier(ProcessGroup group, Settings settings) throws IOException {
    Path tier = null;
    SettingsException failure = null;
    try {
      tier = Tiers.choose(settings, System.getenv());
    } catch (SettingsException e) {
      failure = e;
    }
    Agreement.reach(group, "opening the burst buffer", failure);
    if (tier == null) {
      throw new IllegalStateException("neither chosen nor failed");
    }
    return tier;
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
   * Returns what was counted in this process.
   *
   * @return the counts as they are now
   */
  public Statistics statistics() {
    return counters.snapshot();
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
    int number = session == null ? defined++ : session.log().define(array);
    return new BufferedArray(this, array, number);
  }

  void put(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    if (session == null) {
      putDirectly(array, region, values, offset);
      return;
    }
    if (offer(array, region, values, offset, length)) {
      return;
    }
    FullLog relief = full;
    if (relief == null) {
      throw new IllegalStateException("no log, but full");
    }
    synchronized (this) {
      long stamp = gate.writeLock();
      try {
        checkTaking();
        relief.put(array, region, values, offset, length);
      } catch (DrainFailedException e) {
        failure = failure == null ? e : failure;
        throw e;
      } finally {
        forgetWhatWasRead();
        gate.unlockWrite(stamp);
      }
    }
  }

  private synchronized void putDirectly(
      BufferedArray array, Region region, Object values, long offset) throws IOException {
    checkOpen();
    direct.put(array.array(), region, values, offset);
  }

  /** Puts, unless the log is full. */
  boolean offer(BufferedArray array, Region region, Object values, long offset, long length)
      throws IOException {
    Session open = session;
    if (open == null) {
      putDirectly(array, region, values, offset);
      return true;
    }
    long begun = counters.beginPut();
    long stamp = gate.readLock();
    try {
      checkTaking();
      open.log().put(array.number(), region, values, offset, length);
    } catch (LogFullException e) {
      counters.add(Counter.FULL_EVENTS, 1);
      return false;
    } finally {
      gate.unlockRead(stamp);
    }
    counters.endPut(begun, length);
    return true;
  }

  /**
   * Tells whether puts of so many bytes would probably find the log full, from its limit or from
   * when it was full the last time. Those who can have all processes drain then do so.
   *
   * @param bytes bytes about to be put
   * @return true when a drain should come first
   */
  public boolean isLimitNear(long bytes) {
    FullLog limit = full;
    return limit != null && limit.isNear(bytes);
  }

  /**
   * Checks that puts are taken.
   *
   * @throws BurstlogException when they are not, because a drain failed
   */
  public void checkTaking() throws BurstlogException {
    Throwable failed = failure;
    if (failed != null) {
      throw new BurstlogException(
          "the last drain failed, so no put is taken until one succeeds or the pending records are"
              + " discarded: "
              + failed.getMessage(),
          failed);
    }
  }

  /** See {@link BufferedArray#readPending}. */
  synchronized long readPending(Array array, Region region, Object into, long offset)
      throws IOException {
    checkOpen();
    PendingReader pending = reader;
    if (pending == null) {
      return 0;
    }
    long stamp = gate.writeLock();
    try {
      long bytes = pending.read(array, region, into, offset);
      if (bytes > 0) {
        counters.add(Counter.MERGED_GETS, 1);
        counters.add(Counter.MERGED_BYTES, bytes);
      }
      return bytes;
    } finally {
      gate.unlockWrite(stamp);
    }
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
    meet(Call.DRAIN);
    return drainTogether(reason);
  }

  private DrainReport drainTogether(DrainReason reason) throws IOException {
    Drain mover = drain;
    if (mover == null) {
      target.sync();
      group.barrier();
      return DrainReport.nothing("switched off");
    }
    Span span = counters.begin();
    long stamp = gate.writeLock();
    try {
      DrainReport report = mover.run();
      failure = null;
      span.drained(reason, report);
      return report;
    } catch (Throwable e) {
      // Whatever it was, and be it that the group is gone: records are pending that others wait
      // for.
      failure = failure == null ? e : failure;
      span.failed(reason);
      throw e;
    } finally {
      forgetWhatWasRead();
      gate.unlockWrite(stamp);
    }
  }

  private void forgetWhatWasRead() {
    PendingReader pending = reader;
    if (pending != null) {
      pending.forget();
    }
  }

  /**
   * Forgets what is pending, here and in every process, so that puts are taken again. Collective.
   *
   * @throws IOException when the log cannot begin anew
   */
  public synchronized void discard() throws IOException {
    checkOpen();
    meet(Call.DISCARD);
    long stamp = gate.writeLock();
    try {
      Throwable failed = null;
      if (session != null) {
        try {
          session.log().reset();
        } catch (IOException | RuntimeException e) {
          failed = e;
        }
      }
      Agreement.reach(group, "discarding what is pending", failed);
      failure = null;
    } finally {
      forgetWhatWasRead();
      gate.unlockWrite(stamp);
    }
  }

  /**
   * Returns how much is pending.
   *
   * @return bytes in this process's log that no drain has moved
   */
  public long pendingBytes() {
    return session == null ? 0 : session.log().pendingBytes();
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
    try (ProcessGroup closesLast = group) {
      try {
        meet(Call.CLOSE);
        drainTogether(DrainReason.CLOSE);
        report();
      } catch (Throwable e) {
        closed = true;
        keep(e);
        throw e;
      }
      closed = true;
      if (session != null && settings.get(Settings.KEEP)) {
        session.close();
      } else if (session != null) {
        session.delete();
      }
      assert closesLast == group;
    }
  }

  /**
   * Makes sure that all processes are about to do the same. A process that has thrown between two
   * puts closes while the others drain; without this, they would wait for each other in different
   * places.
   */
  private void meet(Call call) throws IOException {
    BurstlogException apart = parted;
    if (apart == null) {
      long[] extremes = {call.code, -call.code};
      group.max(extremes);
      if (extremes[0] == -extremes[1]) {
        return;
      }
      apart = parted(call);
      parted = apart;
    }
    throw new BurstlogException(String.valueOf(apart.getMessage()), apart);
  }

  private BurstlogException parted(Call call) throws IOException {
    List<byte[]> calls = group.gather(new byte[] {(byte) call.code});
    StringBuilder who = new StringBuilder();
    for (Call each : Call.values()) {
      List<Integer> ranks =
          IntStream.range(0, calls.size())
              .filter(r -> calls.get(r)[0] == each.code)
              .boxed()
              .toList();
      if (!ranks.isEmpty()) {
        who.append(who.isEmpty() ? "" : ", ").append(each.name().toLowerCase(Locale.ROOT));
        who.append(" in ranks ").append(ranks);
      }
    }
    return new BurstlogException(
        "the processes that share "
            + target.path()
            + " have parted: "
            + who
            + ". The logs are kept; end the job and run 'bb recover'");
  }

  /** Closes the log and leaves it on the tier. */
  private void keep(Throwable because) {
    if (session != null) {
      try {
        session.close();
      } catch (IOException | RuntimeException e) {
        because.addSuppressed(e);
      }
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
    try (ProcessGroup closesLast = group) {
      if (session != null) {
        session.close();
      }
      assert closesLast == group;
    }
  }

  private void report() throws IOException {
    if (session != null && settings.get(Settings.REPORT)) {
      Statistics all = statistics().sum(group);
      if (group.rank() == 0) {
        LOGGER.log(System.Logger.Level.INFO, all.report(target.path().toString(), group.size()));
      }
    }
  }

  private void checkOpen() throws BurstlogException {
    if (closed) {
      throw new BurstlogException(
          "the burst buffer of " + target.path() + " is closed; open it again");
    }
  }
}
