package org.burstlog.array.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.junit.jupiter.api.Test;

class PiecewiseValuesTest {
  /** Every third of the numbers from 0 on, at most five at a time. */
  private static final class EveryThird implements PiecewiseValues {
    final int[] piece = new int[5];
    final List<Integer> steps = new ArrayList<>();

    @Override
    public int bring(long offset, int length) {
      int count = Math.min(length / Integer.BYTES, piece.length);
      int first = (int) (offset / Integer.BYTES);
      for (int i = 0; i < count; i++) {
        piece[i] = 3 * (first + i);
      }
      steps.add(count);
      return count * Integer.BYTES;
    }

    @Override
    public Object piece() {
      return piece;
    }
  }

  private final EveryThird values = new EveryThird();

  @Test
  void areCopiedPieceByPieceFromWhereverTheCopyBegins() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);
    new Elements(buffer, 0, 64, ByteOrder.LITTLE_ENDIAN).put(8, values, 4, 48, 1);
    assertThat(values.steps).containsExactly(5, 5, 2);
    for (int i = 0; i < 12; i++) {
      assertThat(buffer.getInt(8 + 4 * i)).isEqualTo(3 * (1 + i));
    }
    assertThat(buffer.getInt(4)).isZero();
    assertThat(buffer.getInt(56)).isZero();
  }

  @Test
  void areTurnedToTheByteOrderOfTheTargetAtAnyPlace() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    Bytes bytes = new Bytes();
    bytes.of(buffer);
    Array array = Array.rowMajor("a", 0, Integer.BYTES, ByteOrder.BIG_ENDIAN, 100);
    bytes.put(3, values, 0, 24, array);
    for (int i = 0; i < 6; i++) {
      assertThat(buffer.order(ByteOrder.BIG_ENDIAN).getInt(3 + 4 * i)).isEqualTo(3 * i);
    }
  }
}
