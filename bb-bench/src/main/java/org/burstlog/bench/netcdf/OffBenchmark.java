package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.driver.DirectDriver;
import org.burstlog.netcdf.driver.DriverContext;
import org.burstlog.netcdf.driver.MeetingGroup;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.Header;
import org.burstlog.netcdf.header.HeaderBuilder;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a burst buffer costs that is switched off: the same puts of 512 bytes through a file, and
 * into the driver that writes them.
 *
 * <pre>{@code
 * java -cp 'target/lib/*' org.openjdk.jmh.Main OffBenchmark -f 1 -wi 2 -i 5
 * }</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // the setup makes them
public class OffBenchmark {
  private static final int ROWS = 1 << 16;
  private static final int COLUMNS = 64;

  private final double[] values = new double[COLUMNS];
  private final Region region = new Region(2);
  private final SoloGroup group = new SoloGroup();
  private Path directory = Path.of("");
  private NcFile file;
  private NcVariable variable;
  private DirectDriver driver;
  private int row;

  /** For JMH. */
  public OffBenchmark() {}

  /**
   * Makes a file with a variable, and the driver of another one that is the same.
   *
   * @throws IOException when they cannot be made
   */
  @Setup
  public void open() throws IOException {
    Path memory = Path.of("/dev/shm");
    directory =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "burstlog-off")
            : Files.createTempDirectory("burstlog-off");
    Settings off = Settings.builder().set(Settings.SWITCH, "off").build();
    file = NcFile.create(directory.resolve("file.nc"), NcOptions.defaults().settings(off));
    variable =
        file.defineVariable(
            "v",
            NcType.DOUBLE,
            file.defineDimension("row", ROWS),
            file.defineDimension("column", COLUMNS));
    file.endDefine();
    HeaderBuilder header = Header.builder(CdfVersion.CDF1);
    header.defineVariable(
        "v",
        NcType.DOUBLE,
        header.defineDimension("row", ROWS),
        header.defineDimension("column", COLUMNS));
    Layout layout = Layout.of(header.build(), LayoutSettings.COMPACT);
    TargetFile target =
        PlainTarget.open(group, directory.resolve("driver.nc"), TargetFile.Mode.CREATE);
    driver =
        new DirectDriver(new DriverContext(new MeetingGroup(group), target, off), true, layout, 0);
  }

  private Region next() {
    row = row + 1 & ROWS - 1;
    return region.set(0, row, 1, 1).set(1, 0, COLUMNS, 1);
  }

  /**
   * Puts as an application does.
   *
   * @throws IOException when it cannot be put
   */
  @Benchmark
  public void throughFile() throws IOException {
    variable.put(next(), values);
  }

  /**
   * Puts without a file's checks, and without a burst buffer that could be switched on.
   *
   * @throws IOException when it cannot be put
   */
  @Benchmark
  public void driverAlone() throws IOException {
    driver.put(0, next(), values, 0, (long) Double.BYTES * values.length);
  }

  /**
   * Closes both, and deletes them.
   *
   * @throws IOException when they cannot be closed
   */
  @TearDown
  public void close() throws IOException {
    file.close();
    driver.close();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
