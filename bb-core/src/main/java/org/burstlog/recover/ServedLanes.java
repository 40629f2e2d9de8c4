package org.burstlog.recover;

import java.io.IOException;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.plan.PendingReader;

/** The lanes of one layer of a session that a process reads for processes of other nodes. */
interface ServedLanes {
  /** What is handed out of a region, part by part. */
  interface Handout {
    /**
     * Hands out what comes next, until the taker takes no more of it.
     *
     * @return whether nothing is left
     */
    boolean next(PendingReader.Taker taker) throws IOException;
  }

  /** Reads the records of those lanes that may have something of a region. */
  void load(Footprint wanted) throws IOException;

  /** Begins to hand out what there is of a region whose lanes were loaded. */
  Handout handOut(Array array, Region region);
}
