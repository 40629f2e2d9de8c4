package org.burstlog.recover;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.plan.PendingReader;

/**
 * Lanes of one epoch of a live session. Of records of several processes in one epoch it makes no
 * difference which is handed out first.
 *
 * @param lanes the lanes
 */
record LiveServed(List<LiveLane> lanes) implements ServedLanes {
  @Override
  public void load(Footprint wanted) {
    // What was put is read when the session is looked at.
  }

  @Override
  public Handout handOut(Array array, Region region) {
    return new LaneByLane(array, region);
  }

  private final class LaneByLane implements Handout {
    private final Array array;
    private final Region region;
    private int lane;

    /** Where in the target the lane goes on. */
    private long from;

    LaneByLane(Array array, Region region) {
      this.array = array;
      this.region = region;
    }

    @Override
    public boolean next(PendingReader.Taker taker) throws IOException {
      while (lane < lanes.size()) {
        from = lanes.get(lane).walk(array, region, from, taker);
        if (from != PendingReader.END) {
          return false;
        }
        from = 0;
        lane++;
      }
      return true;
    }
  }
}
