package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.group.Together;
import org.jspecify.annotations.Nullable;

/** Steps of which each is done, whatever becomes of those before it. */
final class Ending {
  private @Nullable Throwable first;

  /** Does a step, and notes if it fails. */
  void run(Together.Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException | Error e) {
      if (first == null) {
        first = e;
      } else if (first != e) {
        first.addSuppressed(e);
      }
    }
  }

  /** Throws what the first step that failed has thrown; the others are suppressed there. */
  void finish() throws IOException {
    Throwable failure = first;
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
