package org.burstlog.recover.crash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.TargetFile;

/**
 * The life of one file under fire: victims write it and are killed, rescuers recover it and are
 * killed, and in the end it must be what the acknowledged puts say.
 */
final class Killer {
  private final Path directory;
  private final Path tier;

  /** Where programs put their data: of one seed in three, most of it on another tier. */
  private final String tiers;

  private final long seed;
  private final Random random;
  private final String layout;
  private final String access;
  private final int ranksPerNode;
  private final Work work;
  private final List<String> story = new ArrayList<>();

  /** By rank: the puts that may count, in order; the sign tells those that may not. */
  private final List<List<Long>> puts = new ArrayList<>();

  /** What stands before the command of a child. */
  private List<String> before = List.of();

  /** Whether the next victim gets a fate that surely comes. */
  private boolean sure;

  int kills;

  Killer(Path directory, long seed) throws IOException {
    this(directory, directory.resolve("tier"), seed);
  }

  /** As above, on a tier that others may use too. */
  Killer(Path directory, Path tier, long seed) throws IOException {
    this.directory = directory;
    this.tier = tier;
    this.seed = seed;
    this.random = new Random(seed);
    this.layout = random.nextBoolean() ? "process" : "node";
    // Blocks as small as here are not mapped unless that is asked for.
    this.access = layout.equals("node") && random.nextBoolean() ? "mapped" : "auto";
    this.ranksPerNode = 1 + random.nextInt(Work.RANKS);
    Path far = directory.resolve("far");
    boolean spills = Math.floorMod(seed, 3) == 0;
    this.tiers = spills ? tier + ":" + 64 * ranksPerNode + "KiB," + far : tier.toString();
    this.work = new Work(seed);
    for (int rank = 0; rank < Work.RANKS; rank++) {
      puts.add(new ArrayList<>());
    }
    Files.createDirectories(far);
    Files.createDirectories(tier);
    Victim.prepare(directory);
    story.add(
        "seed "
            + seed
            + ", log per "
            + layout
            + ", "
            + access
            + ", "
            + ranksPerNode
            + " ranks a node, tiers "
            + tiers);
  }

  /** One whose programs have a log for each process: the first seed from a given one on. */
  static Killer withOwnLogs(Path directory, long seed) throws IOException {
    Killer killer = new Killer(directory, seed);
    return killer.layout.equals("process") ? killer : withOwnLogs(directory, seed + 2);
  }

  Path tier() {
    return tier;
  }

  /** What its programs have set. */
  Settings settings() throws IOException {
    return Victim.settings(tiers, layout, access);
  }

  /** Has programs run as the user who is nobody, from now on; only root can do that. */
  void asNobody() throws IOException {
    before = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
    UserPrincipal owner =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Files.setOwner(directory, owner);
    Files.setOwner(directory.resolve("acknowledged"), owner);
  }

  /** Gives the next victim a fate that comes in each life. */
  void dieForSure() {
    sure = true;
  }

  /** Lets a victim live and kills it, or lets it end when it does not come so far. */
  void victim(TargetFile.Mode mode, Fate.Event... events) throws Exception {
    Fate fate = sure ? Fate.sure(random) : Fate.random(random, events);
    sure = false;
    victim(mode, fate);
  }

  /**
   * Kills a victim while the first of its ranks that meets an event stands still there. Before a
   * collective call no rank goes on alone, so what is left is the same however long the kill takes.
   */
  void victimStandingStillAt(Fate.Event event) throws Exception {
    victim(TargetFile.Mode.CREATE, new Fate(event, 0, true, 0));
  }

  private void victim(TargetFile.Mode mode, Fate fate) throws Exception {
    long[] before = Victim.acknowledged(directory);
    boolean killed =
        run(
            Victim.class,
            fate,
            directory.toString(),
            tiers,
            Long.toString(seed),
            mode.name(),
            layout,
            Integer.toString(ranksPerNode),
            fate.text(),
            access);
    long[] after = Victim.acknowledged(directory);
    for (int rank = 0; rank < Work.RANKS; rank++) {
      long next = before[rank] + (mode == TargetFile.Mode.CREATE ? 1 : 2);
      for (; next <= after[rank]; next++) {
        puts.get(rank).add(next);
      }
      if (killed) {
        puts.get(rank).add(-next);
      }
    }
    story.add(
        mode + " " + fate.text() + (killed ? " killed" : " lived") + " " + Arrays.toString(after));
  }

