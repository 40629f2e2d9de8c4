package org.burstlog.plan;

import java.nio.ByteOrder;
import org.burstlog.array.Array;
import org.burstlog.array.Region;

/** Writes a region as slowly and plainly as can be: one element after the other. */
final class Naive {
  private Naive() {}

  static void write(Array array, Region region, byte[] bytes, short[] target) {
    int size = array.elementSize();
    boolean swapped = array.order() != ByteOrder.nativeOrder();
    for (int element = 0; element * size < bytes.length; element++) {
      long offset = offset(array, region, element);
      for (int i = 0; i < size; i++) {
        int from = element * size + (swapped ? size - 1 - i : i);
        target[(int) offset + i] = (short) (bytes[from] & 0xff);
      }
    }
  }

  private static long offset(Array array, Region region, long element) {
    long offset = array.offset();
    long rest = element;
    for (int d = region.rank() - 1; d >= 0; d--) {
      long index = region.start(d) + rest % region.count(d) * region.stride(d);
      rest /= region.count(d);
      offset += index * array.step(d);
    }
    return offset;
  }
}
