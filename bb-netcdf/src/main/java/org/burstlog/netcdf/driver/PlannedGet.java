package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursors;

/**
 * Carries out many gets as few large reads: in the order of the file, with what is near read
 * together, and what several want read once.
 */
final class PlannedGet {
  private final ReadWindow window;
  private final ExtentCursors cursors = new ExtentCursors();
  private final PriorityQueue<Walk> walks = new PriorityQueue<>();

  /** For each piece of the window: which get, offset in the window, length, offset in the get. */
  private long[] pieces = new long[256];

  private int count;

  PlannedGet(ReadWindow window) {
    this.window = window;
  }

  /** A get that has come to some place in the file. */
  private final class Walk implements Comparable<Walk> {
    private final int get;
    private final int cursor;
    private final int width;

    Walk(int get, int cursor, int width) {
      this.get = get;
      this.cursor = cursor;
      this.width = width;
    }

    long at() {
      return cursors.offset(cursor);
    }

    /** Takes bytes from here that end before a limit; false when there are none left behind. */
    boolean take(long begin, long limit) {
      long at = at();
      long end = cursors.end(cursor);
      int taken = (int) Math.min(end - at, (limit - at) & -width);
      add(get, at - begin, taken, cursors.data(cursor));
      return at + taken < end ? cursors.skip(cursor, at + taken) : cursors.next(cursor);
    }

    @Override
    public int compareTo(Walk other) {
      return Long.compare(at(), other.at());
    }
  }

  void get(List<Transfer> gets, List<Array> arrays) throws IOException {
    cursors.clear();
    walks.clear();
    for (int i = 0; i < gets.size(); i++) {
      Transfer get = gets.get(i);
      Array array = arrays.get(get.variable());
      int cursor = cursors.open(array, get.region(), 0, 0);
      if (cursor >= 0) {
        walks.add(new Walk(i, cursor, array.elementSize()));
      }
    }
    while (!walks.isEmpty()) {
      long begin = walks.element().at();
      long end = collect(begin);
      window.read(begin, (int) (end - begin));
      for (int i = 0; i < count; i += 4) {
        Transfer get = gets.get((int) pieces[i]);
        int at = (int) pieces[i + 1];
        int length = (int) pieces[i + 2];
        long offset = get.offset() + pieces[i + 3];
        window.bytes().get(at, get.memory(), offset, length, arrays.get(get.variable()));
      }
    }
  }

  /** Lists what is read together from here on, and returns where it ends. */
  private long collect(long begin) {
    count = 0;
    long end = begin;
    long limit = begin + window.size();
    Walk next = walks.peek();
    while (next != null
        && next.at() - end <= ReadWindow.WIDEST_GAP
        && next.at() + next.width <= limit) {
      walks.remove();
      if (next.take(begin, limit)) {
        walks.add(next);
      }
      end = Math.max(end, begin + pieces[count - 3] + pieces[count - 2]);
      next = walks.peek();
    }
    return end;
  }

  private void add(int get, long offset, int length, long data) {
    if (count == pieces.length) {
      pieces = Arrays.copyOf(pieces, pieces.length * 2);
    }
    pieces[count] = get;
    pieces[count + 1] = offset;
    pieces[count + 2] = length;
    pieces[count + 3] = data;
    count += 4;
  }
}
