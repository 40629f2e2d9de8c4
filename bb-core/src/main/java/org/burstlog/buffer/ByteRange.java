package org.burstlog.buffer;

import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;

/**
 * Where in the target something lies: between two bytes, of which not all need belong to it.
 *
 * @param first its first byte; the largest long when it is nothing
 * @param end what is behind its last byte
 */
record ByteRange(long first, long end) {
  static final ByteRange NOTHING = new ByteRange(Long.MAX_VALUE, 0);
  static final ByteRange ANYTHING = new ByteRange(0, Long.MAX_VALUE);

  /** The bytes of a region. */
  static ByteRange of(Array array, Region region) {
    return of(new Footprint().set(array, region));
  }

  /** The bytes of all records of an epoch. */
  static ByteRange of(RecordIndex records, List<Array> arrays) {
    ByteRange all = NOTHING;
    Footprint footprint = new Footprint();
    for (int r = 0; r < records.size(); r++) {
      footprint.set(arrays.get(records.array(r)), records.coordinates(r), records.coordinatesAt(r));
      all = all.with(of(footprint));
    }
    return all;
  }

  private static ByteRange of(Footprint footprint) {
    return footprint.isEmpty() ? NOTHING : new ByteRange(footprint.first(), footprint.last() + 1);
  }

  ByteRange with(ByteRange other) {
    return new ByteRange(Math.min(first, other.first), Math.max(end, other.end));
  }

  boolean touches(ByteRange other) {
    return first < other.end && other.first < end;
  }
}
