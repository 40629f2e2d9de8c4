package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.log.Mount;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Creating and opening files when the burst buffer cannot use its tier. */
class UnusableTierTest {
  @TempDir Path directory;

  private Path path;
  private Path good;
  private byte[] old;

  @BeforeEach
  void writeTheOldFile() throws IOException {
    good = Files.createDirectory(directory.resolve("good"));
    path = directory.resolve("old.nc");
    NcOptions off = NcOptions.defaults().settings(Settings.builder().build());
    try (NcFile file = NcFile.create(path, off)) {
      NcVariable v = file.defineVariable("v", NcType.INT, file.defineDimension("x", 1000));
      file.endDefine();
      int[] values = new int[1000];
      Arrays.setAll(values, i -> i * 31);
      v.put(values);
    }
    old = Files.readAllBytes(path);
  }

  private static NcOptions options(Path tier, String... more) throws IOException {
    Settings.Builder builder =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier.toString());
    return NcOptions.defaults().settings(NamedSettings.set(builder, more).build());
  }

  private static void run(int ranks, RankProgram program) throws Exception {
    if (ranks == 1) {
      try (SoloGroup group = new SoloGroup()) {
        program.run(group);
      }
    } else {
      ThreadedGroup.run(ranks, program);
    }
  }

  /** Creates over the old file in every process, and returns what each was told, by rank. */
  private List<NcException> create(int ranks, NcOptions... byRank) throws Exception {
    NcException[] told = new NcException[ranks];
    run(
        ranks,
        group -> {
          NcOptions own = byRank[Math.min(group.rank(), byRank.length - 1)];
          told[group.rank()] =
              catchThrowableOfType(
                  NcException.class, () -> NcFile.create(path, own.group(group)).close());
        });
    return Arrays.asList(told);
  }

  private void assertNothingIsLostOrLeft(List<NcException> told, Path... tiers) throws IOException {
    assertThat(told).doesNotContainNull();
    assertThat(Files.readAllBytes(path)).isEqualTo(old);
    for (Path tier : tiers) {
      assertThat(sessions(tier)).isEmpty();
    }
  }

  /** What is on a tier, but for the directory of the user and spare sessions, which stay. */
  private static List<Path> sessions(Path tier) throws IOException {
    if (!Files.isDirectory(tier)) {
      return List.of();
    }
    List<Path> found = new ArrayList<>();
    try (Stream<Path> users = Files.list(tier)) {
      for (Path user : users.filter(Files::isDirectory).toList()) {
        try (Stream<Path> all = Files.list(user)) {
          all.filter(one -> !String.valueOf(one.getFileName()).startsWith("spare-"))
              .forEach(found::add);
        }
      }
    }
    return found;
  }

  /** One process says it all, the others that it does. */
  private static void assertToldOnce(List<NcException> told, NcError error, String... words) {
    assertThat(told).allSatisfy(e -> assertThat(e.error()).isEqualTo(error));
    assertThat(told.get(0)).hasMessageContainingAll(words).hasMessageNotContaining("\n");
    for (NcException other : told.subList(1, told.size())) {
      assertThat(other).hasMessageContaining("rank 0 says why");
      for (String word : words) {
        assertThat(other).hasMessageNotContaining(word);
      }
    }
  }

  @Nested
  class CreatingOverAFile {
    @ParameterizedTest
    @CsvSource({"1, process", "4, process", "1, node", "4, node"})
    void aMissingTierLeavesItAsItWas(int ranks, String layout) throws Exception {
      Path tier = directory.resolve("nowhere");
      List<NcException> told = create(ranks, options(tier, "log.layout", layout));
      assertNothingIsLostOrLeft(told);
      assertToldOnce(
          told, NcError.NC_EINVAL, "tier " + tier + " does not exist; create it", "BURSTLOG_TIER");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aTierThatIsAFileLeavesItAsItWas(int ranks) throws Exception {
      Path tier = Files.createFile(directory.resolve("file"));
      List<NcException> told = create(ranks, options(tier));
      assertNothingIsLostOrLeft(told);
      assertToldOnce(told, NcError.NC_EINVAL, "tier " + tier + " is not a directory");
    }

    @ParameterizedTest
    @CsvSource({"1, process", "4, process", "4, node"})
    void aTierThatCannotBeWrittenLeavesItAsItWas(int ranks, String layout) throws Exception {
      try (Mount tier = Mount.tmpfs(directory.resolve("tier"), 1 << 20, "ro")) {
        List<NcException> told = create(ranks, options(tier.path(), "log.layout", layout));
        assertNothingIsLostOrLeft(told, tier.path());
        assertToldOnce(told, NcError.NC_EINVAL, tier.path().toString(), "Read-only file system");
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aTierWhoseDirectoryOthersMayWriteToLeavesItAsItWas(int ranks) throws Exception {
      try (NcFile first = NcFile.create(directory.resolve("first.nc"), options(good))) {
        first.endDefine();
      }
      Path own = good.resolve("burstlog-" + Files.getAttribute(good, "unix:uid"));
      Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
      assertNothingIsLostOrLeft(create(ranks, options(good)), good);
    }

    @ParameterizedTest
    @CsvSource({"0, process", "2, process", "3, node"})
    void aTierThatIsMissingInOneProcessOnlyLeavesItAsItWas(int rank, String layout)
        throws Exception {
      NcOptions[] all = new NcOptions[4];
      Arrays.fill(all, options(good, "log.layout", layout));
      Path tier = directory.resolve("nowhere");
      all[rank] = options(tier, "log.layout", layout);
      List<NcException> told = create(4, all);
      assertNothingIsLostOrLeft(told, good);
      assertThat(told.get(0)).hasMessageContaining(tier.toString());
      assertThat(told).allSatisfy(e -> assertThat(e.error()).isEqualTo(NcError.NC_EINVAL));
    }

    @Test
    void settingsThatDifferLeaveItAsItWas() throws Exception {
      NcOptions other = options(good, "log.layout", "node");
      List<NcException> told = create(4, options(good), options(good), other, options(good));
      assertNothingIsLostOrLeft(told, good);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aLimitThatHoldsNoLogLeavesItAsItWas(int ranks) throws Exception {
      List<NcException> told = create(ranks, options(good, "log.capacity", "4KiB"));
      assertNothingIsLostOrLeft(told, good);
      assertToldOnce(told, NcError.NC_EINVAL, "log.capacity is 4096 bytes");
    }
  }

  @Nested
  class CreatingAFileWhereNoneWas {
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void leavesNoneWhenTheTierIsMissing(int ranks) throws Exception {
      Files.delete(path);
      assertThat(create(ranks, options(directory.resolve("nowhere")))).doesNotContainNull();
      assertThat(path).doesNotExist();
    }

    @Test
    void leavesNoneAndNoSessionWhenSettingsDiffer() throws Exception {
      Files.delete(path);
      NcOptions other = options(good, "log.layout", "node");
      assertThat(create(4, options(good), options(good), other)).doesNotContainNull();
      assertThat(path).doesNotExist();
      assertThat(sessions(good)).isEmpty();
    }

    @Test
    void leavesNoneAndNoSessionWhenItIsOffInOneProcess() throws Exception {
      Files.delete(path);
      NcOptions off = NcOptions.defaults().settings(Settings.builder().build());
      assertThat(create(4, options(good), options(good), off)).doesNotContainNull();
      assertThat(path).doesNotExist();
      assertThat(sessions(good)).isEmpty();
    }
  }

  @Nested
  class CreatingAFileThatMustBeNew {
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void leavesNoneWhenItFails(int ranks) throws Exception {
      Files.delete(path);
      List<NcException> told = create(ranks, options(directory.resolve("nowhere")).noClobber());
      assertThat(told).doesNotContainNull();
      assertThat(path).doesNotExist();
    }
  }

  @Nested
  class Opening {
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aMissingTierIsToldOnceAndTheFileIsAsItWas(int ranks) throws Exception {
      Path tier = directory.resolve("nowhere");
      NcException[] told = new NcException[ranks];
      run(
          ranks,
          group -> {
            NcOptions own = options(tier).group(group);
            told[group.rank()] =
                catchThrowableOfType(NcException.class, () -> NcFile.open(path, own).close());
          });
      assertNothingIsLostOrLeft(Arrays.asList(told));
      assertToldOnce(
          Arrays.asList(told),
          NcError.NC_EINVAL,
          "tier " + tier + " does not exist; create it",
          "BURSTLOG_TIER");
    }
  }

  @Nested
  class WithTooManyFilesOpen {
    @ParameterizedTest
    @ValueSource(strings = {"process", "node"})
    void creatingAFileSaysSoAndWorksWhenSomeAreClosed(String layout) throws Exception {
      List<String> command =
          new ArrayList<>(List.of("sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh"));
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.addAll(List.of(ManyFilesProgram.class.getName(), path + "", good + "", layout));
      Path printed = directory.resolve("printed");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      assertThat(process.waitFor()).as(Files.readString(printed)).isZero();
      List<String> told =
          Files.readAllLines(printed).stream().filter(line -> line.startsWith("told ")).toList();
      assertThat(told)
          .anyMatch(
              line ->
                  line.startsWith("told NC_ENFILE")
                      && line.contains(good + "/burstlog-")
                      && line.contains("Too many open files")
                      && line.contains("ulimit -n"))
          .last()
          .isEqualTo("told nothing");
      // Where even the target cannot be opened, the code is that of opening it.
      assertThat(told.subList(0, told.size() - 1))
          .allMatch(line -> line.startsWith("told NC_ENFILE") || line.startsWith("told NC_EOFILE"));
      // To remove a directory takes descriptors, too; what could not be removed holds no log.
      for (Path left : sessions(good)) {
        try (Stream<Path> files = Files.list(left)) {
          assertThat(files).extracting(Path::getFileName).isSubsetOf(Path.of("lock"));
        }
      }
    }
  }
}
