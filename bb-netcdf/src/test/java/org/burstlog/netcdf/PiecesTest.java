package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Region;
import org.junit.jupiter.api.Test;

class PiecesTest {
  /** The indices of all elements of a region, in row-major order. */
  private static List<List<Long>> indices(Region region) {
    List<List<Long>> all = List.of(List.of());
    for (int d = 0; d < region.rank(); d++) {
      List<List<Long>> longer = new ArrayList<>();
      for (List<Long> index : all) {
        for (long i = 0; i < region.count(d); i++) {
          List<Long> next = new ArrayList<>(index);
          next.add(region.start(d) + i * region.stride(d));
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  @Test
  void piecesFollowOneAnotherAndAreSmallEnough() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      Region region = new Region(random.nextInt(5));
      for (int d = 0; d < region.rank(); d++) {
        region.set(d, random.nextInt(9), random.nextInt(5) + 1L, random.nextInt(3) + 1L);
      }
      long most = 1L + random.nextInt(40);
      List<List<Long>> together = new ArrayList<>();
      Pieces.cut(
          region,
          most,
          (piece, first, elements) -> {
            assertThat(elements).as("seed %d", seed).isBetween(1L, most);
            assertThat(piece.elements()).as("seed %d", seed).isEqualTo(elements);
            assertThat(first).as("seed %d", seed).isEqualTo(together.size());
            together.addAll(indices(piece));
          });
      assertThat(together).as("seed %d: %s by %d", seed, region, most).isEqualTo(indices(region));
    }
  }
}
