package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.Settings;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/**
 * What a killed program leaves: its target as it was, and its session on a tier with nobody to hold
 * the lock. Made by copying the files of a program while it runs.
 */
public final class Wreck {
  static final DrainOptions DRAIN = new DrainOptions(1 << 16, 1000, Strategy.AUTO);

  /** Where the first put's data lies in a data log. */
  public static final int FIRST_DATA = 8192;

  private boolean behindHeader;
  private final Path directory;
  private final Path tier;

  /**
   * Prepares for wrecks.
   *
   * @param directory where targets and tier are made
   */
  public Wreck(Path directory) throws IOException {
    this.directory = directory;
    this.tier = Files.createDirectories(directory.resolve("tier"));
  }

  /** What one process of the program does before it dies. */
  @FunctionalInterface
  public interface Life {
    void live(ProcessGroup group, BurstBuffer buffer) throws IOException;
  }

  /** The tier on which the wrecks lie. */
  public Path tier() {
    return tier;
  }

  public Path target(String name) {
    return directory.resolve(name);
  }

  /** One array of 8-byte integers, all of the file. */
  public static Array layout(long elements) {
    return Array.rowMajor("number", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, elements);
  }

  /** Puts values from an index on. */
  public static void put(BufferedArray array, long first, long... values) throws IOException {
    array.put(Region.of(new long[] {first}, new long[] {values.length}), values);
  }

  /**
   * Moves the log of rank 1 to another tier, as where each node has one of its own.
   *
   * @param session of processes that each had a log
   * @param other the tier
   * @return where the session's directory is there
   */
  public Path apart(Path session, Path other) throws IOException {
    Path inTier = tier.relativize(session);
    Path half = Files.createDirectories(other.resolve(inTier));
    for (Path made : List.of(other.resolve(inTier.getName(0)), half)) {
      Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwx------"));
    }
    for (String file : List.of("r00001.meta", "r00001.data")) {
      Files.move(session.resolve(file), half.resolve(file));
    }
    return half;
  }

  /** Programs from here on write a header to their targets that no log has. */
  void writeBehindHeaders() {
    behindHeader = true;
  }

  /** Four values, put by one process. */
  public Path small(String name) throws Exception {
    return small(target(name));
  }

  /** Four values, put by one process, into a target whose path no text may be able to express. */
  public Path small(Path target) throws Exception {
    return of(
        target,
        TargetFile.Mode.CREATE,
        1,
        settings -> settings.set(Settings.LAYOUT, "process"),
        /* secondhand= */ false,
        (group, buffer) -> put(buffer.define(layout(4)), 0, 1, 2, 3, 4));
  }

  public Path of(String name, int ranks, String layout, Life life) throws Exception {
    return of(name, TargetFile.Mode.CREATE, ranks, layout, life);
  }

  public Path of(String name, TargetFile.Mode mode, int ranks, String layout, Life life)
      throws Exception {
    return of(
        target(name),
        mode,
        ranks,
        settings -> settings.set(Settings.LAYOUT, layout),
        /* secondhand= */ false,
        life);
  }

  /**
   * Lets a program live and die, with any settings, and with logs that another file of the program
   * has left if they are to be secondhand. Returns the directory of its session.
   */
  public Path of(
      Path target,
      TargetFile.Mode mode,
      int ranks,
      UnaryOperator<Settings.Builder> changes,
      boolean secondhand,
      Life life)
      throws Exception {
    Path scratch = Files.createTempDirectory(directory, "scratch");
    Path saved = Files.createDirectory(scratch.resolve("saved"));
    Settings settings =
        changes
            .apply(
                Settings.builder()
                    .set(Settings.SWITCH, "on")
                    .set(Settings.TIER, scratch.toString())
                    .set(Settings.CHUNK, "64KiB")
                    .set(Settings.BLOCK, "16KiB"))
            .build();
    ThreadedGroup.run(
        ranks,
        group -> {
          if (secondhand) {
            TargetFile before = PlainTarget.open(group, scratch.resolve("before"), mode);
            BurstBuffer buffer = BurstBuffer.open(before, group, settings);
            put(buffer.define(layout(100)), 0, new long[100]);
            buffer.close();
            before.close();
          }
          TargetFile file = PlainTarget.open(group, target, mode);
          BurstBuffer buffer =
              behindHeader
                  ? BurstBuffer.openBehindHeader(file, group, settings)
                  : BurstBuffer.open(file, group, settings);
          life.live(group, buffer);
          group.barrier();
          if (group.rank() == 0) {
            copy(session(scratch), saved);
            Files.copy(target, saved.resolve("target"));
          }
          group.barrier();
          buffer.discard();
          buffer.close();
          file.close();
        });
    // In place, so that it is still the same file.
    Files.write(target, Files.readAllBytes(saved.resolve("target")));
    Files.delete(saved.resolve("target"));
    Path session = onlyEntry(saved);
    Path own = tier.resolve(scratchUser(scratch));
    if (!Files.exists(own)) {
      Files.createDirectory(own);
      Files.setPosixFilePermissions(
          own, Files.getPosixFilePermissions(scratch.resolve(scratchUser(scratch))));
    }
    return Files.move(session, own.resolve(session.getFileName()));
  }

  private static String scratchUser(Path scratch) throws IOException {
    try (Stream<Path> all = Files.list(scratch)) {
      return all.map(p -> p.getFileName().toString())
          .filter(name -> name.startsWith("burstlog-"))
          .findAny()
          .orElseThrow();
    }
  }

  private static Path session(Path tier) throws IOException {
    return onlyEntry(tier.resolve(scratchUser(tier)));
  }

  private static Path onlyEntry(Path parent) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      List<Path> entries =
          all.filter(p -> !String.valueOf(p.getFileName()).startsWith("spare-")).toList();
      if (entries.size() != 1) {
        throw new IllegalStateException(entries.toString());
      }
      return entries.get(0);
    }
  }

  /** Copies a session, but not by opening its lock file: closing that would drop the lock. */
  private static void copy(Path session, Path into) throws IOException {
    Path copy = into.resolve(session.getFileName());
    Files.createDirectory(copy);
    Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(session));
    try (Stream<Path> all = Files.list(session)) {
      for (Path file : all.toList()) {
        if (!file.endsWith("lock")) {
          Files.copy(file, copy.resolve(file.getFileName()));
        }
      }
    }
    Files.createFile(copy.resolve("lock"));
  }

  /** What is found on the tier. */
  public List<TierSession> sessions() throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      return SessionFinder.find(group, new LocalStorage(), List.of(tier));
    }
  }

  /** The one session on the tier. */
  public TierSession session() throws IOException {
    List<TierSession> sessions = sessions();
    if (sessions.size() != 1) {
      throw new IllegalStateException(sessions.toString());
    }
    return sessions.get(0);
  }

  /** Recovers the one session on the tier the careful way. */
  public RecoveryReport recover() throws IOException {
    return recover(session(), careful());
  }

  public static RecoveryReport recover(TierSession session, RecoveryOptions options)
      throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      return new Recovery(group, new LocalStorage(), PlainTarget.SYSTEM, options).recover(session);
    }
  }

  public static RecoveryOptions careful() {
    return RecoveryOptions.careful(DRAIN);
  }

  public static RecoveryOptions forced() {
    return careful().with(RecoveryOptions.Choice.FORCE);
  }

  /** The bytes of a file of 8-byte integers. */
  public static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
    bytes.asLongBuffer().put(values);
    return bytes.array();
  }

  public byte[] content(String name) throws IOException {
    return Files.readAllBytes(target(name));
  }

  /** Turns one byte of a file. */
  public static void damage(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }
}
