package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.header.Tool;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Test;

/** Random programs leave what a simple model says, the reference tools agree, drivers stack. */
public abstract class RandomContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected RandomContract() {}

  /**
   * Returns how many programs are run.
   *
   * @return some that take a few seconds
   */
  protected int programs() {
    return Effort.of(40, 4000);
  }

  /** Of so many programs, one is compared by a tool that takes a second to start. */
  private static final int STARTS_MPI = 6;

  /** Six programs are started for each, so they are fewer. */
  private int programsForTools() {
    return Math.min(programs(), Effort.of(12, 4000));
  }

  private static long seed(ProcessGroup group) throws Exception {
    byte[] mine = ByteBuffer.allocate(Long.BYTES).putLong(System.nanoTime()).array();
    return ByteBuffer.wrap(group.broadcast(mine, 0)).getLong();
  }

  @Test
  void filesHoldWhatWasPut() throws Exception {
    withFile(
        (group, path, options) -> {
          long first = seed(group);
          for (long seed = first; seed < first + programs(); seed++) {
            run(new RandomProgram(seed, false), group, path, options);
          }
        });
  }

  @Test
  void anotherDriverInBetweenChangesNothing() throws Exception {
    withFile(
        (group, path, options) -> {
          long first = seed(group);
          AtomicLong calls = new AtomicLong();
          Path other = path.resolveSibling("stacked.nc");
          for (long seed = first; seed < first + programs() / 4; seed++) {
            run(new RandomProgram(seed, false), group, path, options);
            NcOptions stacked =
                options
                    .driver((next, context) -> new PassThrough(next, calls))
                    .driver((next, context) -> new PassThrough(next, calls));
            run(new RandomProgram(seed, false), group, other, stacked);
            assertThat(Files.mismatch(path, other)).as("seed %d", seed).isEqualTo(-1);
            group.barrier();
          }
          assertThat(calls.get()).isPositive();
        });
  }

  @Test
  void theReferenceToolsAgree() throws Exception {
    Tool ncgen = Tool.require("ncgen");
    Tool cdfdiff = Tool.require("cdfdiff");
    Tool ncvalidator = Tool.require("ncvalidator");
    Tool ncdump = Tool.require("ncdump");
    Optional<Tool> ncmpidiff = Tool.find("ncmpidiff");
    withFile(
        (group, path, options) -> {
          Path text = path.resolveSibling("their.cdl");
          Path theirs = path.resolveSibling("theirs.nc");
          long first = seed(group);
          for (long seed = first; seed < first + programsForTools(); seed++) {
            RandomProgram program = new RandomProgram(seed, true);
            run(program, group, path, options);
            if (group.rank() == 0) {
              String kind;
              try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
                Files.writeString(text, program.cdl(file));
                kind =
                    switch (file.format()) {
                      case CDF1 -> "classic";
                      case CDF2 -> "64-bit offset";
                      case CDF5 -> "cdf5";
                    };
              }
              Files.deleteIfExists(theirs);
              check(program, ncgen.run("-k", kind, "-o", theirs, text));
              check(program, ncvalidator.run("-q", path));
              check(program, cdfdiff.run(path, theirs));
              if (ncmpidiff.isPresent() && (seed - first) % STARTS_MPI == 0) {
                check(program, ncmpidiff.get().run(path, theirs));
              }
              Tool.Result dump = ncdump.run("-n", "x", path);
              check(program, dump);
              assertThat(dump.output())
                  .as(program.text())
                  .isEqualTo(ncdump.run("-n", "x", theirs).output());
              try (NcFile file = NcFile.open(theirs, NcOptions.defaults().readOnly())) {
                program.verify(file);
              }
            }
            group.barrier();
          }
        });
  }

  private static void check(RandomProgram program, Tool.Result result) {
    assertThat(result.exit()).as("%s%s", program.text(), result.output()).isZero();
  }

  private static void run(RandomProgram program, ProcessGroup group, Path path, NcOptions options)
      throws Exception {
    try {
      program.run(group, path, options);
    } catch (Exception e) {
      throw new AssertionError(program.text(), e);
    }
  }
}
