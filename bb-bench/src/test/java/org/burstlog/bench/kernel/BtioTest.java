package org.burstlog.bench.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BtioTest {
  private static final int STEPS = 8;

  private static Btio.Grid grid(String preset, int side) throws BurstlogException {
    return Btio.grid(Parameters.of(new Btio(), preset, Map.of()), side);
  }

  @ParameterizedTest
  @CsvSource({"4, 64", "8, 128", "16, 256", "32, 512", "64, 1024"})
  void withWeakScalingTheFirstTwoEdgesGrowAndEachRankHas40MiB(int side, int edge) throws Exception {
    Btio.Grid grid = grid("weak", side);
    assertThat(grid).isEqualTo(new Btio.Grid(edge, edge, 512, side));
    assertThat(grid.elements() * Double.BYTES * STEPS / ((long) side * side)).isEqualTo(40L << 20);
  }

  @Test
  void withStrongScalingItIsTheSameCubeOf40GiB() throws Exception {
    assertThat(grid("strong", 4)).isEqualTo(new Btio.Grid(512, 512, 512, 4));
    assertThat(grid("strong", 32)).isEqualTo(grid("weak", 32));
    assertThat(grid("strong", 32).elements() * Double.BYTES * STEPS).isEqualTo(40L << 30);
  }
}
