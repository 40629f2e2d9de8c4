package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.cli.Main;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.header.Tool;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bb recover} brings the header of a netCDF file along, without the application. */
class OfflineRecoveryTest {
  private static final int RANKS = 3;

  @TempDir Path directory;

  private final FickleTarget.Targets targets = new FickleTarget.Targets();
  private Path tier;
  private Path path;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    path = directory.resolve("out.nc");
  }

  private NcOptions buffered(String layout, String capacity) throws IOException {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.LAYOUT, layout)
            .set(Settings.CHUNK, "64KiB")
            .set(Settings.BLOCK, "16KiB")
            .set(Settings.CAPACITY, capacity)
            .build();
    return NcOptions.defaults().settings(settings).target(targets);
  }

  /** Each rank puts every third record, of which nobody but it knows; the last is not whole. */
  private void write(Path file, CdfVersion format, NcOptions options, int records, boolean dies)
      throws Exception {
    ThreadedGroup.run(
        RANKS,
        group -> {
          NcFile out = NcFile.create(file, options.group(group).format(format));
          NcDimension time = out.defineUnlimited("time");
          NcDimension x = out.defineDimension("x", 5);
          out.defineVariable("fixed", NcType.SHORT, x);
          NcVariable first = out.defineVariable("first", NcType.DOUBLE, time, x);
          NcVariable last = out.defineVariable("last", NcType.SHORT, time, x);
          out.endDefine();
          for (int i = group.rank(); i < records; i += RANKS) {
            Region record = Region.of(new long[] {i, 0}, new long[] {1, 5});
            first.put(record, new double[] {i, 1, 2, 3, 4});
            if (i < records - 1) {
              last.put(record, new int[] {i, 5, 6, 7, 8});
            }
          }
          group.barrier();
          if (dies) {
            targets.broken.set(true);
            assertThatThrownBy(out::close).isInstanceOf(IOException.class);
          } else {
            out.close();
          }
        });
  }

  private String recover(int expected, String... more) {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    List<String> words = new ArrayList<>(List.of("recover", "--tier", tier.toString(), "--all"));
    words.addAll(List.of(more));
    int code = Main.run(out, out, words.toArray(new String[0]));
    String text = told.toString(StandardCharsets.UTF_8);
    assertThat(code).as(text).isEqualTo(expected);
    return text;
  }

  @ParameterizedTest
  @CsvSource({"CDF1, process", "CDF2, node", "CDF5, process"})
  void theFileIsTheOneOfAProgramWithoutABufferAllRecordsCounted(CdfVersion format, String layout)
      throws Exception {
    Path plain = directory.resolve("plain.nc");
    write(plain, format, NcOptions.defaults(), 32, false);
    write(path, format, buffered(layout, "0"), 32, true);
    assertThat(headerRecords(path)).as("before").isZero();
    recover(0);
    assertThat(headerRecords(path)).isEqualTo(32);
    assertThat(path).hasSameBinaryContentAs(plain);
    // A second time there is nothing to do.
    assertThat(recover(0)).contains("nothing to recover");
    assertThat(path).hasSameBinaryContentAs(plain);
    String dump = Tool.require("ncdump").run("-v", "last", path).output();
    assertThat(dump).contains("UNLIMITED ; // (32 currently)").contains("30, 5, 6, 7, 8");
  }

  @Test
  void recordsOfALogThatItsProcessDrainedAloneAreCountedToo() throws Exception {
    Path plain = directory.resolve("plain.nc");
    write(plain, CdfVersion.CDF1, NcOptions.defaults(), 2000, false);
    write(path, CdfVersion.CDF1, buffered("process", "64KiB"), 2000, true);
    assertThat(Files.size(path)).as("something went there before").isGreaterThan(60_000);
    recover(0);
    assertThat(path).hasSameBinaryContentAs(plain);
  }

  /** The header is in no log, so a file without it is not the one of a program without a buffer. */
  @Test
  void aFileWhoseHeaderWasCutOffIsRefused() throws Exception {
    write(path, CdfVersion.CDF1, buffered("process", "0"), 32, true);
    long header = Files.size(path);
    recover(0, "--dry-run");
    for (long size : new long[] {header - 1, 0}) {
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.truncate(size);
      }
      assertThat(recover(2)).contains("is gone", "--force");
      assertThat(path).hasSize(size);
    }
  }

  @Test
  void whatIsNoNetcdfFileIsLeftAlone() throws Exception {
    write(path, CdfVersion.CDF1, buffered("process", "0"), 4, true);
    byte[] other = "this was a netCDF file once\n".repeat(8).getBytes(StandardCharsets.UTF_8);
    Files.write(path, other);
    recover(0);
    byte[] now = Files.readAllBytes(path);
    assertThat(now).startsWith("this".getBytes(StandardCharsets.UTF_8));
    assertThat(now.length).isGreaterThan(other.length);
  }

  private static long headerRecords(Path file) throws IOException {
    try (var channel = Files.newByteChannel(file)) {
      return HeaderCodec.decode(channel::read).records();
    }
  }
}
