package org.burstlog.netcdf.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/** Prints values of a variable so that they read back exactly, a row of them on each line. */
final class Values {
  /** Elements that are read at once. */
  static final int MOST = 1 << 18;

  private final Path file;
  private final NcVariable variable;
  private final PrintStream out;
  private final StringBuilder text = new StringBuilder();
  private long row = 1;
  private long column;

  Values(Path file, NcVariable variable, PrintStream out) {
    this.file = file;
    this.variable = variable;
    this.out = out;
  }

  /** Prints a region, {@code most} elements at a time. */
  void print(Region region, int most) throws IOException {
    if (region.rank() > 0) {
      row = region.count(region.rank() - 1);
    }
    Reader reader = reader(variable.type());
    new Blocks(region, most)
        .each(
            block -> {
              reader.read(block, (int) block.elements());
              out.append(text);
              text.setLength(0);
              if (out.checkError()) {
                throw new BurstlogException(
                    file
                        + ": variable '"
                        + variable.name()
                        + "' is not printed to its end, as the output takes no more; make room"
                        + " there, or name a region");
              }
            });
  }

  /** Reads a block and appends its values. */
  private interface Reader {
    void read(Region block, int length) throws IOException;
  }

  private Reader reader(NcType type) {
    return switch (type) {
      case CHAR -> new Characters();
      case FLOAT -> this::floats;
      case DOUBLE -> this::doubles;
      case UINT64 -> this::unsigned;
      default -> this::integers;
    };
  }

  private void floats(Region block, int length) throws IOException {
    float[] values = new float[length];
    variable.get(block, NcMemory.of(values));
    for (float value : values) {
      between();
      text.append(Shortest.of(value));
      after();
    }
  }

  private void doubles(Region block, int length) throws IOException {
    double[] values = new double[length];
    variable.get(block, NcMemory.of(values));
    for (double value : values) {
      between();
      text.append(Shortest.of(value));
      after();
    }
  }

  private void unsigned(Region block, int length) throws IOException {
    long[] values = new long[length];
    variable.get(block, NcMemory.of(values).unsigned());
    for (long value : values) {
      between();
      text.append(Long.toUnsignedString(value));
      after();
    }
  }

  /** All others, signed or not, are numbers that fit. */
  private void integers(Region block, int length) throws IOException {
    long[] values = new long[length];
    variable.get(block, NcMemory.of(values));
    for (long value : values) {
      between();
      text.append(value);
      after();
    }
  }

  /** A row of text in quotes, which may go on in the next block. */
  private final class Characters implements Reader {
    private CdlText line = new CdlText(new StringBuilder());

    @Override
    public void read(Region block, int length) throws IOException {
      byte[] values = new byte[length];
      variable.get(block, NcMemory.of(values).text());
      for (byte value : values) {
        if (column == 0) {
          line = new CdlText(text);
        }
        line.add(value);
        if (column == row - 1) {
          line.end();
        }
        after();
      }
    }
  }

  private void between() {
    if (column > 0) {
      text.append(", ");
    }
  }

  private void after() {
    if (++column == row) {
      text.append('\n');
      column = 0;
    }
  }
}
