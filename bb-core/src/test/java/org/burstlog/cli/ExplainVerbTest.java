package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of who keeps what for whom. */
class ExplainVerbTest extends CommandLineTest {
  @Test
  void whatToExplainHasToBeSaid() {
    assertThat(bb("explain")).isEqualTo(Verb.REFUSED);
    assertThat(complained()).contains("explain what?");
  }

  @Nested
  class SeveralFiles {
    @Test
    void writersAndPredictionsAreTold() {
      assertThat(bb("explain", "files", "-n", "4", "--per-node", "2", "--scheme", "bps", "3", "1"))
          .isEqualTo(Verb.OK);
      assertThat(said())
          .startsWith("bps in 2 lanes; predicted: bps ")
          .contains("3 MiB: 3 ranks: [0, 1, 2]", "1 MiB: 1 ranks: [3]");
    }

    @Test
    void oneFileIsWrittenAsEver() {
      assertThat(bb("explain", "files", "-n", "2", "8")).isEqualTo(Verb.OK);
      assertThat(said()).startsWith("turns in 1 lanes").contains("8 MiB: all ranks");
    }

    @Test
    void nobodyWritesNothing() {
      assertThat(bb("explain", "files", "-n", "0", "8")).isEqualTo(Verb.REFUSED);
      assertThat(complained()).contains("give numbers of at least 1");
      assertThat(bb("explain", "files", "-n", "4", "--scheme", "best", "8"))
          .isEqualTo(Verb.REFUSED);
      assertThat(complained()).contains("best");
    }
  }

  @Nested
  class Redundancy {
    @Test
    void copiesAreKeptByNodesOfOtherDomains() {
      assertThat(bb("explain", "redundancy", "a[1-2]=r1", "b[1-2]=r2")).isEqualTo(Verb.OK);
      assertThat(said())
          .isEqualToNormalizingNewlines(
              """
              partner: what a node put is lost when it and all that keep copies of it are lost
              NODE             DOMAIN                  KEPT BY
              a1               r1                      b1
              a2               r1                      b2
              b1               r2                      a1
              b2               r2                      a2
              Any 1 node may be lost, and any 1 whole domain.
              """);
    }

    @Test
    void paritySetsAreShown() {
      assertThat(
              bb(
                  "explain",
                  "redundancy",
                  "--scheme",
                  "rs",
                  "--losses",
                  "2",
                  "--set",
                  "3",
                  "n[1-6]"))
          .isEqualTo(Verb.OK);
      assertThat(said())
          .contains("rs: what a node put is lost when it and 2 more of its set are lost")
          .containsPattern("n1 +n1 +0  n3, n5")
          .contains("Any 2 nodes of a set may be lost, and any 2 whole domains.");
    }

    @Test
    void domainsThatAreTooLargeAreWrong() {
      assertThat(bb("explain", "redundancy", "a[1-3]=r1", "b1=r2")).isEqualTo(Verb.WRONG);
      assertThat(said())
          .contains("Any 1 node may be lost, and any 0 whole domains.")
          .contains("- the loss of domain r1 (3 nodes) loses what nodes a1, a3 put");
    }

    @Test
    void whatIsLostWithNodesIsTold() {
      assertThat(bb("explain", "redundancy", "--without", "n[1,2]", "n[1-4]")).isEqualTo(Verb.OK);
      assertThat(said()).endsWith("Without n1, n2 nothing is lost." + System.lineSeparator());
      assertThat(bb("explain", "redundancy", "--without", "n1,n3", "n[1-4]")).isEqualTo(Verb.WRONG);
      assertThat(said()).endsWith("is lost what n1, n3 put." + System.lineSeparator());
    }

    @Test
    void itIsToldAsJsonToo() {
      assertThat(bb("explain", "redundancy", "--json", "--without", "b,a", "a=x", "b=y", "c=z"))
          .isEqualTo(Verb.WRONG);
      assertThat(said().strip())
          .isEqualTo(
              "{\"scheme\":\"partner\",\"losses\":1,\"domainLosses\":1,\"nodes\":["
                  + "{\"node\":\"a\",\"domain\":\"x\",\"set\":null,\"keepers\":[\"b\"],\"keepsFor\":[\"c\"]},"
                  + "{\"node\":\"b\",\"domain\":\"y\",\"set\":null,\"keepers\":[\"c\"],\"keepsFor\":[\"a\"]},"
                  + "{\"node\":\"c\",\"domain\":\"z\",\"set\":null,\"keepers\":[\"a\"],\"keepsFor\":[\"b\"]}],"
                  + "\"doubts\":[],\"without\":[\"a\",\"b\"],\"lost\":[\"a\"],\"exit\":1}");
    }

    @Test
    void whatCannotBeIsRefused() {
      assertThat(bb("explain", "redundancy", "--losses", "2", "n[1-2]")).isEqualTo(Verb.REFUSED);
      assertThat(complained()).contains("takes 3 nodes at least");
      assertThat(bb("explain", "redundancy", "--scheme", "raid", "n[1-2]")).isEqualTo(Verb.REFUSED);
      assertThat(complained()).contains("no redundancy is 'raid'");
      assertThat(bb("explain", "redundancy", "n[1-2]", "n1")).isEqualTo(Verb.REFUSED);
      assertThat(complained()).contains("node n1 is named twice");
      assertThat(bb("explain", "redundancy", "--without", "x", "n[1-20]")).isEqualTo(Verb.REFUSED);
      assertThat(complained()).contains("there is no node x; --without takes some of n1, n2,");
      assertThat(complained()).contains("and 4 more");
    }
  }

  @Nested
  class Lists {
    @TempDir Path directory;

    @Test
    void rangesKeepTheirZeros() throws Exception {
      assertThat(HostList.expand("n[08-10,3],login,r[1-2]n[0-1]"))
          .containsExactly("n08", "n09", "n10", "n3", "login", "r1n0", "r1n1", "r2n0", "r2n1");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"", "n[1-", "n]1[", "n[a]", "n[2-1]", "n[1-2-3]", "a,,b", "n[0-99999999]"})
    void whatIsNoListIsRefused(String list) {
      assertThatThrownBy(() -> HostList.expand(list))
          .isInstanceOf(BurstlogException.class)
          .hasMessage("'" + list + "' is no list of nodes; write it such as n[01-16,20],login");
    }

    @Test
    void theNodesOfAJobAreThoseOfItsScheduler() throws Exception {
      assertThat(HostList.ofJob(Map.of("SLURM_JOB_NODELIST", "n[1-2]")))
          .containsExactly("n1", "n2");
      Path file = Files.writeString(directory.resolve("nodes"), "n7\nn7\nn3\n\n");
      assertThat(HostList.ofJob(Map.of("PBS_NODEFILE", file.toString())))
          .containsExactly("n7", "n3");
      assertThatThrownBy(() -> HostList.ofJob(Map.of()))
          .hasMessageContaining("; name the nodes, such as n[1-8]");
    }
  }
}
