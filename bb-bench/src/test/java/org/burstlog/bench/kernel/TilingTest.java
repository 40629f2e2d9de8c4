package org.burstlog.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.burstlog.array.Region;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TilingTest {
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "2, 1, 2", "4, 2, 2", "6, 2, 3", "7, 1, 7", "8, 2, 4", "12, 3, 4"})
  void blocksAreAsSquareAsTheirNumberAllowsAndCoverTheFieldOnce(int ranks, int down, int across) {
    int rows = 13;
    int columns = 17;
    Tiling tiling = Tiling.of(rows, columns, ranks);
    assertThat(tiling).isEqualTo(new Tiling(rows, columns, down, across));
    int[] owners = new int[rows * columns];
    for (int rank = 0; rank < ranks; rank++) {
      Region block = tiling.place(rank, new Region(3).set(0, 5, 1, 1));
      assertThat(block.start(0)).isEqualTo(5);
      assertThat(block.elements()).isPositive().isLessThanOrEqualTo(tiling.largest());
      for (long y = block.start(1); y < block.start(1) + block.count(1); y++) {
        for (long x = block.start(2); x < block.start(2) + block.count(2); x++) {
          owners[(int) (y * columns + x)]++;
        }
      }
    }
    assertThat(owners).containsOnly(1);
  }
}
