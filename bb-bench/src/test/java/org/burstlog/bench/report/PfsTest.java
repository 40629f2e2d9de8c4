package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PfsTest {
  @Nested
  class Emulated {
    @Test
    void nodesAreSetApartFromTheFileSystemsOwnParameters() throws Exception {
      assertThat(Pfs.parse("emulated")).isEqualTo(new EmulatedPfs(4, Map.of()));
      Pfs given = Pfs.parse("emulated:nodes=2,revoke_us=500,stripe_size=4MiB");
      assertThat(given)
          .isEqualTo(new EmulatedPfs(2, Map.of("revoke_us", "500", "stripe_size", "4MiB")));
      assertThat(given).hasToString("emulated:nodes=2,revoke_us=500,stripe_size=4MiB");
    }

    @Test
    void numbersAmongItsParametersAreWhatIsKnownOfItsServers() {
      assertThat(
              EmulatedPfs.numbers("servers 4 number of servers\ncost on off: count\nslow.0 1.5 x"))
          .isEqualTo(Map.of("servers", 4.0, "slow.0", 1.5));
    }
  }

  @Nested
  class Moose {
    @Test
    void hasNodesServersAndAModeOfCaching() throws Exception {
      assertThat(Pfs.parse("moosefs")).isEqualTo(new MooseFs(4, 3, "DIRECT"));
      assertThat(Pfs.parse("moosefs:cache=AUTO,servers=2,nodes=3"))
          .isEqualTo(new MooseFs(3, 2, "AUTO"))
          .hasToString("moosefs:nodes=3,servers=2,cache=AUTO");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lustre",
        "emulated:nodes",
        "emulated:nodes=0",
        "emulated:nodes=201",
        "emulated:nodes=x",
        "emulated:=1",
        "moosefs:servers=0",
        "moosefs:revoke_us=1"
      })
  void mistakesAreNamed(String text) {
    assertThatThrownBy(() -> Pfs.parse(text))
        .isInstanceOf(BurstlogException.class)
        .hasMessageStartingWith("--pfs");
  }
}
