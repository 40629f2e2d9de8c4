package org.burstlog.depot;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.spare.SpareLogs;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.Storage;

/**
 * What burst buffers share over their files: the door to the tiers and what is known of these, the
 * spare logs, and the drains and closes that go on while the program does.
 *
 * <p>A process has {@link #ofProcess one} that lasts as long as it does. A program may have others,
 * which it closes itself.
 */
public final class Depot implements Closeable {
  private static final Depot OF_PROCESS = forTheProcess();

  private final Storage storage;
  private final SpareLogs spares;
  private final SlowTiers slow = new SlowTiers();
  private final Closings closings = new Closings();

  /** What the program was told and need not be told again. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /**
   * Nothing is in it yet.
   *
   * @param storage the door to the tiers
   */
  public Depot(Storage storage) {
    this(storage, new SpareLogs());
  }

  private Depot(Storage storage, SpareLogs spares) {
    this.storage = storage;
    this.spares = spares;
  }

  private static Depot forTheProcess() {
    // Most programs that load this keep no spare log, and need no hook.
    return new Depot(
        new LocalStorage(),
        new SpareLogs(
            spares ->
                Runtime.getRuntime().addShutdownHook(new Thread(spares::end, "burstlog-spare"))));
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
   * Returns logs that were made and are not used.
   *
   * @return always the same
   */
  public SpareLogs spares() {
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

  /** Waits for all that goes on in the background, and gives up the spare logs. */
  @Override
  public void close() {
    closings.settle();
    spares.end();
  }
}
