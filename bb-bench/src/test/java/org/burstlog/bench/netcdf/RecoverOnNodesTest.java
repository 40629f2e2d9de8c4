package org.burstlog.bench.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.cli.Main;
import org.burstlog.mpi.testing.EmulatedNodes;
import org.burstlog.mpi.testing.MpiRun;
import org.burstlog.mpi.testing.MpiRun.Result;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code bb recover} under mpirun, on nodes whose tiers are their own. */
@Tag("slow")
class RecoverOnNodesTest {
  private static final String TIER = "/mnt/ssd";

  @BeforeEach
  void installed() {
    MpiRun.assumeInstalled();
  }

  @Test
  void aNodeWithoutADirectoryOfTheUserHasNothingAndTakesPart() throws Exception {
    // Of /tmp each node has its own.
    Path directory = Files.createTempDirectory(Path.of("/var/tmp"), "burstlog-recover-test");
    Path target = directory.resolve("out.nc");
    try (EmulatedNodes nodes = EmulatedNodes.up(3)) {
      Result left = nodes.start(4, "n1:2,n2:2", LeavingProgram.class, target.toString(), TIER);
      assertThat(left.status()).as(left.output()).isEqualTo(9);
      assertThat(nodes.shell("n3", "ls", "-A", TIER).output()).isEmpty();
      assertThat(nodes.shell("n1", "ls", "-A", TIER).output()).startsWith("burstlog-");

      Result recovered =
          nodes.start(3, "n1:1,n2:1,n3:1", Main.class, "recover", "--all", "--tier", TIER);
      assertThat(recovered.status()).as(recovered.output()).isZero();
      assertThat(recovered.output()).containsOnlyOnce("recovered out.nc");
      try (NcFile file = NcFile.open(target, NcOptions.defaults().readOnly())) {
        int[] found = file.variable("v").getInts();
        assertThat(found).hasSize(4 * LeavingProgram.EACH);
        for (int i = 0; i < found.length; i++) {
          assertThat(found[i]).isEqualTo(i / LeavingProgram.EACH + 1);
        }
      }
    } finally {
      Files.deleteIfExists(target);
      Files.delete(directory);
    }
  }
}
