package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LogVerdict.State;
import org.burstlog.storage.LocalStorage;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process is killed while it puts. What it acknowledged is there to the last bit, nothing is half
 * there, and the log is clean: not even torn.
 *
 * <p>The process announces each acknowledgement by a store to a mapped file, which survives it.
 */
@Tag("slow")
class CrashTest {
  private static final int KILLS = Effort.of(8, 400);
  private static final int THREADS = 3;

  /**
   * By thread: records acknowledged, resets begun at, resets done at; each in a line of its own.
   */
  private static final int ACKNOWLEDGED = 0;

  private static final int RESET_BEGUN = 8;
  private static final int RESET_DONE = 16;
  private static final int LINE = 64;

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  @TempDir(factory = InMemory.class)
  Path tier;

  /** The process that is killed. */
  static final class Victim {
    private final Pattern pattern;
    private final ByteBuffer announced;
    private final int announceAfter;
    private final AtomicInteger puts = new AtomicInteger();

    private Victim(long seed, Path announcements, int announceAfter) throws IOException {
      this.pattern = pattern(seed);
      this.announceAfter = announceAfter;
      try (FileChannel file =
          FileChannel.open(announcements, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        announced = file.map(FileChannel.MapMode.READ_WRITE, 0, THREADS * LINE);
      }
    }

    /** Arguments: tier, announcements, access, lanes, seed, announce after so many puts. */
    public static void main(String[] a) throws IOException {
      Victim victim = new Victim(Long.parseLong(a[4]), Path.of(a[1]), Integer.parseInt(a[5]));
      victim.run(Path.of(a[0]), Access.valueOf(a[2]), Integer.parseInt(a[3]));
    }

    private void run(Path tier, Access access, int lanes) throws IOException {
      Session session = Session.make(new LocalStorage(), tier, lanes);
      if (announceAfter == 0) {
        announce();
      }
      session.create();
      List<LogWriter> logs = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        logs.add(session.open(lane, Session.options(access)));
      }
      for (int t = 0; t < THREADS; t++) {
        int thread = t;
        // With a lane for each thread, each resets its own now and then; with one lane nobody does.
        boolean resets = lanes == THREADS;
        new Thread(() -> put(logs.get(thread % lanes), thread, resets)).start();
      }
    }

    /** Whoever reads this kills the process. */
    private static void announce() throws IOException {
      Files.write(Path.of("/dev/stdout"), new byte[] {1}, StandardOpenOption.WRITE);
    }

