package org.burstlog.bench.netcdf.kill;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcAccess;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.header.NcType;

/**
 * What programs put, as a function of a seed: put number so-and-so of an owner is always the same,
 * so that whoever knows how many were acknowledged knows the file.
 *
 * <p>Owners have columns of their own in three variables, two of which have records, and write them
 * again and again; how many ranks there are to look after the owners changes from life to life.
 * Values tell the put. One column belongs to nobody, so that records are padded.
 */
final class Work {
  static final int OWNERS = 4;
  static final int ROWS = 8;

  /** Columns of an owner, by variable. */
  private static final int[] MINE = {6, 3, 3};

  private static final int NARROW = OWNERS * MINE[2] + 1;
  private static final int MOST_COLUMNS = 6;

  private final long seed;

  Work(long seed) {
    this.seed = seed;
  }

  static void define(NcFile file) throws IOException {
    NcDimension time = file.defineUnlimited("time");
    NcDimension rows = file.defineDimension("rows", ROWS);
    file.defineVariable(
        "fixed", NcType.INT, rows, file.defineDimension("c0", (long) OWNERS * MINE[0]));
    file.defineVariable(
        "wide", NcType.DOUBLE, time, file.defineDimension("c1", (long) OWNERS * MINE[1]));
    file.defineVariable("narrow", NcType.SHORT, time, file.defineDimension("c2", NARROW));
    file.endDefine();
  }

  /** One put. */
  final class Put {
    private final int owner;
    private final int number;
    private final int variable;
    private final int row;
    private final int rows;
    private final int column;
    private final int columns;
    private final int stride;

    Put(int owner, int number) {
      Random random = new Random(seed * 1_000_003 + owner * 7919L + number * 104_729L);
      random.nextInt();
      this.owner = owner;
      this.number = number;
      variable = random.nextInt(MINE.length);
      int end = variable == 0 ? ROWS : 4 + number / 3;
      row = random.nextInt(end);
      rows = 1 + random.nextInt(variable == 0 ? Math.min(4, end - row) : 3);
      stride = 1 + random.nextInt(2);
      column = random.nextInt(MINE[variable]);
      columns = 1 + random.nextInt((MINE[variable] - column - 1) / stride + 1);
    }

    /** Makes it, now or when it is awaited, alone or together, as the access says. */
    void to(List<? extends NcAccess<?>> variables) throws IOException {
      int[] values = new int[rows * columns];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(i);
      }
      Region region =
          Region.of(
              new long[] {row, (long) owner * MINE[variable] + column},
              new long[] {rows, columns},
              new long[] {1, stride});
      variables.get(variable).put(region, NcMemory.of(values));
    }

    private int value(int i) {
      return number * 20 + i + 1;
    }

    int variable() {
      return variable;
    }

    /** How many records there are with it. */
    int records() {
      return variable == 0 ? 0 : row + rows;
    }
  }

  Put put(int owner, int number) {
    return new Put(owner, number);
  }

  /** How many puts an owner makes between two meetings of all. */
  int puts(int owner, int life, int phase) {
    return 1 + new Random(seed + 31L * phase + 17L * owner + 1009L * life).nextInt(20);
  }

  /** How many records there are when so many puts of an owner were made. */
  int records(int owner, int puts) {
    int records = 0;
    for (int number = 1; number <= puts; number++) {
      records = Math.max(records, put(owner, number).records());
    }
    return records;
  }

  /** What an owner has in the file: by variable and row, the values of its columns. */
  static final class Picture {
    private final List<TreeMap<Integer, int[]>> variables =
        List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

    void apply(Put put) {
      int i = 0;
      for (int r = 0; r < put.rows; r++) {
        int[] values =
            variables.get(put.variable).computeIfAbsent(put.row + r, row -> new int[MOST_COLUMNS]);
        for (int c = 0; c < put.columns; c++) {
          values[put.column + c * put.stride] = put.value(i++);
        }
      }
    }

    /** Reads it; rows that have nothing but zeros are as if they were not there. */
    static Picture read(NcFile file, int owner) throws IOException {
      Picture picture = new Picture();
      List<String> names = List.of("fixed", "wide", "narrow");
      for (int variable = 0; variable < MINE.length; variable++) {
        long rows = variable == 0 ? ROWS : file.records();
        int mine = MINE[variable];
        int[] values =
            file.variable(names.get(variable))
                .getInts(Region.of(new long[] {0, (long) owner * mine}, new long[] {rows, mine}));
        for (int row = 0; row < rows; row++) {
          int[] columns = new int[MOST_COLUMNS];
          System.arraycopy(values, row * mine, columns, 0, mine);
          for (int value : columns) {
            if (value != 0) {
              picture.variables.get(variable).put(row, columns);
            }
          }
        }
      }
      return picture;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Picture p && text().equals(p.text());
    }

    @Override
    public int hashCode() {
      return text().hashCode();
    }

    private String text() {
      StringBuilder text = new StringBuilder();
      for (TreeMap<Integer, int[]> rows : variables) {
        rows.forEach(
            (row, values) ->
                text.append(row).append(java.util.Arrays.toString(values)).append(' '));
        text.append('\n');
      }
      return text.toString();
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** How many puts beyond those acknowledged may have been on their way. */
  static final int MOST_IN_FLIGHT = 3;

  /**
   * Tells how many puts of an owner a file has.
   *
   * @param acknowledged how many it must have at least
   * @return their number, or -1 when what it has is not what any number of puts makes
   */
  int resolve(NcFile file, int owner, int acknowledged) throws IOException {
    Picture found = Picture.read(file, owner);
    Picture picture = new Picture();
    for (int number = 1; number <= acknowledged; number++) {
      picture.apply(put(owner, number));
    }
    for (int more = 0; more <= MOST_IN_FLIGHT; more++) {
      if (picture.equals(found)) {
        return acknowledged + more;
      }
      picture.apply(put(owner, acknowledged + more + 1));
    }
    return -1;
  }
}
