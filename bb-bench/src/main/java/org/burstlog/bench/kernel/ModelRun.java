package org.burstlog.bench.kernel;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Output;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/**
 * A run of the model. Its history is one file in single precision, of which each record is flushed;
 * a checkpoint is a file in double precision, closed when it is written.
 *
 * @param tiling the field and the blocks of the ranks
 * @param steps how many steps
 * @param history steps from one record to the next
 * @param checkpoint steps from one checkpoint to the next
 * @param variables fields of each
 * @param manner how files are used
 */
record ModelRun(Tiling tiling, int steps, int history, int checkpoint, int variables, Manner manner)
    implements Program {
  private static final String HISTORY = "model-history.nc";

  private static String checkpointName(int number) {
    return String.format(Locale.ROOT, "model-checkpoint-%04d.nc", number);
  }

  /** Records of the history, or a checkpoint, of which each has values of its own. */
  private List<Content> contents(NcType type, int records, int number) {
    List<Content> contents = new ArrayList<>();
    for (int i = 0; i < variables; i++) {
      String variable = String.format(Locale.ROOT, "field_%02d", i);
      contents.add(new Content(variable, type, records, tiling.elements(), number));
    }
    return contents;
  }

  private List<Content> historyContents() {
    return contents(NcType.FLOAT, steps / history, 0);
  }

  private List<Content> checkpointContents(int number) {
    return contents(NcType.DOUBLE, 1, number);
  }

  @Override
  public void write(Space space) throws IOException {
    float[] values = new float[(int) tiling.largest()];
    Region block = tiling.place(space.group().rank(), new Region(3));
    Output records =
        space.create(
            HISTORY,
            manner,
            file -> {
              NcDimension time = file.defineUnlimited("time");
              NcDimension y = file.defineDimension("y", tiling.rows());
              NcDimension x = file.defineDimension("x", tiling.columns());
              for (Content field : historyContents()) {
                file.defineVariable(field.variable(), field.type(), time, y, x);
              }
            });
    for (int step = 1; step <= steps; step++) {
      space.compute();
      // Models agree on the length of their next step.
      space.group().barrier();
      if (step % history == 0) {
        int record = step / history - 1;
        for (Content field : historyContents()) {
          int at = 0;
          for (long row = 0; row < block.count(1); row++) {
            field.fill(values, at, record, place(block, row), (int) block.count(2));
            at += (int) block.count(2);
          }
          NcVariable variable = records.file().variable(field.variable());
          records.put(variable, block.set(0, record, 1, 1), NcMemory.of(values));
        }
        records.endStep();
        space.flush(records);
      }
      if (step % checkpoint == 0) {
        writeCheckpoint(space, step / checkpoint);
      }
    }
    records.close();
  }

  private void writeCheckpoint(Space space, int number) throws IOException {
    double[] values = new double[(int) tiling.largest()];
    Region block = tiling.place(space.group().rank(), new Region(2));
    Output output =
        space.create(
            checkpointName(number),
            manner,
            file -> {
              NcDimension y = file.defineDimension("y", tiling.rows());
              NcDimension x = file.defineDimension("x", tiling.columns());
              for (Content field : checkpointContents(number)) {
                file.defineVariable(field.variable(), field.type(), y, x);
              }
            });
    for (Content field : checkpointContents(number)) {
      int at = 0;
      for (long row = 0; row < block.count(0); row++) {
        field.fill(values, at, 0, place(block, row), (int) block.count(1));
        at += (int) block.count(1);
      }
      output.put(output.file().variable(field.variable()), block, NcMemory.of(values));
    }
    output.endStep();
    output.close();
  }

  /** Where in the field a row of a block begins. */
  private long place(Region block, long row) {
    int y = block.rank() - 2;
    return (block.start(y) + row) * tiling.columns() + block.start(y + 1);
  }

  @Override
  public void verify(Space space) throws IOException {
    Verifier.together(space.group(), space.file(HISTORY), historyContents());
    for (int number = 1; number <= steps / checkpoint; number++) {
      Verifier.together(
          space.group(), space.file(checkpointName(number)), checkpointContents(number));
    }
  }
}
