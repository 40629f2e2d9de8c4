package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;
import org.junit.jupiter.api.Test;

class RoundSourceTest {
  private static final int ROW = 16;
  private static final int ROWS = 4;
  private static final ByteOrder OTHER =
      ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
          ? ByteOrder.LITTLE_ENDIAN
          : ByteOrder.BIG_ENDIAN;

  private final ByteBuffer memory = ByteBuffer.allocateDirect(1 << 20);
  private int copies;

  private ByteBuffer[] buffers() {
    copies++;
    return new ByteBuffer[] {ByteBuffer.allocateDirect(4096), ByteBuffer.allocateDirect(4096)};
  }

  @Test
  void aRoundThatIsOneRunOfTheLogIsTheLogsOwnMemory() throws IOException {
    ByteBuffer bytes = firstRound(plan(ByteOrder.nativeOrder(), 0, 1), /* lasts= */ true);
    assertThat(copies).isZero();
    assertThat(bytes.remaining()).isEqualTo(2 * ROW);
    memory.put(ROW + 3, (byte) 77);
    assertThat(bytes.get(ROW + 3)).isEqualTo((byte) 77);
  }

  @Test
  void aRoundIsCopiedFromAViewThatMovesOn() throws IOException {
    assertCopied(plan(ByteOrder.nativeOrder(), 0, 1), /* lasts= */ false);
  }

  @Test
  void soIsOneWhoseElementsMustBeSwapped() throws IOException {
    assertCopied(plan(OTHER, 0, 1), /* lasts= */ true);
  }

  @Test
  void soIsOneWhoseRecordsWerePutInAnotherOrder() throws IOException {
    assertCopied(plan(ByteOrder.nativeOrder(), 1, 0), /* lasts= */ true);
  }

  private void assertCopied(Plan plan, boolean lasts) throws IOException {
    ByteBuffer bytes = firstRound(plan, lasts);
    assertThat(copies).isEqualTo(1);
    assertThat(bytes.remaining()).isEqualTo(2 * ROW);
    byte before = bytes.get(3);
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, (byte) 77);
    }
    assertThat(bytes.get(3)).isEqualTo(before).isNotEqualTo((byte) 77);
  }

  /** Two rows of an array that are not next to each other, put in some order. */
  private static Plan plan(ByteOrder order, int first, int second) {
    Array array = Array.rowMajor("a", 100, 8, order, ROWS, ROW / 8);
    RecordIndex index = new RecordIndex();
    Region region = new Region(2).set(1, 0, ROW / 8, 1);
    index.add(0, region.set(0, 2L * first, 1, 1), 0);
    index.add(0, region.set(0, 2L * second, 1, 1), ROW);
    return Plan.of(index, List.of(array), Limits.of(4096, 100));
  }

  private ByteBuffer firstRound(Plan plan, boolean lasts) throws IOException {
    DrainState state = new DrainState(new SoloGroup(), Path.of("out"), new NoRecords());
    try (RoundSource source = new RoundSource(plan, view(lasts), 4096, this::buffers, state)) {
      RoundSource.Slot slot = source.take();
      if (slot == null) {
        throw new AssertionError("no round");
      }
      ByteBuffer bytes = slot.bytes();
      assertThat(source.take()).isNull();
      return bytes;
    }
  }

  private DataView view(boolean lasts) {
    return new DataView() {
      private int index;

      @Override
      public int seek(long position, int wanted) {
        index = (int) position;
        return wanted;
      }

      @Override
      public ByteBuffer buffer() {
        return memory;
      }

      @Override
      public int index() {
        return index;
      }

      @Override
      public boolean lasts() {
        return lasts;
      }
    };
  }

  /** Nothing is asked of it but the names of arrays, and those only after an error. */
  private static final class NoRecords implements Pending {
    @Override
    public RecordIndex index() {
      return new RecordIndex();
    }

    @Override
    public List<Array> arrays() {
      return List.of();
    }

    @Override
    public DataView view() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void reset() {}
  }
}
