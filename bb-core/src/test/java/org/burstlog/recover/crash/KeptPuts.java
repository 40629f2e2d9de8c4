package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/**
 * The puts that a file must have: those that were acknowledged, in order, and perhaps those that a
 * kill interrupted.
 */
final class KeptPuts {
  private final Path target;
  private final int file;

  /** By rank: the numbers, in order; the sign tells those that may be missing. */
  private final List<List<Long>> puts = new ArrayList<>();

  /** By rank: the number of the last put that is known of. */
  private final long[] last = new long[Work.RANKS];

  KeptPuts(Path directory, int file) {
    this.target = AimedProgram.target(directory, file);
    this.file = file;
    for (int rank = 0; rank < Work.RANKS; rank++) {
      puts.add(new ArrayList<>());
    }
  }

  /**
   * Takes note of what a program has put before it was killed, or ended.
   *
   * @return whether it was killed within a put
   */
  boolean take(Ledger ledger) {
    boolean within = false;
    for (int rank = 0; rank < Work.RANKS; rank++) {
      long acknowledged = ledger.acknowledged(file, rank);
      while (last[rank] < ledger.begun(file, rank)) {
        long number = ++last[rank];
        puts.get(rank).add(number <= acknowledged ? number : -number);
        within |= number > acknowledged;
      }
    }
    return within;
  }

  /**
   * Compares the file with all that it may be.
   *
   * @param seed of what the program puts
   */
  void check(long seed) throws IOException {
    byte[] found = Files.exists(target) ? Files.readAllBytes(target) : new byte[0];
    Work work = AimedProgram.work(seed, file);
    int doubtful = (int) puts.stream().flatMap(List::stream).filter(n -> n < 0).count();
    for (int choice = 0; choice < 1 << doubtful; choice++) {
      List<List<Long>> chosen = choose(choice);
      if (Arrays.equals(found, picture(work, chosen))) {
        if (!Arrays.equals(found, withoutBuffer(work, chosen))) {
          throw new AssertionError(target + " is not what it is without a burst buffer");
        }
        return;
      }
    }
    int first = Arrays.mismatch(found, picture(work, choose(0)));
    throw new AssertionError(
        target + " has " + found.length + " bytes and is no possible file, from byte " + first);
  }

  private List<List<Long>> choose(int choice) {
    List<List<Long>> chosen = new ArrayList<>();
    int doubtful = 0;
    for (List<Long> mine : puts) {
      List<Long> there = new ArrayList<>();
      for (long number : mine) {
        if (number > 0 || (choice >> doubtful++ & 1) != 0) {
          there.add(Math.abs(number));
        }
      }
      chosen.add(there);
    }
    return chosen;
  }

  /** What the puts make of a file, without any of the code under test. */
  private static byte[] picture(Work work, List<List<Long>> chosen) {
    byte[] picture = new byte[Work.SIZE];
    int end = 0;
    for (int rank = 0; rank < chosen.size(); rank++) {
      for (long number : chosen.get(rank)) {
        work.apply(picture, rank, number);
        end = Math.max(end, work.end(rank, number));
      }
    }
    return Arrays.copyOf(picture, end);
  }

  private byte[] withoutBuffer(Work work, List<List<Long>> chosen) throws IOException {
    Path path = target.resolveSibling("unbuffered.bin");
    Settings off = Settings.builder().set(Settings.SWITCH, "off").build();
    try (SoloGroup group = new SoloGroup();
        TargetFile direct = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(direct, group, off)) {
      List<BufferedArray> arrays = new ArrayList<>();
      for (Array array : Work.ARRAYS) {
        arrays.add(buffer.define(array));
      }
      for (int rank = 0; rank < chosen.size(); rank++) {
        for (long number : chosen.get(rank)) {
          work.put(arrays, rank, number);
        }
      }
    }
    return Files.readAllBytes(path);
  }
}
