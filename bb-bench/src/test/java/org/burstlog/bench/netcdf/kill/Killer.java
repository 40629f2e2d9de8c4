package org.burstlog.bench.netcdf.kill;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.burstlog.cli.Main;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.recover.crash.Fate;
import org.burstlog.recover.crash.Fate.Event;

/**
 * The life of one netCDF file under fire: jobs write it and are killed, recoveries are killed, and
 * in the end it must be, byte for byte, what the acknowledged puts leave without a burst buffer.
 */
final class Killer {
  /** Where a job may die; what stands here twice is hit twice as often. */
  static final Event[] ANYWHERE = {
    Event.OPEN,
    Event.PUT,
    Event.PUT,
    Event.DRAIN,
    Event.WRITE,
    Event.WRITE,
    Event.SYNC,
    Event.SIZE,
    Event.SIZE,
    Event.DRAINED,
    Event.CLOSE,
    Event.CLOSE
  };

  /** Where it leaves much in its logs. */
  static final Event[] WITH_MUCH_PENDING = {Event.PUT, Event.DRAIN, Event.WRITE, Event.SIZE};

  private final Path directory;
  private final Path tier;
  private final Path target;
  private final long seed;
  private final Random random;
  private final Work work;
  private final String layout;
  private final String access;
  private final String capacity;
  private final Drains drains;
  private final int epochs;
  private final Acknowledged acknowledged;
  private final List<String> story = new ArrayList<>();

  /** Whether the next job gets a fate that surely comes. */
  private boolean sure;

  private int lives;
  private int kills;

  Killer(Path directory, long seed) throws IOException {
    this(directory, directory.resolve("tier"), seed);
  }

