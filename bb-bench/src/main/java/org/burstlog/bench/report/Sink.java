package org.burstlog.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;

/** Gathers results, and writes each to a file at once, so that an interruption loses none. */
final class Sink implements AutoCloseable {
  private final List<Result> results = new ArrayList<>();
  private final Environment environment;
  private final @Nullable Writer file;

  Sink(@Nullable Path file, Environment environment) throws BurstlogException {
    this.environment = environment;
    try {
      this.file = file == null ? null : Files.newBufferedWriter(file);
    } catch (IOException e) {
      throw new BurstlogException("cannot write " + file + "; name another file by --json", e);
    }
  }

  Result add(Result measured) {
    Result result = measured.in(environment);
    results.add(result);
    if (file != null) {
      try {
        file.write(result.line() + "\n");
        file.flush();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot write results", e);
      }
    }
    return result;
  }

  List<Result> results() {
    return List.copyOf(results);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
