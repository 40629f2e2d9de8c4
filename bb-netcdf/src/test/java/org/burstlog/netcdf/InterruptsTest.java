package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.Buffered;
import org.burstlog.netcdf.testing.Environments;
import org.burstlog.netcdf.testing.InterruptingTarget;
import org.burstlog.netcdf.testing.NcEnvironment;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A thread that is interrupted, at whatever moment, loses nothing but its time. */
class InterruptsTest {
  private static final int WIDTH = 24;

  /** A program that calls the target in every way there is. */
  private static void write(ProcessGroup group, Path path, NcOptions options) throws IOException {
    int rank = group.rank();
    int own = WIDTH / group.size();
    long from = (long) rank * own;
    Region mine = Region.of(new long[] {from}, new long[] {own});
    int[] values = new int[own];
    for (int i = 0; i < own; i++) {
      values[i] = 1000 * (rank + 1) + i;
    }
    try (NcFile file = NcFile.create(path, options)) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension x = file.defineDimension("x", WIDTH);
      NcVariable fixed = file.defineVariable("fixed", NcType.INT, x);
      NcVariable filled = file.defineVariable("filled", NcType.FLOAT, time, x);
      filled.setFill(true);
      file.endDefine();
      fixed.put(mine, values);
      assertThat(fixed.getInts(mine)).isEqualTo(values);
      filled.fillRecord(0);
      Region record = Region.of(new long[] {1, from}, new long[] {1, own});
      filled.collective().put(record, values);
      file.flush();
      filled.nonblocking().put(Region.of(new long[] {2, from}, new long[] {1, own}), values);
      file.awaitAll();
      file.sync();
      assertThat(filled.collective().getInts(record)).isEqualTo(values);
      file.redefine();
      NcVariable later = file.defineVariable("later", NcType.DOUBLE, x);
      later.attributes().put("units", "a unit whose text makes the header grow");
      file.endDefine();
      later.put(mine, values);
      filled.put(Region.of(new long[] {3, from}, new long[] {1, own}), values);
    }
    try (NcFile file = NcFile.open(path, options)) {
      assertThat(file.variable("later").getInts(mine)).isEqualTo(values);
      file.variable("fixed").put(mine, values);
    }
  }

  interface Contract extends NcEnvironment {
    @Test
    default void theFileIsTheSameAndTheThreadStaysInterruptedWhereverThatHappens()
        throws Exception {
      withFile(
          (group, path, options) -> {
            Path undisturbed = path.resolveSibling("undisturbed.nc");
            long calls = writeInterruptedAt(0, group, undisturbed, options);
            for (int rank = 0; rank < group.size(); rank++) {
              long last = group.max(group.rank() == rank ? calls : 0);
              assertThat(last).isGreaterThan(10);
              for (int call = 1; call <= last; call++) {
                String which = "call " + call + " of rank " + rank;
                writeInterruptedAt(group.rank() == rank ? call : 0, group, path, options);
                assertThat(Files.mismatch(undisturbed, path)).as(which).isEqualTo(-1);
                group.barrier();
              }
            }
          });
    }
  }

  /** Returns how often this process has called the target. */
  private static long writeInterruptedAt(int call, ProcessGroup group, Path path, NcOptions options)
      throws IOException {
    InterruptingTarget.Targets targets = new InterruptingTarget.Targets(call);
    write(group, path, options.target(targets));
    assertThat(Thread.interrupted())
        .as("flag after call %d of rank %d", call, group.rank())
        .isEqualTo(targets.hasInterrupted());
    return targets.calls();
  }

  @Nested
  class Alone implements Environments.Alone, Contract {}

  @Nested
  class ThreeThreads implements Environments.ThreeThreads, Contract {}

  @Nested
  class AloneBuffered implements Environments.Alone, Buffered.LogPerProcess, Contract {}

  @Nested
  class ThreeThreadsBuffered
      implements Environments.ThreeThreads, Buffered.LogPerProcess, Contract {}

  @Nested
  class ThreeThreadsBufferedPerNode
      implements Environments.ThreeThreads, Buffered.LogPerNode, Contract {}
}
