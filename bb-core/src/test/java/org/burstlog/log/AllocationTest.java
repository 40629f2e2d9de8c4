package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.storage.LocalStorage;
import org.burstlog.testing.Allocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A put into a log that is used again leaves nothing for the garbage collector. */
class AllocationTest {
  private static final int PUTS = 2000;

  @TempDir Path tier;

  private LogWriter open(Access access) throws IOException {
    Session session = Session.make(new LocalStorage(), tier, 1);
    session.create();
    LogWriter log = session.open(0, LogOptions.DEFAULT.with(access));
    int number = log.define(Pattern.ARRAY);
    assertThat(number).isZero();
    return log;
  }

  private static long allocatedBy(LogWriter log, Object source) throws IOException {
    Region region = Region.of(new long[] {0, 0}, new long[] {1, 64});
    return Allocation.by(
        () -> {
          for (int i = 0; i < PUTS; i++) {
            log.put(0, region, source, 0, 512);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"doubles", "floats", "bytes", "direct"})
  void aPutIntoAReusedMappedLogAllocatesNothing(String kind) throws IOException {
    Object source =
        switch (kind) {
          case "doubles" -> new double[64];
          case "floats" -> new float[128];
          case "bytes" -> new byte[512];
          default -> ByteBuffer.allocateDirect(512);
        };
    try (LogWriter log = open(Access.MAPPED)) {
      long least = Long.MAX_VALUE;
      for (int generation = 0; generation < 20; generation++) {
        least = Math.min(least, allocatedBy(log, source));
        log.reset();
      }
      // Not one byte a put; what is left is the measuring itself.
      assertThat(least).isLessThan(PUTS);
    }
  }

  @Test
  void growingAllocatesNextToNothing() throws IOException {
    try (LogWriter log = open(Access.MAPPED)) {
      long first = allocatedBy(log, new double[64]);
      assertThat(first).isLessThan(4L << 20);
    }
  }
}
