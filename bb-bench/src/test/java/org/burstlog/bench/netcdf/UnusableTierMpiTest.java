package org.burstlog.bench.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.log.Mount;
import org.burstlog.mpi.testing.MpiRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Creating a file over an old one on MPI, when the burst buffer cannot use its tier. */
@Tag("slow")
class UnusableTierMpiTest {
  private static final int RANKS = 4;

  @TempDir Path directory;

  private Path path;
  private Path good;

  @BeforeEach
  void writeTheOldFile() throws IOException {
    MpiRun.assumeInstalled();
    good = Files.createDirectory(directory.resolve("good"));
    path = directory.resolve("out.nc");
    Files.writeString(path, "a checkpoint that nobody wants to lose");
  }

  private static MpiRun job(String io, Path tier, String layout) {
    return MpiRun.ranks(RANKS)
        .io(io)
        .env("BURSTLOG", "on")
        .env("BURSTLOG_TIER", tier.toString())
        .env("BURSTLOG_LOG_LAYOUT", layout);
  }

  private List<String> told(MpiRun job, String... oneRank) throws Exception {
    String[] args =
        Stream.concat(Stream.of(path.toString()), Stream.of(oneRank)).toArray(String[]::new);
    MpiRun.Result result = job.start(UnusableTierProgram.class, args);
    assertThat(result.status()).as(result.output()).isZero();
    return result.output().lines().filter(line -> line.contains(" is told ")).toList();
  }

  private void assertNothingIsLostOrLeft(List<String> told) throws IOException {
    assertThat(told).hasSize(RANKS);
    assertThat(path).hasContent("a checkpoint that nobody wants to lose");
    try (Stream<Path> all = Files.walk(good)) {
      assertThat(all.filter(one -> String.valueOf(one.getFileName()).startsWith("out.nc")))
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"romio, process", "ompio, node"})
  void aMissingTierLeavesItAsItWasAndIsToldOnce(String io, String layout) throws Exception {
    Path tier = directory.resolve("nowhere");
    List<String> told = told(job(io, tier, layout));
    assertNothingIsLostOrLeft(told);
    assertThat(told).allMatch(line -> line.contains("NC_EINVAL"));
    assertThat(told)
        .filteredOn(line -> line.contains("does not exist; create it"))
        .singleElement()
        .asString()
        .startsWith("rank 0 is told ")
        .contains("tier " + tier, "BURSTLOG_TIER");
  }

  @ParameterizedTest
  @ValueSource(strings = {"romio", "ompio"})
  void aTierThatIsMissingInOneRankLeavesItAsItWas(String io) throws Exception {
    Path tier = directory.resolve("nowhere");
    List<String> told = told(job(io, good, "process"), "2", "burstlog.tier", tier.toString());
    assertNothingIsLostOrLeft(told);
    assertThat(told)
        .filteredOn(line -> line.contains("rank 2 of 4: tier " + tier + " does not exist"))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"romio", "ompio"})
  void settingsThatDifferLeaveItAsItWas(String io) throws Exception {
    assertNothingIsLostOrLeft(told(job(io, good, "process"), "1", "burstlog.log.layout", "node"));
  }

  @ParameterizedTest
  @CsvSource({"romio, process", "romio, node"})
  void aReadOnlyTierLeavesItAsItWas(String io, String layout) throws Exception {
    try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 1 << 20, "ro")) {
      assertNothingIsLostOrLeft(told(job(io, tier.path(), layout)));
    }
  }

  @ParameterizedTest
  @CsvSource({"romio, process, 4", "romio, node, 8", "ompio, process, 1"})
  void aTierWithoutRoomForLogsMakesTheSameFile(String io, String layout, int mebibytes)
      throws Exception {
    try (Mount tier = Mount.tmpfs(directory.resolve("tier"), (long) mebibytes << 20)) {
      assertThat(told(job(io, tier.path(), layout))).isEmpty();
    }
    byte[] written = Files.readAllBytes(path);
    Files.delete(path);
    assertThat(told(job(io, good, layout).env("BURSTLOG", "off"))).isEmpty();
    assertThat(Files.readAllBytes(path)).isEqualTo(written);
  }
}
