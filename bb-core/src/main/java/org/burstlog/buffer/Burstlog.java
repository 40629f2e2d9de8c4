package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.depot.Depot;

/**
 * What concerns all files that this process writes through burst buffers.
 *
 * <pre>{@code
 * checkpoint.close(); // with drain.close=background it returns at once
 * compute();
 * Burstlog.awaitDrained(); // now the file is complete
 * }</pre>
 */
public final class Burstlog {
  private Burstlog() {}

  /**
   * Waits until all files whose close goes on in the background are closed. To be called before the
   * program reads such a file by other means, and before it ends: MPI and the virtual machine wait
   * for these files, too, but can throw nothing, so that a program of which a close has failed ends
   * as if all were well.
   *
   * @throws IOException when closing one failed; the logs of such a file are kept for {@code bb
   *     recover}
   */
  public static void awaitDrained() throws IOException {
    Depot.ofProcess().closings().awaitAll();
  }
}
