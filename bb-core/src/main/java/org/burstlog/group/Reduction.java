package org.burstlog.group;

import java.io.IOException;

/** A reduction that was begun and that the other processes may not have come to yet. */
@FunctionalInterface
public interface Reduction {
  /**
   * Waits until all processes have begun it.
   *
   * @return the result, the same array each time
   * @throws IOException when the group cannot be used any more
   */
  long[] await() throws IOException;
}
