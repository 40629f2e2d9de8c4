package org.burstlog.group;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Steps of which each is done, whatever becomes of those before it. */
public final class Ending {
  private @Nullable Throwable first;

  /** Begins, with no step done. */
  public Ending() {}

  /**
   * Does a step, and notes if it fails.
   *
   * @param step what is done
   */
  public void run(Together.Step step) {
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

  /**
   * Throws what the first step that failed has thrown, with what the others have thrown suppressed.
   *
   * @throws IOException when that is what it was
   */
  public void finish() throws IOException {
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
