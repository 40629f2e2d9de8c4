package org.burstlog.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.file.DataView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GatherTest {
  private static final ByteOrder SWAPPED =
      ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
          ? ByteOrder.LITTLE_ENDIAN
          : ByteOrder.BIG_ENDIAN;

  private final Gather gather = new Gather();

  /** One put of all elements of an array as one round. */
  private static Round round(MemoryLog log, Array array, byte[] data) {
    log.put(0, Region.of(new long[] {0}, new long[] {array.shape(0)}), data);
    Round round = new Round();
    Plan plan = Plan.of(log.index(), List.of(array), Limits.of(1 << 20, 10));
    assertThat(plan.rounds().next(round)).isTrue();
    return round;
  }

  private static byte[] swapped(byte[] data, int size) {
    byte[] turned = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      turned[i] = data[i - i % size + size - 1 - i % size];
    }
    return turned;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void elementsAreSwappedWhereverTheyLieInTheBuffers(int size) throws IOException {
    Random random = new Random(size);
    for (int elements : new int[] {1, 3, 15, 16, 17, 100, 1000}) {
      byte[] data = new byte[elements * size];
      random.nextBytes(data);
      MemoryLog log = new MemoryLog();
      Round round = round(log, Array.rowMajor("a", 5, size, SWAPPED, elements), data);
      for (int shift = 0; shift < 9; shift++) {
        for (int window : new int[] {1 << 20, 1021, 136, 7}) {
          for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(data.length + shift).order(order);
            gather.fill(round, log.view(window), buffer.position(shift));
            assertThat(buffer.hasRemaining()).isFalse();
            byte[] got = new byte[data.length];
            buffer.get(shift, got);
            assertThat(got).isEqualTo(swapped(data, size));
          }
        }
      }
    }
  }

  @Test
  void aLogThatIsNotAlignedIsReadAllTheSame() throws IOException {
    byte[] data = new byte[800];
    new Random(3).nextBytes(data);
    MemoryLog log = new MemoryLog();
    Round round = round(log, Array.rowMajor("a", 0, 8, SWAPPED, 100), data);
    for (int shift = 0; shift < 8; shift++) {
      ByteBuffer shifted = ByteBuffer.allocateDirect(808).put(shift, data);
      int by = shift;
      DataView view =
          new DataView() {
            private int at;

            @Override
            public int seek(long position, int wanted) {
              at = (int) position + by;
              return wanted;
            }

            @Override
            public ByteBuffer buffer() {
              return shifted.asReadOnlyBuffer();
            }

            @Override
            public int index() {
              return at;
            }
          };
      ByteBuffer buffer = ByteBuffer.allocateDirect(800);
      gather.fill(round, view, buffer);
      byte[] got = new byte[800];
      buffer.get(0, got);
      assertThat(got).isEqualTo(swapped(data, 8));
    }
  }

  @Test
  void aBufferThatIsTooSmallIsRefused() {
    MemoryLog log = new MemoryLog();
    Round round = round(log, Array.rowMajor("a", 0, 8, SWAPPED, 100), new byte[800]);
    assertThatThrownBy(() -> gather.fill(round, log.view(100), ByteBuffer.allocate(799)))
        .isInstanceOf(BufferOverflowException.class);
  }
}
