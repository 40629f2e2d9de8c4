package org.burstlog.bench.kernel;

import java.io.IOException;
import org.burstlog.BurstlogException;

/** A kernel whose parameters are known. */
public interface Program {
  /**
   * Writes. Collective.
   *
   * @param space where, and by which strategy
   * @throws IOException when it failed
   */
  void write(Space space) throws IOException;

  /**
   * Looks at every element that was written. Collective.
   *
   * @param space where it was written
   * @throws BurstlogException in every process, when an element is not what it must be; it names
   *     the file, the element, its value and what it must be
   * @throws IOException when the group cannot be used any more
   */
  void verify(Space space) throws IOException;
}
