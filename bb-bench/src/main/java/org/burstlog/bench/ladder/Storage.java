package org.burstlog.bench.ladder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.burstlog.BurstlogException;

/** Memory, and files of a process alone: the tier, and how fast files can be made. */
final class Storage {
  private static final int PAGE = 4096;
  private static final int REQUEST = 1 << 20;
  private static final int[] SMALL = {4 << 10, 16 << 10, 64 << 10, 256 << 10};
  private static final int SYNCS = 16;
  private static final int FILES = 32;

  private final Crew crew;
  private final long bytes;
  private final Consumer<Rung> rungs;

  /**
   * Prepares.
   *
   * @param bytes how much each process copies, writes or reads
   * @param rungs gets what was found
   */
  Storage(Crew crew, long bytes, Consumer<Rung> rungs) {
    this.crew = crew;
    this.bytes = bytes;
    this.rungs = rungs;
  }

  /** Memory that begins with a page, as the kernel makes two requests of one from other memory. */
  static ByteBuffer pages(int length) {
    // Of memory that is aligned, what is left over behind the last whole page is lost.
    int whole = (length + PAGE - 1) / PAGE * PAGE;
    ByteBuffer data = ByteBuffer.allocateDirect(whole + PAGE).alignedSlice(PAGE).slice(0, length);
    while (data.remaining() >= Long.BYTES) {
      // Not zeros, which some file systems do not store.
      data.putLong(data.position() * 0x9E37_79B9_7F4A_7C15L);
    }
    return data.clear();
  }

  /** Copies in memory. Collective. */
  void memory() throws IOException {
    ByteBuffer from = pages(REQUEST);
    ByteBuffer into = pages(REQUEST);
    long times = requests();
    for (int active : crew.sizes()) {
      rungs.accept(
          crew.measure(
              1,
              "memory copy",
              active,
              REQUEST,
              times,
              () -> {
                for (long i = 0; i < times; i++) {
                  into.clear().put(from.clear());
                }
              }));
    }
  }

  /** Writes and reads a file a process on the tier, and syncs small writes. Collective. */
  void tier(Path tier) throws IOException {
    ByteBuffer data = pages(REQUEST);
    long times = requests();
    for (int active : crew.sizes()) {
      Path file = tier.resolve("bb-ladder-" + crew.group().rank());
      try {
        rungs.accept(
            crew.measure(
                2, "tier write", active, REQUEST, times, () -> write(file, data, times, false)));
        rungs.accept(
            crew.measure(2, "tier read", active, REQUEST, times, () -> read(file, data, times)));
      } finally {
        Files.deleteIfExists(file);
      }
    }
    for (int size : SMALL) {
      for (int active : List.of(1, crew.group().size())) {
        Path file = tier.resolve("bb-ladder-" + crew.group().rank());
        ByteBuffer piece = data.duplicate().clear().limit(size).slice();
        try {
          rungs.accept(
              crew.measure(
                  2,
                  "tier write and sync",
                  active,
                  size,
                  SYNCS,
                  () -> write(file, piece, SYNCS, true)));
        } finally {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  /** Makes empty files in one directory. Collective. */
  void create(Path directory) throws IOException {
    for (int active : crew.sizes()) {
      List<Path> made = new ArrayList<>();
      Rung rung = crew.measure(5, "target create", active, 0, FILES, () -> make(directory, made));
      for (Path file : made) {
        Files.delete(file);
      }
      rungs.accept(rung);
    }
  }

  private void make(Path directory, List<Path> made) throws IOException {
    for (int i = 0; i < FILES; i++) {
      made.add(Files.createTempFile(directory, "bb-ladder-", ""));
    }
  }

  private long requests() {
    return Math.max(1, bytes / REQUEST);
  }

  private static void write(Path file, ByteBuffer data, long times, boolean sync)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long i = 0; i < times; i++) {
        data.clear();
        long at = i * data.capacity();
        while (data.hasRemaining()) {
          channel.write(data, at + data.position());
        }
        if (sync) {
          channel.force(false);
        }
      }
    }
  }

  private static void read(Path file, ByteBuffer data, long times) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long i = 0; i < times; i++) {
        data.clear();
        long at = i * data.capacity();
        while (data.hasRemaining()) {
          if (channel.read(data, at + data.position()) < 0) {
            throw new BurstlogException(file + " ends at byte " + channel.size());
          }
        }
      }
    }
  }
}
