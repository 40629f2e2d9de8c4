package org.burstlog.bench.simulate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.ExtentList;

/**
 * The target of a trial, with its bytes: those that all see, and those that a loss of power or of a
 * node leaves.
 */
final class TrialFile implements SimulatedTarget.Content {
  private final byte[] seen;
  private final byte[] durable;
  private final int base;
  private long size;

  /** By process of the running job, what it has written and not synced. */
  private List<List<long[]>> unsynced = List.of();

  /** So many writes succeed before one fails; -1 for all. */
  private int failsAfter = -1;

  /** So many writes are carried out before one is not, and nobody is told; -1 for all. */
  private int losesAfter = -1;

  TrialFile(int base, int elements) {
    this.base = base;
    seen = new byte[base + elements * Long.BYTES];
    durable = new byte[seen.length];
  }

  void begin(int ranks) {
    unsynced = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      unsynced.add(new ArrayList<>());
    }
  }

  void failAfter(int writes) {
    failsAfter = writes;
  }

  void loseAfter(int writes) {
    losesAfter = writes;
  }

  long durable(int element) {
    return ByteBuffer.wrap(durable).getLong(base + element * Long.BYTES);
  }

  @Override
  public void write(int rank, ExtentList extents, ByteBuffer data) throws IOException {
    if (failsAfter == 0) {
      failsAfter = -1;
      throw new IOException("the simulated target has failed once");
    }
    failsAfter -= failsAfter > 0 ? 1 : 0;
    boolean loses = losesAfter == 0;
    losesAfter -= losesAfter >= 0 ? 1 : 0;
    int at = data.position();
    for (int i = 0; i < extents.size(); i++) {
      int offset = (int) extents.offset(i);
      int length = (int) extents.length(i);
      if (!loses) {
        data.get(at, seen, offset, length);
        unsynced.get(rank).add(new long[] {offset, length});
      }
      at += length;
      size = Math.max(size, offset + length);
    }
  }

  @Override
  public void sync(int rank) {
    for (long[] each : unsynced.get(rank)) {
      System.arraycopy(seen, (int) each[0], durable, (int) each[0], (int) each[1]);
    }
    unsynced.get(rank).clear();
  }

  /** A node is gone: of what its process has written only a part of the first write is there. */
  void tear(int rank, double part) {
    boolean first = true;
    for (long[] each : unsynced.get(rank)) {
      int from = (int) each[0];
      int kept = first ? (int) (each[1] * part) : 0;
      System.arraycopy(durable, from + kept, seen, from + kept, (int) each[1] - kept);
      first = false;
    }
    unsynced.get(rank).clear();
  }

  /** The servers have written all that they were given. */
  void settle() {
    System.arraycopy(seen, 0, durable, 0, seen.length);
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public String toString() {
    return "a file of " + size + " bytes, " + Arrays.hashCode(durable);
  }
}
