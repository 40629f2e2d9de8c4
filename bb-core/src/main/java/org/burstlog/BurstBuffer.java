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
import org.burstlog.recover.Recovery;
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
 * when one returns its record survives the process. Switched off by its settings, it writes each
 * put straight to the target, with the same result.
 *
 * <p>After a {@link DrainFailedException} the logs are kept and puts are refused, until a drain
 * succeeds or the pending records are discarded.
 */
public final class BurstBuffer implements Closeable {
  private final ProcessGroup group;
  private final TargetFile target;
  private final @Nullable Session session;
  private final @Nullable Drain drain;
  private final DirectPut direct;

  /** Puts share it, a drain has it alone: what is put while a log is reset would be lost. */
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
  private @Nullable Throwable failure;

  private boolean closed;
  private int defined;

  private BurstBuffer(
      ProcessGroup group, TargetFile target, Settings settings, @Nullable Session session)
      throws IOException {
    this.group = group;
    this.target = target;
    this.session = session;
    DrainOptions options = settings.drainOptions();
    this.direct = new DirectPut(target, options);
    this.drain = session == null ? null : Drain.of(group, target, session.log(), options);
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
    try {
      Session session = null;
      if (settings.get(Settings.SWITCH)) {
        Path tier = Tiers.choose(settings, System.getenv());
        Storage storage = new LocalStorage();
        Recovery.beforeOpening(
            target, tier, own, storage, settings.get(Settings.RECOVER), settings.drainOptions());
        session = Session.open(own, storage, tier, target.path(), settings);
      }
      return new BurstBuffer(own, target, settings, session);
    } catch (IOException | RuntimeException e) {
      own.close();
      throw e;
    }
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
      synchronized (this) {
        checkOpen();
        direct.put(array.array(), region, values, offset);
      }
      return;
    }
    long stamp = gate.readLock();
    try {
      checkDrained();
      session.log().put(array.number(), region, values, offset, length);
    } finally {
      gate.unlockRead(stamp);
    }
  }

  private void checkDrained() throws BurstlogException {
    Throwable failed = failure;
    if (failed != null) {
      throw new BurstlogException(
          "the last drain failed, so no put is taken until one succeeds or the pending records are"
              + " discarded: "
              + failed.getMessage(),
          failed);
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
  public synchronized DrainReport drain() throws IOException {
    checkOpen();
    meet(Call.DRAIN);
    return drainTogether();
  }

  private DrainReport drainTogether() throws IOException {
    if (drain == null) {
      target.sync();
      group.barrier();
      return DrainReport.nothing("switched off");
    }
    long stamp = gate.writeLock();
    try {
      DrainReport report = drain.run();
      failure = null;
      return report;
    } catch (Throwable e) {
      // Whatever it was, and be it that the group is gone: records are pending that others wait
      // for.
      failure = failure == null ? e : failure;
      throw e;
    } finally {
      gate.unlockWrite(stamp);
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
   * Drains, and removes the logs. Collective. A second close does nothing.
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
        drainTogether();
      } catch (Throwable e) {
        closed = true;
        keep(e);
        throw e;
      }
      closed = true;
      if (session != null) {
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

  private void checkOpen() throws BurstlogException {
    if (closed) {
      throw new BurstlogException("the burst buffer of " + target.path() + " is closed");
    }
  }
}
