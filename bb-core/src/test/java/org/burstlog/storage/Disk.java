package org.burstlog.storage;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The bytes of one file of the double, twice: as processes see them and as the medium holds them.
 *
 * <p>What was not synced reaches the medium by sectors, in any order, or not at all, or by half.
 */
final class Disk {
  static final int SECTOR = 512;
  static final int PAGE = 4096;

  private byte[] seen = new byte[PAGE];
  private byte[] held = new byte[PAGE];
  private int size;
  private int heldSize;

  /** Pages that have a block behind them, as processes see it. */
  private final BitSet blocks = new BitSet();

  /** Live mappings by where they begin; they are the truth of their range. */
  private final Map<Integer, ByteBuffer> mappings = new HashMap<>();

  /** Mappings that have lost what was behind them, and what they held then. */
  private final Map<Integer, Cut> cut = new HashMap<>();

  private record Cut(ByteBuffer memory, ByteBuffer held) {
    static Cut of(ByteBuffer memory) {
      ByteBuffer copy = ByteBuffer.allocate(memory.capacity());
      return new Cut(memory, copy.put(0, memory, 0, memory.capacity()));
    }

    void requireUntouched() {
      if (!held.equals(of(memory).held)) {
        throw new AssertionError("a store to a mapping that was cut off: a SIGBUS");
      }
    }
  }

  /** Sectors that a failed sync dropped, with what they held: a later sync does not know them. */
  private final Map<Integer, byte[]> dropped = new HashMap<>();

  int size() {
    return size;
  }

  int blocks() {
    return blocks.cardinality();
  }

  /** Returns how many more blocks a write needs. */
  int newBlocks(int position, int length) {
    int needed = 0;
    for (int p = position / PAGE; length > 0 && p <= (position + length - 1) / PAGE; p++) {
      needed += blocks.get(p) ? 0 : 1;
    }
    return needed;
  }

  void write(int position, byte[] bytes, int length) {
    pull();
    grow(position + length);
    System.arraycopy(bytes, 0, seen, position, length);
    size = Math.max(size, position + length);
    if (length > 0) {
      blocks.set(position / PAGE, (position + length - 1) / PAGE + 1);
    }
    push(position, length);
  }

  int read(int position, ByteBuffer into) {
    pull();
    int length = Math.max(0, Math.min(into.remaining(), size - position));
    if (length > 0) {
      into.put(seen, position, length);
    }
    return length;
  }

  void truncate(int newSize) {
    if (newSize >= size) {
      return;
    }
    pull();
    for (Map.Entry<Integer, ByteBuffer> mapped : List.copyOf(mappings.entrySet())) {
      int at = mapped.getKey();
      ByteBuffer memory = mapped.getValue();
      if (at + memory.capacity() > newSize) {
        // Whoever has it mapped must not store to it any more.
        mappings.remove(at);
        cut.put(at, Cut.of(memory));
      }
    }
    Arrays.fill(seen, newSize, size, (byte) 0);
    size = newSize;
    blocks.clear((newSize + PAGE - 1) / PAGE, blocks.length() + 1);
  }

  ByteBuffer map(int position, int length) {
    if (position % Long.BYTES != 0 || position + length > size || newBlocks(position, length) > 0) {
      throw new AssertionError(
          "mapping "
              + length
              + " bytes at "
              + position
              + " without blocks behind them: a store to it may be a SIGBUS");
    }
    if (mappings.containsKey(position) || cut.containsKey(position)) {
      throw new AssertionError("the double maps a place once");
    }
    ByteBuffer memory = ByteBuffer.allocateDirect(length);
    pull();
    memory.put(0, seen, position, length);
    mappings.put(position, memory);
    return memory;
  }

  void unmap(int position) {
    pull();
    mappings.remove(position);
    Cut before = cut.remove(position);
    if (before != null) {
      before.requireUntouched();
    }
  }

  private void grow(int to) {
    if (to > seen.length) {
      int whole = (to + SECTOR - 1) / SECTOR * SECTOR;
      seen = Arrays.copyOf(seen, Math.max(whole, 2 * seen.length));
      held = Arrays.copyOf(held, seen.length);
    }
  }

