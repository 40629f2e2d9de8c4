package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * One process makes one collective put of a series with wrong arguments. What is stored, and which
 * process is told what by which call, is the same with the burst buffer and without it.
 */
public abstract class WrongPutsContract implements NcEnvironment {
  /** More puts than may pass until all know of one that failed, in a file with records. */
  private static final int SHORT_SERIES = 10;

  /** The same in a file without records. */
  private static final int LONG_SERIES = 100;

  /** Where the wrong put is in a long series. */
  private static final int[] POSITIONS = {0, 31, 32, 63, 64, LONG_SERIES - 1};

  /** Elements of a put: large enough that some logs are nearly full in each series. */
  private static final int COUNT = 512;

  /** Elements of a put of more than a MiB, which is a good request by itself. */
  private static final int LARGE = 600_000;

  private static final int LARGE_SERIES = 3;

  /** Rows of a file without records: one for each put. */
  private static final int ROWS =
      SHORT_SERIES * SHORT_SERIES * Wrong.values().length + LONG_SERIES * POSITIONS.length;

  /** For the classes that say where it runs. */
  protected WrongPutsContract() {}

  /**
   * Returns the settings of the runs without burst buffer, and those that all runs have.
   *
   * @return settings to be refined
   */
  protected Settings.Builder base() {
    return Settings.builder();
  }

  /** What is wrong with the put, and the error that tells it. */
  private enum Wrong {
    BEYOND(NcError.NC_EINVALCOORDS),
    TOO_MANY(NcError.NC_EEDGE),
    NEGATIVE(NcError.NC_ENEGATIVECNT),
    OTHER_RANK(NcError.NC_EINVAL),
    TEXT(NcError.NC_ECHAR),
    LONG_TEXT(NcError.NC_EEDGE),
    NO_ARRAY(NcError.NC_EINVAL),
    NO_MEMORY(NcError.NC_EINVAL),
    NO_REGION(NcError.NC_ENULLSTART),
    NO_REGIONS(NcError.NC_ENULLSTART),
    SHORT_ARRAY(NcError.NC_EIOMISMATCH),
    OUT_OF_RANGE(NcError.NC_ERANGE);

    private final NcError error;

    Wrong(NcError error) {
      this.error = error;
    }

    @SuppressWarnings("NullAway") // Null is what is wrong.
    void put(NcFile file, long row, int rank, int count) throws IOException {
      NcVariable v = file.variable("v");
      int[] values = filled(1, count);
      long[] start = {row, (long) rank * count};
      Region own = part(row, rank, count);
      switch (this) {
        case BEYOND -> v.collective().put(part(row, 100, count), values);
        case TOO_MANY ->
            v.collective().put(Region.of(start, new long[] {1, v.shape()[1] + 1}), values);
        case NEGATIVE -> v.collective().put(Region.of(start, new long[] {1, -1}), values);
        case OTHER_RANK -> v.collective().put(Region.of(new long[] {row}, new long[] {1}), values);
        case TEXT -> v.collective().put(own, new char[count]);
        case LONG_TEXT ->
            file.variable("text")
                .collective()
                .put(Region.of(new long[] {row}, new long[] {1}), "more than one");
        case NO_ARRAY -> v.collective().put(own, (int[]) null);
        case NO_MEMORY -> v.collective().put(own, (NcMemory) null);
        case NO_REGION -> v.collective().put((Region) null, values);
        case NO_REGIONS -> v.collective().put((List<Region>) null, NcMemory.of(values));
        case SHORT_ARRAY -> v.collective().put(own, new int[count - 1]);
        case OUT_OF_RANGE -> {
          values[count - 1] = 100_000;
          v.collective().put(own, values);
        }
      }
    }
  }

  private static Region part(long row, int rank, int count) {
    return Region.of(new long[] {row, (long) rank * count}, new long[] {1, count});
  }

  private static int[] filled(int value, int count) {
    int[] values = new int[count];
    Arrays.fill(values, value);
    return values;
  }

  /** One run of all series. */
  private static final class Run {
    private final ProcessGroup group;
    private final NcFile file;
    private final int bad;
    private final int count;

    /** What this process was told, and by which call of which series. */
    private final List<String> told = new ArrayList<>();

    /** By row, what lies in this process's part of it. */
    private final List<int[]> own = new ArrayList<>();

    Run(ProcessGroup group, Path path, NcOptions options, boolean records, int bad, int count)
        throws IOException {
      this.group = group;
      this.bad = bad;
      this.count = count;
      file = NcFile.create(path, options);
      NcDimension time =
          records ? file.defineUnlimited("time") : file.defineDimension("time", ROWS);
      NcDimension x = file.defineDimension("x", (long) count * group.size());
      file.defineVariable("v", NcType.SHORT, time, x);
      file.defineVariable("text", NcType.CHAR, time);
      file.endDefine();
    }

    /** Makes so many puts, one of them wrong, and calls that tell what is not told yet. */
    void series(int length, int position, Wrong wrong) throws IOException {
      String series = wrong + " at " + position + " of " + length;
      List<String> calls = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        boolean isWrong = i == position && group.rank() == bad;
        int row = own.size();
        String now = call(() -> put(isWrong ? wrong : null, row));
        own.add(expected(now, row));
        if (isWrong) {
          assertThat(now).as(series).startsWith(wrong.error.name());
        }
        calls.add(now);
      }
      // Neither drains, so logs fill up in the course of several series.
      calls.add(call(file::syncRecords));
      assertThat(call(file::syncRecords)).as(series).isEmpty();
      for (int i = 0; i < calls.size(); i++) {
        if (!calls.get(i).isEmpty()) {
          told.add(series + ", call " + i + ": " + calls.get(i));
        }
      }
      checkTold(calls, position, wrong, series);
    }

