package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import mpi.MPI;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile.Mode;

/**
 * A simulation that starts MPI itself and then writes columns: pieces of 64 bytes, those of all
 * ranks in turn.
 */
final class OwnStartProgram {
  static final int PIECE = 64;
  static final int PIECES = 1024;

  private OwnStartProgram() {}

  /**
   * Runs in every rank.
   *
   * @param args how to write, the target, and the tier
   */
  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    try (MpiGroup group = MpiGroup.world()) {
      Path path = Path.of(args[1]);
      // The second file of a process; what is said at the first is not said again.
      MpiTarget.open(group, path, Mode.CREATE, MpiHints.none()).close();
      try (MpiTarget target = MpiTarget.open(group, path, Mode.CREATE, MpiHints.none())) {
        switch (args[0]) {
          case "straight" -> straight(group, target);
          case "buffered" -> buffered(group, target, args[2]);
          default -> throw new IllegalArgumentException(args[0]);
        }
      }
    }
    MPI.Finalize();
  }

  /** What all leave in the file. */
  static byte[] expected(int ranks) {
    byte[] file = new byte[PIECE * PIECES * ranks];
    for (int i = 0; i < file.length; i++) {
      file[i] = value(i);
    }
    return file;
  }

  private static byte value(long at) {
    return (byte) (at / PIECE * 7 + at);
  }

  private static long place(MpiGroup group, int piece) {
    return ((long) piece * group.size() + group.rank()) * PIECE;
  }

  private static byte[] piece(long at) {
    byte[] bytes = new byte[PIECE];
    for (int i = 0; i < PIECE; i++) {
      bytes[i] = value(at + i);
    }
    return bytes;
  }

  private static void straight(MpiGroup group, MpiTarget target) throws IOException {
    ExtentList extents = new ExtentList();
    ByteBuffer data = ByteBuffer.allocateDirect(PIECE * PIECES);
    for (int i = 0; i < PIECES; i++) {
      extents.add(place(group, i), PIECE);
      data.put(piece(place(group, i)));
    }
    target.writeAll(extents, data.flip());
  }

  private static void buffered(MpiGroup group, MpiTarget target, String tier) throws IOException {
    Settings settings =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier).build();
    try (BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      long size = (long) PIECE * PIECES * group.size();
      BufferedArray array = buffer.define(Array.rowMajor("u", 0, 1, ByteOrder.BIG_ENDIAN, size));
      for (int i = 0; i < PIECES; i++) {
        long at = place(group, i);
        array.put(Region.of(new long[] {at}, new long[] {PIECE}), piece(at));
      }
      buffer.drain();
    }
  }
}
