package org.burstlog.recover;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.array.Array;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.read.LogRecord;

/**
 * Records of several lanes in one index, with one numbering of their arrays and one address space
 * of their data. Of records that overlap, the one that was added last counts.
 */
final class MergedRecords {
  private final RecordIndex index = new RecordIndex();
  private final LanesView view = new LanesView();
  private final List<Array> arrays = new ArrayList<>();
  private final Map<Array, Integer> numbers = new HashMap<>();

  /** Where the records of one lane go. */
  final class Lane {
    private final int number;
    private final boolean foreign;
    private final Map<Integer, Integer> known = new HashMap<>();

    private Lane(int number, boolean foreign) {
      this.number = number;
      this.foreign = foreign;
    }

    /** Adds the next record of the lane. */
    void add(LogRecord record) {
      int array =
          known.computeIfAbsent(
              record.arrayNumber(),
              n -> numberOf(foreign ? turned(record.array()) : record.array()));
      index.add(array, record.region(), LanesView.position(number, record.dataPosition()));
    }
  }

  /** Adds a lane. */
  Lane lane(LogHeader header, DataView data) {
    boolean foreign = header.littleEndian() != (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
    return new Lane(view.add(data), foreign);
  }

  RecordIndex index() {
    return index;
  }

  List<Array> arrays() {
    return arrays;
  }

  DataView view() {
    return view;
  }

  /** Forgets everything. */
  void clear() {
    index.clear();
    arrays.clear();
    numbers.clear();
    view.clear();
  }

  private int numberOf(Array array) {
    return numbers.computeIfAbsent(
        array,
        a -> {
          arrays.add(a);
          return arrays.size() - 1;
        });
  }

  /**
   * The array as a machine of this byte order must see it to swap what a machine of the other one
   * logged: bytes are to be turned exactly where that machine need not have turned them.
   */
  private static Array turned(Array array) {
    long[] shape = new long[array.rank()];
    long[] steps = new long[array.rank()];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = array.shape(d);
      steps[d] = array.step(d);
    }
    ByteOrder other =
        array.order() == ByteOrder.LITTLE_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    return Array.strided(array.name(), array.offset(), array.elementSize(), other, shape, steps);
  }
}