  /** As above, on a tier that others may use too. */
  Killer(Path directory, Path tier, long seed) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.tier = Files.createDirectories(tier);
    this.target = directory.resolve("out.nc");
    this.seed = seed;
    this.random = new Random(seed);
    this.work = new Work(seed);
    this.layout = random.nextBoolean() ? "process" : "node";
    // Blocks as small as here are not mapped unless that is asked for.
    this.access = layout.equals("node") && random.nextBoolean() ? "mapped" : "auto";
    // So little that a log is full now and then.
    this.capacity = layout.equals("process") && random.nextInt(3) == 0 ? "64KiB" : "0";
    this.drains = Drains.any(random);
    this.epochs = 1 + random.nextInt(2);
    this.acknowledged = Acknowledged.open(directory.resolve("acknowledged"));
    story.add("seed " + seed + ", log per " + layout + ", " + access + ", capacity " + capacity);
    story.add("drains: " + drains + ", " + epochs + " epochs");
  }

  int kills() {
    return kills;
  }

  /** Gives the next job a fate that comes in each life, with more of that life behind it. */
  void dieForSure() {
    sure = true;
  }

  /** Starts a job of so many ranks, which creates the file or opens it again, and kills it. */
  void victim(int ranks, Event... events) throws Exception {
    Fate fate = sure ? fate(Event.OPEN) : fate(events);
    sure = false;
    int fated = random.nextInt(ranks);
    MpiRun.Result result =
        MpiRun.ranks(ranks)
            .io("romio")
            .jvm("-XX:TieredStopAtLevel=1")
            .start(
                Victim.class,
                directory.toString(),
                tier.toString(),
                Long.toString(seed),
                Integer.toString(lives),
                layout,
                capacity,
                fate.text(),
                Integer.toString(fated),
                access,
                drains.name(),
                Integer.toString(epochs));
    lives++;
    boolean killed = acknowledged.takeKilled();
    story.add(ranks + " ranks, rank " + fated + " at " + fate.text() + ": " + acknowledged);
    if (killed) {
      kills++;
    } else if (result.status() != 0) {
      throw new AssertionError("nobody killed it:\n" + result.output());
    }
    if (result.output().contains("reopened, owner")) {
      throw new AssertionError(result.output());
    }
  }

  private Fate fate(Event... events) {
    Event event = events[random.nextInt(events.length)];
    int index =
        switch (event) {
          case PUT -> random.nextInt(30);
          case WRITE -> random.nextInt(20);
          case SYNC, SIZE -> random.nextInt(4);
          case DRAIN, DRAINED -> random.nextInt(4);
          default -> 0;
        };
    return new Fate(event, index, random.nextBoolean(), random.nextInt(3_000_000));
  }

  /** Starts a recovery and kills it, if it is not over before. */
  void rescuer() throws Exception {
    Event[] events = {Event.WRITE, Event.SYNC, Event.SIZE, Event.READ, Event.STORAGE};
    Event event = events[random.nextInt(events.length)];
    // A recovery is short: what is far along in it never comes.
    int index =
        switch (event) {
          case WRITE, READ -> random.nextInt(4);
          case STORAGE -> random.nextInt(8);
          default -> 0;
        };
    Fate fate = new Fate(event, index, random.nextBoolean(), random.nextInt(1_000_000));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            "org.burstlog.recover.crash.Rescuer",
            tier.toString(),
            "1",
            fate.text());
    Process process = new ProcessBuilder(command).start();
    try (InputStream out = process.getInputStream();
        InputStream errors = process.getErrorStream()) {
      boolean met = out.read() == 'X';
      if (met) {
        LockSupport.parkNanos(fate.delay());
        process.destroyForcibly();
        process.waitFor();
        kills++;
      } else if (process.waitFor() != 0) {
        throw new AssertionError(new String(errors.readAllBytes(), StandardCharsets.UTF_8));
      }
      story.add("recovery at " + fate.text() + (met ? " killed" : " done"));
    }
  }

  /** Recovers with this process alone, by the command. */
  void recover() {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    int code = Main.run(out, out, "recover", "--tier", tier.toString(), "--all");
    story.add("bb recover: " + code + " " + told.toString(StandardCharsets.UTF_8).strip());
    if (code != 0 || Main.run(out, out, "list", tier.toString()) != 0) {
      throw new AssertionError(told.toString(StandardCharsets.UTF_8));
    }
  }

  /** Compares the file with what may be there. */
  void check() throws IOException {
    int[] puts = new int[Work.OWNERS];
    long records;
    try (NcFile file = NcFile.open(target, NcOptions.defaults().readOnly())) {
      records = file.records();
      for (int owner = 0; owner < puts.length; owner++) {
        puts[owner] = work.resolve(file, owner, acknowledged.of(owner));
        if (puts[owner] < 0) {
          throw new AssertionError("owner " + owner + " has\n" + Work.Picture.read(file, owner));
        }
      }
    }
    checkRecords(records, puts);
    Path plain = directory.resolve("plain.nc");
    writeUnbuffered(plain, records, puts);
    byte[] expected = Files.readAllBytes(plain);
    byte[] found = Files.readAllBytes(target);
    // What is cut short at a close, whose logs are gone, lacks zeros at its end and nothing else.
    int differs = Arrays.mismatch(expected, Arrays.copyOf(found, expected.length));
    if (differs >= 0 || found.length > expected.length) {
      throw new AssertionError(
          "differs at byte " + differs + "; " + found.length + " bytes of " + expected.length);
    }
  }

  private void checkRecords(long records, int[] puts) {
    int least = 0;
    int most = 0;
    for (int owner = 0; owner < puts.length; owner++) {
      least = Math.max(least, work.records(owner, puts[owner]));
      // A collective put tells the number of records before anything is written.
      int begun = acknowledged.of(owner) + Work.MOST_IN_FLIGHT;
      most = Math.max(most, work.records(owner, begun));
    }
    if (records < least || records > most) {
      throw new AssertionError(records + " records, not " + least + " to " + most);
    }
  }

  private void writeUnbuffered(Path plain, long records, int[] puts) throws IOException {
    try (NcFile file = NcFile.create(plain)) {
      Work.define(file);
      List<NcVariable> variables = file.variables();
      for (int owner = 0; owner < puts.length; owner++) {
        for (int number = 1; number <= puts[owner]; number++) {
          work.put(owner, number).to(variables);
        }
      }
      if (file.records() < records) {
        variables.get(1).set(0, records - 1, 0);
      }
    }
  }

  @Override
  public String toString() {
    return String.join("\n  ", story);
  }
}
