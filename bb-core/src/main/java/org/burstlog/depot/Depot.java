package org.burstlog.depot;

import java.io.Closeable;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.burstlog.drain.files.Measured;
import org.burstlog.job.Notice;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.recover.RetainedSessions;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;
import org.burstlog.wear.Wear;
import org.burstlog.wear.WearLimits;

/**
 * What burst buffers share over their files: the door to the tiers and what is known of these, the
 * spare sessions, and the drains and closes that go on while the program does.
 *
 * <p>A process has {@link #ofProcess one} that lasts as long as it does. A program may have others,
 * which it closes itself.
 */
public final class Depot implements Closeable {
  /** Drains of one file that go on inside the program's calls, because no thread may take them. */
  @FunctionalInterface
  public interface Sliced {
    /**
     * Lets them go on a little, if this thread may do that now; waits for no other process.
     *
     * @return false when there is nothing to come back for
     */
    boolean advance();
  }

  private static final Depot OF_PROCESS = forTheProcess();

  private final Storage storage;
  private final SpareSessions spares;
  private final SlowTiers slow = new SlowTiers();
  private final Wears wears;
  private final Notice notice = new Notice();
  private final Closings closings;
  private final Measured measured = new Measured();

  private final List<Sliced> sliced = new CopyOnWriteArrayList<>();

  /** What the program was told and need not be told again. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * Nothing is in it yet.
   *
   * @param storage the door to the tiers
   */
  public Depot(Storage storage) {
    this(storage, InstantSource.system());
  }

  /**
   * Nothing is in it yet.
   *
   * @param storage the door to the tiers
   * @param clock tells when something is written to them
   */
  public Depot(Storage storage, InstantSource clock) {
    this(
        storage,
        new SpareSessions(spares -> {}, RetainedSessions::dropOldest),
        new Closings(),
        new Wears(storage, clock, wears -> {}));
  }

  private Depot(Storage storage, SpareSessions spares, Closings closings, Wears wears) {
    this.wears = wears;
    this.storage = storage;
    this.spares = spares;
    this.closings = closings;
  }

  private static Depot forTheProcess() {
    // Most programs that load this keep no session and close no file in the background.
    Storage storage = new LocalStorage();
    return new Depot(
        storage,
        new SpareSessions(
            spares -> atExit(spares::end, "burstlog-spare"), RetainedSessions::dropOldest),
        new Closings(
            closings -> atExit(() -> closings.awaitAtExit(standardError()), "burstlog-exit")),
        new Wears(storage, InstantSource.system(), wears -> atExit(wears::close, "burstlog-wear")));
  }

  private static void atExit(Runnable work, String name) {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(work, name));
    } catch (IllegalStateException e) {
      // The virtual machine ends already: by another hook, which does not want to wait.
    }
  }

  @SuppressForbidden("loggers may have been ended when the process is told to end")
  private static PrintStream standardError() {
    return System.err;
  }

  /**
   * Returns what all files of this process share that say nothing else.
   *
   * @return always the same
   */
  public static Depot ofProcess() {
    return OF_PROCESS;
  }

  /**
   * Returns the door to the tiers.
   *
   * @return what makes and opens files there
   */
  public Storage storage() {
    return storage;
  }

  /**
   * Returns sessions that have ended, for those to come.
   *
   * @return always the same
   */
  public SpareSessions spares() {
    return spares;
  }

  /**
   * Returns what goes on in the background.
   *
   * @return always the same
   */
  public Closings closings() {
    return closings;
  }

  /**
   * Returns how fast drains of this process have been.
   *
   * @return always the same
   */
  public Measured measured() {
    return measured;
  }

  /**
   * Says that drains of a file may go on inside the program's calls from now on.
   *
   * @param file its drains
   */
  public void begin(Sliced file) {
    sliced.add(file);
  }

  /**
   * Says that they do not any more.
   *
   * @param file its drains
   */
  public void end(Sliced file) {
    sliced.remove(file);
  }

  /**
   * Lets drains go on that have no thread, of whatever file: called again and again by a call that
   * waits for other processes. Those may wait for such a drain, in which this process has a part.
   *
   * @return false when no such drain is under way
   */
  public boolean advance() {
    boolean more = false;
    for (Sliced file : sliced) {
      more |= file.advance();
    }
    return more;
  }

  /**
   * Returns what hears that the job ends soon.
   *
   * @return always the same
   */
  public Notice notice() {
    return notice;
  }

  /**
   * Returns what counts what this process writes to a tier.
   *
   * @param tier the tier
   * @param limits how much may be written there
   * @return the same for the same limits, whatever the file
   */
  public Wear wear(Path tier, WearLimits limits) {
    return wears.of(tier, limits);
  }

  /**
   * Looks at a tier the first time that it is used, and says so where small writes to it are slow.
   *
   * @param tier the tier
   * @param session a session's directory on it, which no process has locked yet
   */
  public void look(Path tier, SessionDirectory session) {
    slow.look(storage, tier, session);
  }

  /**
   * Remembers that something is told, so that a program that opens many files is told once.
   *
   * @param topic what it is about
   * @return whether that is new
   */
  public boolean tellsFirst(String topic) {
    return told.add(topic);
  }

  /** Waits for all that goes on in the background, and gives up the spare sessions. */
  @Override
  public void close() {
    closings.settle();
    spares.end();
    wears.close();
  }
}