    private void put(@Nullable Wrong wrong, int row) throws IOException {
      if (wrong == null) {
        file.variable("v").collective().put(part(row, group.rank(), count), filled(row + 1, count));
      } else {
        wrong.put(file, row, group.rank(), count);
      }
    }

    /** What lies in this process's part of a row after a call that told this. */
    private int[] expected(String now, int row) {
      if (now.isEmpty()) {
        return filled(row + 1, count);
      }
      if (!now.startsWith(NcError.NC_ERANGE.name())) {
        return filled(0, count);
      }
      int[] allButOne = filled(1, count);
      allButOne[count - 1] = Short.MIN_VALUE + 1;
      return allButOne;
    }

    /** Each process is told once by a call that all make; the wrong one also by its put. */
    private void checkTold(List<String> calls, int position, Wrong wrong, String series)
        throws IOException {
      List<String> later = new ArrayList<>(calls);
      if (group.rank() == bad) {
        later.set(position, "");
      }
      int[] when = IntStream.range(0, later.size()).filter(i -> !later.get(i).isEmpty()).toArray();
      boolean isTold = wrong != Wrong.OUT_OF_RANGE && group.size() > 1;
      assertThat(when).as(series + ": " + later).hasSize(isTold ? 1 : 0);
      if (isTold) {
        assertThat(group.max(when[0])).as(series).isEqualTo(group.min(when[0]));
        assertThat(when[0]).as(series).isGreaterThan(position);
        assertThat(later.get(when[0])).as(series).contains(wrong.error.name());
      }
    }

    private interface Action {
      void run() throws IOException;
    }

    private static String call(Action action) throws IOException {
      try {
        action.run();
        return "";
      } catch (NcException e) {
        return String.valueOf(e.getMessage());
      }
    }

    /** Makes all series; returns what this process was told. */
    List<String> all(boolean isLimited, boolean records) throws IOException {
      for (Wrong wrong : Wrong.values()) {
        for (int position = 0; position < SHORT_SERIES; position++) {
          series(SHORT_SERIES, position, wrong);
        }
      }
      if (!records) {
        for (int position : POSITIONS) {
          series(LONG_SERIES, position, Wrong.BEYOND);
        }
      }
      if (isLimited) {
        assertThat(file.statistics().orElseThrow().drains(DrainReason.FULL)).isPositive();
      }
      file.close();
      return told;
    }

    /** Makes one series each of some that are wrong in different ways. */
    List<String> large() throws IOException {
      for (Wrong wrong : List.of(Wrong.BEYOND, Wrong.SHORT_ARRAY, Wrong.OUT_OF_RANGE)) {
        series(LARGE_SERIES, 1, wrong);
      }
      file.close();
      return told;
    }

    void checkStored(Path path, NcOptions options) throws IOException {
      try (NcFile again = NcFile.open(path, options.readOnly())) {
        NcVariable v = again.variable("v");
        for (int row = 0; row < own.size(); row++) {
          int[] found =
              row < v.shape()[0] ? v.getInts(part(row, group.rank(), count)) : filled(0, count);
          assertThat(found).as("row %d", row).isEqualTo(own.get(row));
        }
      }
    }
  }

  private NcOptions buffered(NcOptions options, String layout, String capacity) throws IOException {
    Path tier =
        Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir"), "burstlog-tier"));
    return options.settings(
        base()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.LAYOUT, layout)
            .set(Settings.CHUNK, "64KiB")
            .set(Settings.BLOCK, "32KiB")
            .set(Settings.CAPACITY, capacity)
            .build());
  }

  private void offAndOnAreTheSame(boolean records) throws Exception {
    withFile(
        (group, path, options) -> {
          NcOptions direct = options.settings(base().set(Settings.SWITCH, "off").build());
          Run off = new Run(group, path, direct, records, group.size() - 1, COUNT);
          List<String> told = off.all(false, records);
          off.checkStored(path, direct);
          for (String layout : List.of("process", "node")) {
            for (String capacity : List.of("0", "128KiB")) {
              Path other = path.resolveSibling(layout + capacity + ".nc");
              NcOptions buffered = buffered(options, layout, capacity);
              Run on = new Run(group, other, buffered, records, group.size() - 1, COUNT);
              String what = "a log per " + layout + ", capacity " + capacity;
              assertThat(on.all(!capacity.equals("0"), records)).as(what).isEqualTo(told);
              group.barrier();
              if (group.rank() == 0) {
                assertThat(Files.mismatch(path, other)).as(what).isEqualTo(-1);
                Files.delete(other);
              }
              group.barrier();
            }
          }
        });
  }

  @Test
  void wrongArgumentsInAFileWithRecords() throws Exception {
    offAndOnAreTheSame(true);
  }

  @Test
  void wrongArgumentsInAFileWithoutRecords() throws Exception {
    offAndOnAreTheSame(false);
  }

  @Test
  void wrongArgumentsOfTheFirstProcessInLargePuts() throws Exception {
    withFile(
        (group, path, options) -> {
          NcOptions direct = options.settings(base().set(Settings.SWITCH, "off").build());
          Run off = new Run(group, path, direct, true, 0, LARGE);
          List<String> told = off.large();
          off.checkStored(path, direct);
          for (String layout : List.of("process", "node")) {
            Path other = path.resolveSibling(layout + ".nc");
            Run on = new Run(group, other, buffered(options, layout, "0"), true, 0, LARGE);
            assertThat(on.large()).as("a log per " + layout).isEqualTo(told);
            group.barrier();
            if (group.rank() == 0) {
              assertThat(Files.mismatch(path, other)).as("a log per " + layout).isEqualTo(-1);
              Files.delete(other);
            }
            group.barrier();
          }
        });
  }
}
