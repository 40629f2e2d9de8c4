package org.burstlog.netcdf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bb export} writes the file that the target becomes, and changes nothing. */
class ExportVerbTest {
  private static final int LENGTH = 5;

  @TempDir Path directory;

  private final FickleTarget.Targets targets = new FickleTarget.Targets();
  private Path tier;
  private Path path;
  private Path exported;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    Path files = Files.createDirectory(directory.resolve("files"));
    path = files.resolve("out.nc");
    exported = files.resolve("exported.nc");
  }

  private NcOptions options(String layout, String capacity) throws IOException {
    return NcOptions.defaults()
        .target(targets)
        .settings(
            Settings.builder()
                .set(Settings.SWITCH, "on")
                .set(Settings.TIER, tier.toString())
                .set(Settings.LAYOUT, layout)
                .set(Settings.CHUNK, "64KiB")
                .set(Settings.BLOCK, "16KiB")
                .set(Settings.CAPACITY, capacity)
                .build());
  }

  private Bb export(Object... more) {
    Object[] words = Arrays.copyOf(new Object[] {"export", "--tier", tier}, 3 + more.length);
    System.arraycopy(more, 0, words, 3, more.length);
    return Bb.run(words);
  }

  /** Exports the file, and checks that nothing else is changed. */
  private void exportAndCheck() throws IOException {
    Map<String, ByteBuffer> before = everything();
    exportLive();
    assertThat(everything()).isEqualTo(before);
  }

  /** As above, where a program makes its logs longer ahead of use whenever it likes. */
  private void exportLive() throws IOException {
    byte[] before = Files.readAllBytes(path);
    Bb bb = export("--force", path, exported);
    assertThat(bb.code()).as(bb.err()).isZero();
    assertThat(bb.err()).isEmpty();
    assertThat(bb.out()).startsWith(exported + " is written: " + Files.size(exported) + " bytes");
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  /** All files but the exported one. */
  private Map<String, ByteBuffer> everything() throws IOException {
    Map<String, ByteBuffer> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(f -> !f.equals(exported)).toList()) {
        byte[] bytes = Files.isDirectory(file) ? new byte[0] : Files.readAllBytes(file);
        all.put(file.toString(), ByteBuffer.wrap(bytes));
      }
    }
    return all;
  }

  private void recover() {
    Bb bb = Bb.run("recover", "--tier", tier, "--all");
    assertThat(bb.code()).as(bb.out() + bb.err()).isZero();
  }

  /** A file with variables with and without records, open for puts. */
  private static NcFile begin(Path file, NcOptions options) throws IOException {
    NcFile out = NcFile.create(file, options);
    NcDimension time = out.defineUnlimited("time");
    NcDimension x = out.defineDimension("x", LENGTH);
    out.defineVariable("fixed", NcType.SHORT, x);
    out.defineVariable("first", NcType.DOUBLE, time, x);
    out.defineVariable("last", NcType.SHORT, time, x);
    out.endDefine();
    return out;
  }

  /** Each rank puts its share of the records, of which nobody but it knows; the last in part. */
  private static void put(NcFile out, ProcessGroup group, int from, int end) throws IOException {
    for (int i = from; i < end; i++) {
      if (i % group.size() == group.rank()) {
        Region record = Region.of(new long[] {i, 0}, new long[] {1, LENGTH});
        out.variable("first").put(record, new double[] {i, from, 2, 3, 4});
        if (i < end - 1) {
          out.variable("last").put(record, new int[] {i, 5, 6, 7, 8});
        }
      }
    }
    if (group.rank() == group.size() - 1) {
      Region some = Region.of(new long[] {1}, new long[] {2});
      out.variable("fixed").put(some, new int[] {from, end});
    }
  }

  private void crash(CdfVersion format, NcOptions options, int ranks, int records, boolean flush)
      throws Exception {
    ThreadedGroup.run(
        ranks,
        group -> {
          NcFile out = begin(path, options.group(group).format(format));
          put(out, group, 0, records / 2);
          if (flush) {
            out.flush();
            put(out, group, records / 3, records / 2);
          }
          put(out, group, records / 2, records);
          group.barrier();
          targets.broken.set(true);
          assertThatThrownBy(out::close).isInstanceOf(IOException.class);
        });
  }

  @Nested
  class AfterACrash {
    @ParameterizedTest
    @CsvSource({
      "CDF1, process, 1, false",
      "CDF2, process, 1, true",
      "CDF5, process, 1, true",
      "CDF1, process, 3, true",
      "CDF2, node, 3, false",
      "CDF5, node, 3, true",
      "CDF5, process, 4, false"
    })
    void isTheFileThatRecoveryMakes(CdfVersion format, String layout, int ranks, boolean flush)
        throws Exception {
      crash(format, options(layout, "0"), ranks, 32, flush);
      exportAndCheck();
      try (NcFile file = NcFile.open(exported, NcOptions.defaults().readOnly())) {
        assertThat(file.records()).isEqualTo(32);
      }
      recover();
      assertThat(exported).hasSameBinaryContentAs(path);
    }

    @ParameterizedTest
    @CsvSource({"CDF1, 2000", "CDF5, 2000"})
    void hasRecordsThatAProcessDrainedAlone(CdfVersion format, int records) throws Exception {
      crash(format, options("process", "64KiB"), 3, records, false);
      assertThat(Files.size(path)).isGreaterThan(60_000);
      exportAndCheck();
      recover();
      assertThat(exported).hasSameBinaryContentAs(path);
    }

    /** Such a put goes to the target, and nobody but its process knows of the record. */
    @Test
    void hasRecordsThatNoLogCouldTake() throws Exception {
      int length = 100_000;
      ThreadedGroup.run(
          2,
          group -> {
            NcFile out = NcFile.create(path, options("process", "64KiB").group(group));
            NcDimension time = out.defineUnlimited("time");
            NcVariable v =
                out.defineVariable("v", NcType.DOUBLE, time, out.defineDimension("x", length));
            out.endDefine();
            if (group.rank() == 1) {
              double[] values = new double[length];
              Arrays.fill(values, 7);
              v.put(Region.of(new long[] {1, 0}, new long[] {1, length}), values);
            }
            group.barrier();
            targets.broken.set(true);
            assertThatThrownBy(out::close).isInstanceOf(IOException.class);
          });
      exportAndCheck();
      Bb header = Bb.run("dump", "--tier", tier, path);
      assertThat(header.out()).contains("(2 currently)");
      recover();
      assertThat(exported).hasSameBinaryContentAs(path);
    }

    @Test
    void hasEveryByteOfWhatIsLargerThanAPiece() throws Exception {
      int length = 3_000_001;
      try (SoloGroup group = new SoloGroup()) {
        NcFile out = NcFile.create(path, options("process", "0").group(group));
        NcVariable v = out.defineVariable("v", NcType.DOUBLE, out.defineDimension("x", length));
        out.endDefine();
        double[] values = new double[length];
        Arrays.setAll(values, i -> i + 0.5);
        v.put(values);
        out.flush();
        Arrays.fill(values, -1);
        v.put(
            Region.of(new long[] {1}, new long[] {length / 10}, new long[] {10}),
            Arrays.copyOf(values, length / 10));
        targets.broken.set(true);
        assertThatThrownBy(out::close).isInstanceOf(IOException.class);
      }
      exportAndCheck();
      recover();
      assertThat(exported).hasSameBinaryContentAs(path);
    }

    @Test
    void isAllThatIsLeftOfSeveralSessions() throws Exception {
      crash(CdfVersion.CDF2, options("process", "0"), 2, 16, false);
      targets.broken.set(false);
      Settings leave =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, tier.toString())
              .set(Settings.RECOVER, "ignore")
              .build();
      try (SoloGroup group = new SoloGroup()) {
        NcFile again =
            NcFile.open(path, NcOptions.defaults().target(targets).settings(leave).group(group));
        put(again, group, 3, 20);
        targets.broken.set(true);
        assertThatThrownBy(again::close).isInstanceOf(IOException.class);
      }
      exportAndCheck();
      recover();
      assertThat(exported).hasSameBinaryContentAs(path);
    }
  }

  @Nested
  class OfALiveProgram {
    @ParameterizedTest
    @CsvSource({
      "CDF1, process, 1, 0",
      "CDF2, node, 3, 0",
      "CDF5, process, 3, 0",
      "CDF5, process, 3, 64KiB"
    })
    void isTheFileThatItsCloseMakes(CdfVersion format, String layout, int ranks, String capacity)
        throws Exception {
      int records = capacity.equals("0") ? 40 : 2000;
      ThreadedGroup.run(
          ranks,
          group -> {
            NcFile out = begin(path, options(layout, capacity).group(group).format(format));
            put(out, group, 0, records / 2);
            out.flush();
            put(out, group, records / 4, records);
            group.barrier();
            if (group.rank() == 0) {
              exportLive();
            }
            group.barrier();
            out.close();
          });
      assertThat(exported).hasSameBinaryContentAs(path);
    }

    @Test
    void goesWithEachDrain() throws Exception {
      try (SoloGroup group = new SoloGroup()) {
        NcFile out = begin(path, options("process", "0").group(group));
        for (int i = 0; i < 5; i++) {
          put(out, group, 3 * i, 3 * i + 4);
          exportLive();
          byte[] before = Files.readAllBytes(exported);
          out.flush();
          exportLive();
          assertThat(Files.readAllBytes(exported)).isEqualTo(before);
        }
        out.close();
      }
      assertThat(exported).hasSameBinaryContentAs(path);
    }

    @Test
    void isRefusedUntilThereAreDefinitions() throws Exception {
      try (SoloGroup group = new SoloGroup();
          NcFile out = NcFile.create(path, options("process", "0").group(group))) {
        Bb bb = export(path, exported);
        assertThat(bb.code()).isEqualTo(2);
        assertThat(bb.err()).contains(path.toString()).hasLineCount(1);
        assertThat(exported).doesNotExist();
        out.endDefine();
      }
    }
  }

  @Test
  void aFileWithoutASessionIsCopied() throws Exception {
    try (SoloGroup group = new SoloGroup();
        NcFile out = begin(path, NcOptions.defaults().group(group))) {
      put(out, group, 0, 3);
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    Bb bb = export(path, exported);
    assertThat(bb.code()).as(bb.err()).isZero();
    assertThat(bb.out())
        .contains(", 3 records")
        .contains("no session on the tier has anything of the file");
    assertThat(exported).hasSameBinaryContentAs(path);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(exported)))
        .isEqualTo("rw-------");
  }

  @Nested
  class IsRefused {
    private void refused(Bb bb, String... parts) throws IOException {
      assertThat(bb.code()).as(bb.err()).isEqualTo(2);
      assertThat(bb.err()).startsWith("bb export: ").contains(parts).hasLineCount(1);
      assertThat(bb.out()).isEmpty();
      try (Stream<Path> files = Files.list(path.getParent())) {
        assertThat(files.map(f -> f.getFileName().toString()))
            .isSubsetOf("out.nc", "exported.nc", "link.nc");
      }
    }

    private void plain() throws IOException {
      try (SoloGroup group = new SoloGroup();
          NcFile out = begin(path, NcOptions.defaults().group(group))) {
        put(out, group, 0, 3);
      }
    }

    @Test
    void whereTheResultExists() throws Exception {
      plain();
      Files.writeString(exported, "other");
      refused(export(path, exported), exported + " exists already", "--force");
      assertThat(exported).hasContent("other");
      assertThat(export("--force", path, exported).code()).isZero();
      assertThat(exported).hasSameBinaryContentAs(path);
    }

    @Test
    void ontoTheFileItself() throws Exception {
      plain();
      byte[] before = Files.readAllBytes(path);
      Path link = Files.createSymbolicLink(path.resolveSibling("link.nc"), path);
      refused(export("--force", path, path), "is the file to export", "name another file");
      refused(export("--force", path, link), "is the file to export", "name another file");
      assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    @Test
    void whereNothingCanBeReadOrWritten() throws Exception {
      plain();
      Path nowhere = path.resolveSibling("nowhere.nc");
      refused(export(nowhere, exported), nowhere + " does not exist; check the path");
      refused(export(tier, exported), tier + " is a directory; name a file");
      refused(export(path, tier), tier + " is a directory; name a file");
      refused(
          export(path, directory.resolve("none/x.nc")),
          "none/x.nc cannot be made: the directory " + directory.resolve("none"));
      refused(export("--attach", "all", path, exported), "'all'", "auto, require, partial or off");
      refused(export("--attach", "off", path, exported), path.toString(), "--attach auto");
      refused(
          Bb.run("export", "--tier", directory.resolve("none"), path, exported),
          "the tier " + directory.resolve("none") + " does not exist",
          "--tier");
      Files.writeString(path, "no netCDF file");
      refused(export(path, exported), path.toString(), "NC_ENOTNC");
      assertThat(exported).doesNotExist();
    }

    @Test
    void ofDamagedLogsUnlessAPartWillDo() throws Exception {
      crash(CdfVersion.CDF1, options("process", "0"), 2, 16, false);
      Path log;
      try (Stream<Path> files = Files.walk(tier)) {
        log =
            files
                .filter(f -> f.toString().contains("/out.nc") && f.endsWith("r00001.data"))
                .findFirst()
                .orElseThrow();
      }
      byte[] bytes = Files.readAllBytes(log);
      bytes[8192] ^= 1;
      Files.write(log, bytes);
      refused(export(path, exported), path.toString(), "is damaged", "attach=partial");
      assertThat(exported).doesNotExist();
      assertThat(export("--attach", "partial", path, exported).code()).isZero();
      assertThat(exported).exists();
    }
  }

  @Test
  void whatIsNotFinishedLeavesNothing() throws Exception {
    Files.writeString(path, "like");
    try (SoloGroup group = new SoloGroup()) {
      NewFile unfinished = NewFile.begin(group, exported, path, false);
      unfinished.write(0, ByteBuffer.allocateDirect(10));
      unfinished.close();
      try (NewFile late = NewFile.begin(group, exported, path, false)) {
        Files.writeString(exported, "somebody else's");
        assertThatThrownBy(late::finish).hasMessageContaining("exists already");
      }
    }
    assertThat(exported).hasContent("somebody else's");
    try (Stream<Path> files = Files.list(path.getParent())) {
      assertThat(files).containsExactlyInAnyOrder(path, exported);
    }
  }

  @Test
  void helpTellsTheExitCodes() {
    Bb bb = Bb.run("export", "--help");
    assertThat(bb.code()).isZero();
    assertThat(bb.out()).contains("Usage: bb export", "Exit code: 0", "--tier", "--force");
  }
}
