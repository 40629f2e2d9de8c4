package org.burstlog.bench.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * LogFS's way: a put is flattened at once, its extents go into an R-tree over the target, and a
 * replay walks the tree from the first byte to the last.
 *
 * <p>The dimension is one, so a rectangle is a range. A node has up to 32 ranges in primitive
 * arrays and is split at the middle of its begins.
 */
public final class LogFsTree {
  private static final int FANOUT = 32;

  private final Flat flat = new Flat();
  private Node root = new Node(true);

  /** An empty tree. */
  public LogFsTree() {}

  private static final class Node {
    final boolean leaf;
    final long[] begins = new long[FANOUT];
    final long[] ends = new long[FANOUT];
    final int[] extents;
    final Node[] children;
    int size;

    Node(boolean leaf) {
      this.leaf = leaf;
      extents = new int[leaf ? FANOUT : 0];
      children = new Node[leaf ? 0 : FANOUT];
    }

    long begin() {
      return begins[0];
    }

    long end() {
      long end = 0;
      for (int i = 0; i < size; i++) {
        end = Math.max(end, ends[i]);
      }
      return end;
    }
  }

  /**
   * Puts one extent in.
   *
   * @param offset where in the target
   * @param length bytes
   * @param position where in the log
   */
  public void insert(long offset, long length, long position) {
    int extent = flat.size();
    flat.add(offset, length, position);
    if (root.size == FANOUT) {
      Node old = root;
      root = new Node(false);
      addChild(root, 0, old);
      split(root, 0);
    }
    Node node = root;
    while (!node.leaf) {
      int i = child(node, offset);
      if (node.children[i].size == FANOUT) {
        split(node, i);
        if (offset >= node.begins[i + 1]) {
          i++;
        }
      }
      node.begins[i] = Math.min(node.begins[i], offset);
      node.ends[i] = Math.max(node.ends[i], offset + length);
      node = node.children[i];
    }
    int at = node.size;
    while (at > 0 && node.begins[at - 1] > offset) {
      at--;
    }
    open(node, at);
    node.begins[at] = offset;
    node.ends[at] = offset + length;
    node.extents[at] = extent;
  }

  /** The child that has to grow least: the last one that begins at or before the offset. */
  private static int child(Node node, long offset) {
    int place = Arrays.binarySearch(node.begins, 0, node.size, offset);
    return place >= 0 ? place : Math.max(0, -place - 2);
  }

  private static void open(Node node, int at) {
    int moved = node.size - at;
    System.arraycopy(node.begins, at, node.begins, at + 1, moved);
    System.arraycopy(node.ends, at, node.ends, at + 1, moved);
    if (node.leaf) {
      System.arraycopy(node.extents, at, node.extents, at + 1, moved);
    } else {
      System.arraycopy(node.children, at, node.children, at + 1, moved);
    }
    node.size++;
  }

  private static void addChild(Node node, int at, Node child) {
    open(node, at);
    node.begins[at] = child.begin();
    node.ends[at] = child.end();
    node.children[at] = child;
  }

  private static void split(Node parent, int i) {
    Node left = parent.children[i];
    Node right = new Node(left.leaf);
    int half = FANOUT / 2;
    System.arraycopy(left.begins, half, right.begins, 0, FANOUT - half);
    System.arraycopy(left.ends, half, right.ends, 0, FANOUT - half);
    if (left.leaf) {
      System.arraycopy(left.extents, half, right.extents, 0, FANOUT - half);
    } else {
      System.arraycopy(left.children, half, right.children, 0, FANOUT - half);
      Arrays.fill(left.children, half, FANOUT, right);
    }
    right.size = FANOUT - half;
    left.size = half;
    parent.ends[i] = left.end();
    addChild(parent, i + 1, right);
  }

  Flat flat() {
    return flat;
  }

  /** What writes a batch to the target. */
  @FunctionalInterface
  public interface Writer {
    /**
     * Writes a batch.
     *
     * @param batch used again after the call
     * @throws IOException when it cannot be written, which ends the replay
     */
    void write(Batch batch) throws IOException;
  }

  /**
   * Goes over all extents in the order of the target; of overlapping ones the later wins.
   *
   * @param bytes the most a batch may have
   * @param writer gets them in batches
   * @throws IOException what the writer throws
   */
  public void replay(int bytes, Writer writer) throws IOException {
    Cutter cutter =
        new Cutter(flat, bytes, new Batch()) {
          @Override
          void onBatch(Batch batch) {
            try {
              writer.write(batch);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    try {
      cutter.cut(walk());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The extents in the order of the target, those of one offset in put order. */
  int[] walk() {
    int[] order = new int[flat.size()];
    int end = walk(root, order, 0);
    assert end == order.length;
    return order;
  }

  private static int walk(Node node, int[] order, int from) {
    int at = from;
    for (int i = 0; i < node.size; i++) {
      if (node.leaf) {
        order[at++] = node.extents[i];
      } else {
        at = walk(node.children[i], order, at);
      }
    }
    return at;
  }
}
