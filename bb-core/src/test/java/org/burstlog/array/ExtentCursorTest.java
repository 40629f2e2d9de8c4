package org.burstlog.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.util.Random;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExtentCursorTest {
  private static final ByteOrder BIG = ByteOrder.BIG_ENDIAN;
  private final Footprint footprint = new Footprint();

  /** All extents of a region, checked against its footprint. */
  private ExtentList extents(Array array, Region region) {
    ExtentList list = new ExtentList();
    ExtentCursor cursor = new ExtentCursor().reset(array, region);
    footprint.set(array, region);
    long position = 0;
    while (cursor.next()) {
      assertThat(cursor.position()).isEqualTo(position);
      position += cursor.length();
      list.add(cursor.offset(), cursor.length());
    }
    assertThat(cursor.next()).isFalse();
    assertThat(footprint.bytes()).isEqualTo(list.bytes());
    assertThat(footprint.extents()).isEqualTo(list.size());
    if (list.size() > 0) {
      assertThat(footprint.first()).isEqualTo(list.offset(0));
      assertThat(footprint.last()).isEqualTo(list.end() - 1);
    } else {
      assertThat(footprint.isEmpty()).isTrue();
    }
    return list;
  }

  private static Region region(long... startThenCount) {
    int rank = startThenCount.length / 2;
    Region region = new Region(rank);
    for (int d = 0; d < rank; d++) {
      region.set(d, startThenCount[d], startThenCount[rank + d], 1);
    }
    return region;
  }

  @Nested
  class OfFixedArrays {
    private final Array array = Array.rowMajor("a", 100, 4, BIG, 5, 6, 7);

    @Test
    void theWholeArrayIsOneExtent() {
      assertThat(extents(array, region(0, 0, 0, 5, 6, 7))).hasToString("[100+840]");
    }

    @Test
    void fullInnerDimensionsAreOneExtent() {
      assertThat(extents(array, region(1, 0, 0, 2, 6, 7))).hasToString("[268+336]");
      assertThat(extents(array, region(1, 2, 0, 1, 3, 7))).hasToString("[324+84]");
    }

    @Test
    void partsOfRowsAreAnExtentEach() {
      assertThat(extents(array, region(0, 1, 2, 2, 2, 3)))
          .hasToString("[136+12, 164+12, 304+12, 332+12]");
    }

    @Test
    void aSingleElementIsOneExtent() {
      assertThat(extents(array, region(4, 5, 6, 1, 1, 1))).hasToString("[936+4]");
    }

    @Test
    void aZeroCountIsNoExtent() {
      assertThat(extents(array, region(4, 6, 6, 1, 0, 1)).size()).isZero();
    }

    @Test
    void stridesLeaveGaps() {
      Region region = Region.of(new long[] {0, 1, 0}, new long[] {1, 2, 3}, new long[] {1, 3, 2});
      assertThat(extents(array, region)).hasToString("[128+4, 136+4, 144+4, 212+4, 220+4, 228+4]");
    }

    @Test
    void theStrideOfOneElementMeansNothing() {
      Region region = Region.of(new long[] {0, 0, 0}, new long[] {1, 1, 7}, new long[] {9, 9, 1});
      assertThat(extents(array, region)).hasToString("[100+28]");
    }
  }

  @Nested
  class OfOtherArrays {
    @Test
    void aScalarIsOneElement() {
      Array scalar = Array.rowMajor("s", 8, 8, BIG);
      assertThat(extents(scalar, new Region(0))).hasToString("[8+8]");
    }

    @Test
    void recordsAreOneRecordSizeApart() {
      long[] shape = {Array.UNLIMITED, 4};
      Array array = Array.strided("r", 16, 2, BIG, shape, new long[] {100, 2});
      assertThat(extents(array, region(3, 0, 2, 4))).hasToString("[316+8, 416+8]");
      assertThat(extents(array, region(3, 1, 2, 2))).hasToString("[318+4, 418+4]");
    }

    @Test
    void recordsThatFillTheRecordSizeAreOneExtent() {
      long[] shape = {Array.UNLIMITED, 4};
      Array array = Array.strided("r", 16, 2, BIG, shape, new long[] {8, 2});
      assertThat(extents(array, region(1, 0, 1000, 4))).hasToString("[24+8000]");
    }

    @Test
    void offsetsMayBeAnywhereBelowTheEndOfLongs() {
      long far = Long.MAX_VALUE - 64;
      Array array = Array.rowMajor("far", far, 8, BIG, 4, 2);
      assertThat(extents(array, region(0, 1, 4, 1)))
          .hasToString(
              "["
                  + (far + 8)
                  + "+8, "
                  + (far + 24)
                  + "+8, "
                  + (far + 40)
                  + "+8, "
                  + (far + 56)
                  + "+8]");
    }

    @Test
    void thereMayBeAsManyDimensionsAsAllowed() {
      long[] shape = new long[Array.MAX_RANK];
      long[] start = new long[Array.MAX_RANK];
      long[] count = new long[Array.MAX_RANK];
      for (int d = 0; d < shape.length; d++) {
        boolean two = d % 64 == 0;
        shape[d] = two ? 2 : 1;
        count[d] = 1;
        start[d] = two ? 1 : 0;
      }
      Array array = Array.rowMajor("deep", 0, 1, BIG, shape);
      assertThat(extents(array, Region.of(start, count))).hasToString("[65535+1]");
      start[0] = 0;
      count[0] = 2;
      start[960] = 0;
      count[960] = 2;
      assertThat(extents(array, Region.of(start, count))).hasToString("[32766+2, 65534+2]");
    }
  }

  @Nested
  class WhenArithmeticDoesNotHold {
    @Test
    void aRecordPastTheEndOfLongsIsSeen() {
      long[] shape = {Array.UNLIMITED, 4};
      Array array = Array.strided("r", 16, 2, BIG, shape, new long[] {1L << 40, 2});
      Region region = region(1L << 23, 0, 1, 1);
      assertThatThrownBy(() -> region.check(array)).isInstanceOf(ArithmeticException.class);
      assertThatThrownBy(() -> footprint.set(array, region))
          .isInstanceOf(ArithmeticException.class);
      assertThatThrownBy(() -> new ExtentCursor().reset(array, region))
          .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void theLastByteCountsToo() {
      long[] shape = {Array.UNLIMITED, 100};
      Array array = Array.strided("r", 0, 8, BIG, shape, new long[] {Long.MAX_VALUE - 400, 8});
      region(1, 0, 1, 50).check(array);
      Region region = region(1, 0, 1, 51);
      assertThatThrownBy(() -> region.check(array)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void stepsThatDoNotNestAreRefused() {
      assertThatThrownBy(() -> Array.strided("a", 0, 4, BIG, new long[] {5}, new long[] {3}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'a'")
          .hasMessageContaining("dimension 0");
      long[] shape = {5, 4};
      assertThatThrownBy(() -> Array.strided("a", 0, 4, BIG, shape, new long[] {15, 4}))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(Array.strided("a", 0, 4, BIG, shape, new long[] {16, 4})).isNotNull();
    }

    @Test
    void stepsOfDimensionsThatAreNeverTakenMeanNothing() {
      assertThat(Array.strided("a", 0, 4, BIG, new long[] {1, 4}, new long[] {0, 4})).isNotNull();
      assertThat(Array.strided("a", 0, 4, BIG, new long[] {3, 0}, new long[] {0, 4})).isNotNull();
    }
  }

  @Nested
  class WhenSkipping {
    @Test
    void itStandsOnTheFirstByteNotBefore() {
      Random random = new Random(7);
      for (int i = 0; i < 20_000; i++) {
        Array array = Array.rowMajor("a", random.nextInt(50), 2, BIG, 4, 3, 5, 4);
        Region region = new Region(4);
        for (int d = 0; d < 4; d++) {
          int length = (int) array.shape(d);
          int start = random.nextInt(length);
          int stride = 1 + random.nextInt(2);
          int most = (length - start + stride - 1) / stride;
          region.set(d, start, 1L + random.nextInt(most), stride);
        }
        int to = random.nextInt(600);
        int further = random.nextInt(200);
        String what = "case " + i + ": " + array + " " + region + " to " + to + ", " + further;
        ExtentCursor cursor = new ExtentCursor().reset(array, region);
        if (cursor.skip(to)) {
          assertThat(stand(cursor)).as(what).isEqualTo(walkedTo(array, region, to));
          long second = cursor.offset() + further;
          String stands = cursor.skip(second) ? stand(cursor) : "end";
          assertThat(stands).as(what).isEqualTo(walkedTo(array, region, second));
        } else {
          assertThat("end").as(what).isEqualTo(walkedTo(array, region, to));
        }
      }
    }

    private static String walkedTo(Array array, Region region, long to) {
      ExtentCursor cursor = new ExtentCursor().reset(array, region);
      while (cursor.next()) {
        long end = cursor.offset() + cursor.length();
        if (end > to) {
          long cut = Math.max(0, to - cursor.offset());
          return (cursor.offset() + cut)
              + "+"
              + (cursor.length() - cut)
              + " "
              + (cursor.position() + cut);
        }
      }
      return "end";
    }

    private static String stand(ExtentCursor cursor) {
      return cursor.offset() + "+" + cursor.length() + " " + cursor.position();
    }
  }

  @Test
  void aCursorAllocatesNothing() throws JMException {
    Array array = Array.rowMajor("a", 0, 8, BIG, 50, 50, 50);
    Region region = region(1, 2, 3, 40, 40, 40);
    ExtentCursor cursor = new ExtentCursor();
    long sum = walk(cursor, array, region);
    long before = allocated();
    for (int i = 0; i < 50; i++) {
      sum += walk(cursor, array, region);
    }
    // 80,000 extents; asking costs some hundred bytes itself.
    assertThat(allocated() - before).isLessThan(20_000);
    assertThat(sum).isPositive();
  }

  private static long allocated() throws JMException {
    Object[] thread = {Thread.currentThread().getId()};
    return (Long)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                "getThreadAllocatedBytes",
                thread,
                new String[] {"long"});
  }

  private static long walk(ExtentCursor cursor, Array array, Region region) {
    long sum = 0;
    cursor.reset(array, region);
    while (cursor.next()) {
      sum += cursor.offset();
    }
    return sum;
  }
}
