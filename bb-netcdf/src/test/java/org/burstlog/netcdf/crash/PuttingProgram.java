package org.burstlog.netcdf.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.crash.Board.Field;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;

/**
 * Puts until it is told that it is enough, or killed. Put <i>n</i> of a rank fills its columns of
 * record (<i>n</i> − 1) mod {@link #RECORDS} with the number <i>n</i>. It goes on where the life
 * before it has ended.
 */
final class PuttingProgram {
  static final int RECORDS = 64;
  static final int COLUMNS = 24;

  private final Board board;
  private final int flushEvery;

  private PuttingProgram(Board board, int flushEvery) {
    this.board = board;
    this.flushEvery = flushEvery;
  }

  /** Arguments: directory, drain mode, access, layout, how many puts there are to a flush. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    NcOptions options =
        NcOptions.defaults()
            .settings(
                settings(directory)
                    .set(Settings.DRAIN_MODE, args[1])
                    .set(Settings.ACCESS, args[2])
                    .set(Settings.LAYOUT, args[3])
                    .set(Settings.CHUNK, "64KiB")
                    .set(Settings.BLOCK, "16KiB")
                    .set(Settings.CAPACITY, "1MiB")
                    .build());
    PuttingProgram program = new PuttingProgram(Board.open(directory), Integer.parseInt(args[4]));
    ThreadedGroup.run(
        Board.RANKS, group -> program.live(group, file(directory), options.group(group)));
  }

  static Settings.Builder settings(Path directory) throws IOException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, directory.resolve("tier").toString());
  }

  static Path file(Path directory) {
    return directory.resolve("out.nc");
  }

  private void live(ProcessGroup group, Path path, NcOptions options) throws IOException {
    boolean first = board.get(Field.OPENED) == 0;
    try (NcFile file = first ? create(path, options) : NcFile.open(path, options)) {
      group.barrier();
      if (group.rank() == 0) {
        board.set(Field.OPENED, board.get(Field.LIVES));
      }
      NcVariable v = file.variable("v");
      do {
        putUntilFlush(v, group.rank());
        file.flush();
      } while (group.max(board.get(Field.ENOUGH)) == 0);
    }
  }

  private static NcFile create(Path path, NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcDimension time = file.defineUnlimited("time");
    NcDimension x = file.defineDimension("x", (long) Board.RANKS * COLUMNS);
    NcVariable v = file.defineVariable("v", NcType.DOUBLE, time, x);
    file.endDefine();
    assert v.rank() == 2;
    return file;
  }

  private void putUntilFlush(NcVariable v, int rank) throws IOException {
    double[] values = new double[COLUMNS];
    long number = board.get(Field.ACKNOWLEDGED, rank);
    do {
      number++;
      Arrays.fill(values, (double) number);
      board.set(Field.BEGUN, rank, number);
      long record = (number - 1) % RECORDS;
      v.put(Region.of(new long[] {record, (long) rank * COLUMNS}, new long[] {1, COLUMNS}), values);
      board.set(Field.ACKNOWLEDGED, rank, number);
    } while (number % flushEvery != 0);
  }
}