  private void pull() {
    mappings.forEach((at, memory) -> memory.get(0, seen, at, memory.capacity()));
  }

  /** Shows what was written, and nothing else: threads store beside it meanwhile. */
  private void push(int position, int length) {
    mappings.forEach(
        (at, memory) -> {
          int from = Math.max(position, at);
          int to = Math.min(position + length, at + memory.capacity());
          if (from < to) {
            memory.put(from - at, seen, from, to - from);
          }
        });
  }

  private List<Integer> changed(int from, int to) {
    List<Integer> sectors = new ArrayList<>();
    for (int at = from / SECTOR * SECTOR; at < to && at < seen.length; at += SECTOR) {
      if (!Arrays.equals(seen, at, at + SECTOR, held, at, at + SECTOR)) {
        sectors.add(at);
      }
    }
    return sectors;
  }

  private boolean isMapped(int at) {
    return mappings.entrySet().stream()
        .anyMatch(m -> at >= m.getKey() && at < m.getKey() + m.getValue().capacity());
  }

  /** What fsync promises for what was written by calls; memory is for {@link #forceMapped}. */
  void force() {
    pull();
    for (int at : changed(0, seen.length)) {
      if (!isMapped(at)) {
        persist(at);
      }
    }
    heldSize = size;
  }

  /** What msync promises: whole pages, and as much of the file's size as they need. */
  void forceMapped(int position, int length) {
    pull();
    int from = position / PAGE * PAGE;
    int to = (position + length + PAGE - 1) / PAGE * PAGE;
    for (int at : changed(from, to)) {
      persist(at);
    }
    heldSize = Math.max(heldSize, Math.min(size, to));
  }

  private void persist(int at) {
    byte[] lost = dropped.remove(at);
    if (lost == null || !Arrays.equals(lost, 0, SECTOR, seen, at, at + SECTOR)) {
      System.arraycopy(seen, at, held, at, SECTOR);
    } else {
      dropped.put(at, lost);
    }
  }

  /** A sync that fails has written some sectors, and the rest is taken for clean from then on. */
  void failForce(Random random) {
    pull();
    for (int at : changed(0, seen.length)) {
      if (random.nextBoolean()) {
        persist(at);
      } else {
        dropped.put(at, Arrays.copyOfRange(seen, at, at + SECTOR));
      }
    }
  }

  /** The kernel writes back what it likes, when it likes. */
  void writeBackSome(Random random) {
    pull();
    for (int at : changed(0, seen.length)) {
      if (random.nextInt(4) == 0) {
        persist(at);
        if (random.nextBoolean()) {
          heldSize = Math.max(heldSize, Math.min(size, at + SECTOR));
        }
      }
    }
  }

  /** Power is lost: of what was not synced some sectors survive, some do not, some do by half. */
  void crash(Random random) {
    pull();
    for (int at : changed(0, seen.length)) {
      if (dropped.containsKey(at)) {
        continue;
      }
      int fate = random.nextInt(20);
      if (fate < 9) {
        System.arraycopy(seen, at, held, at, SECTOR);
      } else if (fate < 11) {
        int half = random.nextInt(SECTOR / 8) * 8;
        if (fate == 9) {
          System.arraycopy(seen, at, held, at, half);
        } else {
          System.arraycopy(seen, at + half, held, at + half, SECTOR - half);
        }
      }
    }
    switch (random.nextInt(3)) {
      case 0 -> {}
      case 1 -> heldSize = size;
      default -> {
        int low = Math.min(heldSize, size);
        heldSize = low + random.nextInt(Math.max(heldSize, size) - low + 1);
      }
    }
    Arrays.fill(held, Math.min(heldSize, held.length), held.length, (byte) 0);
    mappings.clear();
    dropped.clear();
    seen = held.clone();
    size = heldSize;
    blocks.clear();
    blocks.set(0, (size + PAGE - 1) / PAGE);
  }
}
