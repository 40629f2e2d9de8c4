package org.burstlog.drain;

import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;

/** What a process brings to a {@link CombinedWrite} and has not sent yet. */
final class Outgoing {
  private final ExtentList extents;
  private final ByteBuffer data;
  private final Owners owners;

  /** The extent that comes next, and its first byte that was not sent. */
  private int extent;

  private long at;

  /**
   * Begins with everything.
   *
   * @param extents where, ascending
   * @param data the bytes of all extents; its position moves on with what is sent
   * @param owners who gets them
   */
  Outgoing(ExtentList extents, ByteBuffer data, Owners owners) {
    this.extents = extents;
    this.data = data;
    this.owners = owners;
    begin(0);
  }

  private void begin(int next) {
    extent = next;
    at = next < extents.size() ? extents.offset(next) : Long.MAX_VALUE;
  }

  /** Is shown bytes that are contiguous in the target and have one owner. */
  private interface Visitor {
    void see(int owner, long offset, int length);
  }

  /** The first byte of the target that was not sent, the largest long when all were. */
  long first() {
    return at;
  }

  /** Counts what each owner would get of the bytes before one of them. */
  void measure(long to, Parcel[] parcels) {
    for (Parcel parcel : parcels) {
      parcel.clear();
    }
    int firstExtent = extent;
    long first = at;
    walk(to, (owner, offset, length) -> parcels[owner].count(length));
    extent = firstExtent;
    at = first;
  }

  /**
   * Copies the bytes before one of the target into the parcels of their owners.
   *
   * @param to the first byte that stays
   * @param parcels one an owner, as large as was counted
   * @param buffer where the parcels are put, one behind the other
   */
  void take(long to, Parcel[] parcels, ByteBuffer buffer) {
    int begin = 0;
    for (Parcel parcel : parcels) {
      parcel.begin(buffer, begin);
      begin += (int) parcel.size();
    }
    walk(
        to,
        (owner, offset, length) -> {
          int into = parcels[owner].add(buffer, offset, length);
          buffer.put(into, data, data.position(), length);
          data.position(data.position() + length);
        });
  }

  private void walk(long to, Visitor visitor) {
    while (at < to) {
      long end = extents.offset(extent) + extents.length(extent);
      long until = Math.min(Math.min(end, to), owners.runEnd(at));
      visitor.see(owners.of(at), at, (int) (until - at));
      if (until == end) {
        begin(extent + 1);
      } else {
        at = until;
      }
    }
  }
}
