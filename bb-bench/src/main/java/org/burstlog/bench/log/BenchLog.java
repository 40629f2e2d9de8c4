package org.burstlog.bench.log;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.burstlog.array.Array;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.option.LogOptions;
import org.burstlog.storage.LocalStorage;

/** Logs in a directory of their own, where {@code -Dburstlog.bench.tier} says. */
final class BenchLog {
  /** What the benchmarks put into. */
  static final Array ARRAY =
      Array.strided(
          "bench", 0, 8, ByteOrder.BIG_ENDIAN, new long[] {Array.UNLIMITED}, new long[] {8});

  private BenchLog() {}

  static Path tier() {
    return Path.of(System.getProperty("burstlog.bench.tier", System.getProperty("java.io.tmpdir")));
  }

  static Path file() throws IOException {
    return Files.createTempFile(tier(), "burstlog-bench", ".rival");
  }

  static SessionDirectory directory() throws IOException {
    return SessionDirectory.make(
        new LocalStorage(),
        tier(),
        Path.of("/bench/target.nc"),
        ThreadLocalRandom.current().nextLong());
  }

  /** Opens a lane of a log that was made. */
  static LogWriter open(SessionDirectory directory, String name, int lane, int lanes)
      throws IOException {
    LogHeader header =
        new LogHeader(
            ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
            1,
            1,
            lanes,
            lane,
            lane,
            lanes,
            0,
            0,
            "/bench/target.nc",
            "");
    return LogWriter.open(
        directory, name, header, LogOptions.DEFAULT.with(LogOptions.Access.MAPPED));
  }
}
