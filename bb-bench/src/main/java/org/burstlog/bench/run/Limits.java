package org.burstlog.bench.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.burstlog.array.ExtentList;
import org.burstlog.bench.strategy.Site;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * How fast the same bytes can be written at best here and now.
 *
 * @param tier MiB/s of bare copies into files of the tier, one a process; null without a tier
 * @param target MiB/s of one file of the target, to which each process writes one piece, synced
 */
record Limits(@Nullable Double tier, double target) {
  private static final int PAGE = 4096;
  private static final int REQUEST = 16 << 20;
  private static final int TIMES = 3;
  private static final double MIB = 1 << 20;

  /**
   * Measures both. Collective.
   *
   * @param bytes how much this process writes
   */
  static Limits measure(Site site, long bytes) throws IOException {
    ByteBuffer data =
        ByteBuffer.allocateDirect(REQUEST + PAGE).alignedSlice(PAGE).slice(0, REQUEST);
    while (data.hasRemaining()) {
      // Not zeros, which some file systems do not store.
      data.putLong(data.position() * 0x9E37_79B9_7F4A_7C15L);
    }
    // A single time of a few MiB tells of the moment; the best of some tells of the storage.
    Double tier = null;
    double target = 0;
    for (int i = 0; i < TIMES; i++) {
      if (site.tier() != null) {
        double copied = copy(site.group(), site.requireTier(), data, bytes);
        tier = tier == null ? copied : Math.max(tier, copied);
      }
      target = Math.max(target, write(site, data, bytes));
    }
    return new Limits(tier, target);
  }

  private static double copy(ProcessGroup group, Path tier, ByteBuffer data, long bytes)
      throws IOException {
    IOException failure = null;
    group.barrier();
    long begin = System.nanoTime();
    try {
      Path file = Files.createTempFile(tier, "bb-limit-", "");
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        long left = bytes;
        while (left > 0) {
          data.clear().limit((int) Math.min(left, data.capacity()));
          left -= channel.write(data);
        }
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      failure = e;
    }
    long time = System.nanoTime() - begin;
    Together.reach(group, "measuring the tier " + tier, failure);
    return rate(group, bytes, time);
  }

  private static double write(Site site, ByteBuffer data, long bytes) throws IOException {
    ProcessGroup group = site.group();
    long[] lengths = new long[group.size()];
    lengths[group.rank()] = bytes;
    group.sum(lengths);
    long at = 0;
    for (int rank = 0; rank < group.rank(); rank++) {
      at += lengths[rank];
    }
    Path path = site.directory().resolve("limit");
    long time;
    try (TargetFile file = site.targets().open(group, path, TargetFile.Mode.CREATE)) {
      IOException failure = null;
      group.barrier();
      long begin = System.nanoTime();
      try {
        ExtentList extent = new ExtentList();
        for (long end = at + bytes; at < end; at += extent.bytes()) {
          extent.clear();
          extent.add(at, Math.min(end - at, data.capacity()));
          file.write(extent, data.clear().limit((int) extent.bytes()));
        }
      } catch (IOException e) {
        failure = e;
      }
      Together.reach(group, "measuring the target " + path, failure);
      file.sync();
      time = System.nanoTime() - begin;
    }
    if (group.rank() == 0) {
      Files.delete(path);
    }
    return rate(group, bytes, time);
  }

  private static double rate(ProcessGroup group, long bytes, long time) throws IOException {
    return group.sum(bytes) / MIB / (Math.max(group.max(time), 1) / 1e9);
  }
}
