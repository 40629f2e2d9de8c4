package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.testing.Allocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingMemoryTest {
  private static final NcMemory DOUBLES = NcMemory.of(new double[0]);

  private final StagingMemory memory = new StagingMemory();

  @Test
  void whatWasGivenBackIsTakenAgain() {
    Object first = memory.take(DOUBLES, NcType.FLOAT, 400);
    assertThat(first).isInstanceOf(float[].class);
    memory.giveBack(first, NcType.FLOAT);
    assertThat(memory.take(DOUBLES, NcType.FLOAT, 200)).isSameAs(first);
  }

  @Test
  void twoCallsAtOnceHaveMemoryOfTheirOwn() {
    memory.giveBack(memory.take(DOUBLES, NcType.INT, 400), NcType.INT);
    assertThat(memory.take(DOUBLES, NcType.INT, 400))
        .isNotSameAs(memory.take(DOUBLES, NcType.INT, 400));
  }

  @Test
  void memoryOfAnotherTypeOrTooLittleOfItIsNotTaken() {
    Object few = memory.take(DOUBLES, NcType.INT, 400);
    memory.giveBack(few, NcType.INT);
    assertThat(memory.take(DOUBLES, NcType.FLOAT, 400)).isInstanceOf(float[].class);
    assertThat((int[]) memory.take(DOUBLES, NcType.INT, 404)).hasSize(101);
  }

  @Test
  void veryMuchIsLeftToTheCollector() {
    Object much = memory.take(DOUBLES, NcType.DOUBLE, 17 << 20);
    memory.giveBack(much, NcType.DOUBLE);
    assertThat(memory.take(DOUBLES, NcType.DOUBLE, 8)).isNotSameAs(much);
  }

  @Test
  void textAndBuffersGoThroughBuffers() {
    NcMemory text = NcMemory.of(new char[1]);
    assertThat(memory.take(text, NcType.CHAR, 1)).isInstanceOf(ByteBuffer.class);
  }

  @Test
  void putsAndGetsOfABlockWithGhostCellsAllocateNothingOfItsSize(@TempDir Path directory)
      throws Exception {
    int side = 128;
    double[] block = new double[(side + 8) * (side + 8)];
    Arrays.setAll(block, i -> i);
    NcMemory inner = NcMemory.of(block).interior(new long[] {side + 8, side + 8}, 4, 4);
    try (NcFile file = NcFile.create(directory.resolve("ghosts.nc"))) {
      NcVariable v =
          file.defineVariable(
              "v", NcType.FLOAT, file.defineDimension("y", side), file.defineDimension("x", side));
      file.endDefine();
      Region all = Region.of(new long[] {0, 0}, new long[] {side, side});
      putAndGet(v, all, inner, 20);
      long allocated = Allocation.by(() -> putAndGet(v, all, inner, 100));
      assertThat(allocated).isLessThan(100L * side * side);
      assertThat(block[4 * (side + 8) + 4]).isEqualTo(4 * (side + 8) + 4);
      assertThat(v.getDouble(side - 1, side - 1)).isEqualTo((side + 3) * (side + 8) + side + 3);
    }
  }

  private static void putAndGet(NcVariable v, Region region, NcMemory block, int times)
      throws IOException {
    for (int i = 0; i < times; i++) {
      v.put(region, block);
      v.get(region, block);
    }
  }
}
