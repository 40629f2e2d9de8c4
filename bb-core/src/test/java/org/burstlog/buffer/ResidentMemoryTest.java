package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.option.LogOptions;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the kernel counts as resident in a process that puts and drains much more than its buffers
 * hold: pages of the log's own files, and nothing else that grows with the log.
 */
class ResidentMemoryTest {
  private static final Path MAPPINGS = Path.of("/proc/self/smaps");
  private static final long MEBIBYTE = 1 << 20;
  private static final long WARM_UP = 16 * MEBIBYTE;
  private static final long LOG = 160 * MEBIBYTE;
  private static final long DRAIN_BUFFER = 4 * MEBIBYTE;

  /** Two buffers of a drain, and what the JVM itself still takes, such as compiled code. */
  private static final long BOUND = 2 * DRAIN_BUFFER + 32 * MEBIBYTE;

  @TempDir Path directory;

  @BeforeEach
  void linuxTellsWhatIsResident() {
    assumeTrue(Files.isReadable(MAPPINGS), "there is no " + MAPPINGS);
  }

  @ParameterizedTest
  @ValueSource(ints = {4 << 10, 64 << 10})
  void besidePagesOfTheMappedLogNothingGrowsWithIt(int put) throws Exception {
    Growth growth = growth(LogOptions.Access.MAPPED, put);
    assertThat(growth.ofOther()).isLessThan(BOUND);
    // The log and its metadata, each grown by steps of at most a chunk.
    assertThat(growth.ofLog()).isBetween(LOG / 2, LOG + LOG / 4 + 64 * MEBIBYTE);
  }

  @Test
  void aWrittenLogIsNotResident() throws Exception {
    Growth growth = growth(LogOptions.Access.WRITTEN, 64 << 10);
    assertThat(growth.ofOther()).isLessThan(BOUND);
    assertThat(growth.ofLog()).isZero();
  }

  /**
   * By how many bytes the resident memory of a process grew from its first drain to its second.
   *
   * @param ofLog pages of files on the tier
   * @param ofOther everything else
   */
  private record Growth(long ofLog, long ofOther) {}

  private Growth growth(LogOptions.Access access, int put) throws Exception {
    Path tier = Files.createDirectory(directory.resolve("tier")).toRealPath();
    Path answer = directory.resolve("answer");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            // A heap that is resident from the start, so that it does not grow either.
            "-XX:+UseSerialGC",
            "-Xms64m",
            "-Xmx64m",
            "-XX:+AlwaysPreTouch",
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName(),
            tier.toString(),
            directory.resolve("target").toString(),
            access.name(),
            String.valueOf(put),
            answer.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    List<Long> bytes = Files.readAllLines(answer).stream().map(Long::valueOf).toList();
    return new Growth(bytes.get(2) - bytes.get(0), bytes.get(3) - bytes.get(1));
  }

  /** Puts and drains a little, then much, and writes down each time what is resident. */
  static final class Program {
    private static final Pattern MAPPING = Pattern.compile("[0-9a-f]+-[0-9a-f]+ .*");
    private static final Pattern RESIDENT = Pattern.compile("Rss: +(\\d+) kB");

    private Program() {}

    public static void main(String[] arguments) throws IOException {
      String tier = arguments[0];
      Settings settings =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, tier)
              .set(Settings.ACCESS, arguments[2].toLowerCase(Locale.ROOT))
              .set(Settings.DRAIN_BUFFER, String.valueOf(DRAIN_BUFFER))
              .build();
      List<String> resident = new ArrayList<>();
      SoloGroup group = new SoloGroup();
      Path path = Path.of(arguments[1]);
      try (TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
        Array layout = Array.rowMajor("a", 0, Long.BYTES, ByteOrder.BIG_ENDIAN, LOG / Long.BYTES);
        BufferedArray array = buffer.define(layout);
        long[] values = new long[Integer.parseInt(arguments[3]) / Long.BYTES];
        for (long size : new long[] {WARM_UP, LOG}) {
          Region region = new Region(1);
          for (long at = 0; at < size / Long.BYTES; at += values.length) {
            array.put(region.set(0, at, values.length, 1), values);
          }
          buffer.drain();
          resident.addAll(resident(tier));
        }
      }
      Files.write(Path.of(arguments[4]), resident);
    }

    /** Returns what is resident of files of the tier, and besides. */
    private static List<String> resident(String tier) throws IOException {
      long ofLog = 0;
      long ofOther = 0;
      boolean log = false;
      for (String line : Files.readAllLines(MAPPINGS, StandardCharsets.ISO_8859_1)) {
        Matcher resident = RESIDENT.matcher(line);
        if (MAPPING.matcher(line).matches()) {
          log = line.contains(" " + tier + "/");
        } else if (resident.matches()) {
          long bytes = Long.parseLong(resident.group(1)) * 1024;
          ofLog += log ? bytes : 0;
          ofOther += log ? 0 : bytes;
        }
      }
      return List.of(String.valueOf(ofLog), String.valueOf(ofOther));
    }
  }
}