    private void put(LogWriter log, int thread, boolean resets) {
      int line = thread * LINE;
      try {
        int array = log.define(Pattern.ARRAY);
        for (long i = 0; ; i++) {
          pattern.put(log, array, Pattern.id(thread, i));
          LONG.setVolatile(announced, line + ACKNOWLEDGED, i + 1);
          if (puts.incrementAndGet() == announceAfter) {
            announce();
          }
          if (resets && i % 50 == 49) {
            LONG.setVolatile(announced, line + RESET_BEGUN, i + 1);
            log.reset();
            LONG.setVolatile(announced, line + RESET_DONE, i + 1);
          }
          // Enough is enough, but not before the announcement: space may be prepared far ahead.
          while (!resets && puts.get() >= announceAfter && log.allocated() > 4 << 20) {
            LockSupport.park();
          }
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  /** Of half of the programs some puts are so large that they are written and not stored. */
  private static Pattern pattern(long seed) {
    return new Pattern(seed, (seed & 1) == 0 ? 600 : Pattern.ROW);
  }

  private static Path classes(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private Process start(Path own, Access access, int lanes, long seed, int announceAfter)
      throws IOException, URISyntaxException {
    Path announcements = own.resolve("announced");
    Files.write(announcements, new byte[THREADS * LINE]);
    String path =
        classes(LogWriter.class)
            + ":"
            + classes(CrashTest.class)
            + ":"
            + classes(org.assertj.core.api.Assertions.class);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            path,
            Victim.class.getName(),
            own.toString(),
            announcements.toString(),
            access.name(),
            String.valueOf(lanes),
            String.valueOf(seed),
            String.valueOf(announceAfter))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @ParameterizedTest
  @CsvSource({"MAPPED, 1", "WRITTEN, 1", "MAPPED, 3", "WRITTEN, 3", "MAPPED, 2", "WRITTEN, 2"})
  void whatWasAcknowledgedIsReadBack(Access access, int lanes) throws Exception {
    long first = Long.getLong("bb.test.seed", System.nanoTime());
    Victims victims = new Victims(access, lanes);
    victims.startNext(first);
    for (long seed = first; seed < first + KILLS; seed++) {
      Killed killed = victims.killNext(seed + 1);
      try {
        judge(killed, lanes);
      } catch (IOException | RuntimeException | AssertionError e) {
        throw new AssertionError("repeat it by -Dbb.test.seed=" + seed, e);
      }
    }
    victims.killNext(0);
  }

  private record Killed(long seed, Path own) {}

  /** Always one process more than is looked at, so that none is waited for. */
  private final class Victims {
    private final Access access;
    private final int lanes;
    private Process running;
    private Killed next;

    Victims(Access access, int lanes) throws Exception {
      this.access = access;
      this.lanes = lanes;
      this.next = new Killed(0, tier);
      this.running = new ProcessBuilder("true").start();
    }

    void startNext(long seed) throws Exception {
      Path own = Files.createDirectory(tier.resolve("t" + Long.toHexString(seed)));
      Random random = new Random(seed * 0x9E3779B97F4A7C15L);
      int[] moments = {0, 1, 20, 500, 5000};
      int announceAfter = random.nextInt(moments[random.nextInt(moments.length)] + 1);
      next = new Killed(seed, own);
      running = start(own, access, lanes, seed, announceAfter);
    }

    Killed killNext(long seedAfter) throws Exception {
      Killed killed = next;
      Process victim = running;
      try (InputStream announcement = victim.getInputStream()) {
        int sign = announcement.read();
        victim.destroyForcibly();
        assertThat(sign).as("seed %d: the process came to put at all", killed.seed).isEqualTo(1);
      }
      if (seedAfter != 0) {
        startNext(seedAfter);
      }
      assertThat(victim.waitFor()).as("killed").isEqualTo(137);
      return killed;
    }
  }

  private static void judge(Killed killed, int lanes) throws IOException {
    long[] announced = new long[THREADS * LINE / 8];
    ByteBuffer.wrap(Files.readAllBytes(killed.own.resolve("announced")))
        .order(ByteOrder.nativeOrder())
        .asLongBuffer()
        .get(announced);
    Session session = Session.make(new LocalStorage(), killed.own, lanes);
    Set<Long> found = new HashSet<>();
    try {
      for (Scan scan : session.scan(pattern(killed.seed))) {
        assertThat(scan.verdict().state()).as("%s", scan.verdict()).isEqualTo(State.CLEAN);
        found.addAll(scan.ids());
      }
    } catch (java.nio.file.NoSuchFileException e) {
      assertThat(announced).as("nothing was put before there were files").containsOnly(0);
    } catch (DamagedLogException e) {
      assertThat(e.neverOpened()).as("%s", e).isTrue();
      assertThat(announced).as("nothing was put before the log was open").containsOnly(0);
    }
    for (int thread = 0; thread < THREADS; thread++) {
      long acknowledged = announced[(thread * LINE + ACKNOWLEDGED) / 8];
      long mayBeGone = announced[(thread * LINE + RESET_BEGUN) / 8];
      long mustBeGone = announced[(thread * LINE + RESET_DONE) / 8];
      for (long i = mayBeGone; i < acknowledged; i++) {
        long id = Pattern.id(thread, i);
        assertThat(found.contains(id)).as("record %x is there", id).isTrue();
      }
      for (long id : found) {
        if (Pattern.thread(id) == thread) {
          // One more may be whole: the process died before it could announce it.
          long number = Pattern.number(id);
          assertThat(number >= mustBeGone && number <= acknowledged)
              .as("%d is between %d and %d", number, mustBeGone, acknowledged)
              .isTrue();
        }
      }
    }
    try (var files = Files.walk(killed.own)) {
      for (Path p : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(p);
      }
    }
  }
}