  /** Lets a rescuer work and kills it, or lets it end. */
  void rescuer() throws Exception {
    Fate fate =
        Fate.random(
            random,
            Fate.Event.WRITE,
            Fate.Event.SYNC,
            Fate.Event.SIZE,
            Fate.Event.READ,
            Fate.Event.STORAGE,
            Fate.Event.STORAGE);
    // A recovery is short: what is far along in it never comes.
    fate = new Fate(fate.event(), fate.index() % 6, fate.still(), fate.delay());
    String ranks = Integer.toString(1 + random.nextInt(3));
    boolean killed = run(Rescuer.class, fate, tier.toString(), ranks, fate.text());
    story.add("rescuer of " + ranks + " " + fate.text() + (killed ? " killed" : " done"));
  }

  /** Lets a rescuer work in peace. */
  void rescuerThatLives() throws Exception {
    Fate fate = new Fate(Fate.Event.NEVER, 0, false, 0);
    run(Rescuer.class, fate, tier.toString(), "2", fate.text());
  }

  /** Tells whether children can be started at all. */
  boolean canRun() throws Exception {
    try {
      rescuerThatLives();
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  /** Recovers what is left, and returns what was said. */
  List<RecoveryReport> recover() throws IOException {
    try (ProcessGroup group = new SoloGroup()) {
      return Rescuer.recover(group, tier);
    }
  }

  /** Nothing of a session may be left but what is left of opening one, or was to be retained. */
  void checkTier() throws IOException {
    try (ProcessGroup group = new SoloGroup()) {
      List<Path> tiers = List.of(tier);
      for (TierSession session : SessionFinder.find(group, new LocalStorage(), tiers)) {
        if (session.state() != SessionState.EMPTY && session.state() != SessionState.RETAINED) {
          throw new AssertionError(this + "\n" + session + " is left, " + session.state());
        }
      }
    }
  }

  private boolean run(Class<?> program, Fate fate, String... args) throws Exception {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            program.getName()));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command).start();
    try (InputStream out = process.getInputStream();
        InputStream errors = process.getErrorStream()) {
      boolean met = out.read() == 'X';
      if (met) {
        long end = System.nanoTime() + fate.delay();
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        process.destroyForcibly();
        process.waitFor();
        kills++;
      } else if (process.waitFor() != 0) {
        throw new AssertionError(
            this + "\n" + new String(errors.readAllBytes(), StandardCharsets.UTF_8));
      }
      return met;
    }
  }

  /** Compares the file with what may be there. */
  void check() throws IOException {
    byte[] file = Arrays.copyOf(Files.readAllBytes(directory.resolve("out.bin")), Work.SIZE);
    for (int rank = 0; rank < Work.RANKS; rank++) {
      check(file, rank);
    }
  }

  private void check(byte[] file, int rank) {
    List<Long> mine = puts.get(rank);
    int doubtful = (int) mine.stream().filter(n -> n < 0).count();
    int nearest = -1;
    for (int choice = 0; choice < 1 << doubtful; choice++) {
      int differs = firstDifference(file, picture(rank, mine, choice), rank);
      if (differs < 0) {
        return;
      }
      nearest = Math.max(nearest, differs);
    }
    throw new AssertionError(
        this + "\nrank " + rank + ": the byte at " + nearest + " is of no possible file");
  }

  /** The file as a rank leaves it, when of its doubtful puts some are there. */
  private byte[] picture(int rank, List<Long> mine, int choice) {
    byte[] picture = new byte[Work.SIZE];
    int doubtful = 0;
    for (long number : mine) {
      if (number > 0 || (choice >> doubtful++ & 1) != 0) {
        work.apply(picture, rank, Math.abs(number));
      }
    }
    return picture;
  }

  private static int firstDifference(byte[] file, byte[] picture, int rank) {
    for (int row = 0; row < Work.ROWS; row++) {
      int from = Work.OFFSET + row * Work.ROW + rank * Work.BYTES_PER_RANK;
      int to = from + Work.BYTES_PER_RANK;
      int differs = Arrays.mismatch(file, from, to, picture, from, to);
      if (differs >= 0) {
        return from + differs;
      }
    }
    int from = Work.BULK + rank * Work.BULK_ROW;
    int to = from + Work.BULK_ROW;
    int differs = Arrays.mismatch(file, from, to, picture, from, to);
    return differs < 0 ? -1 : from + differs;
  }

  @Override
  public String toString() {
    return String.join("\n  ", story);
  }
}
