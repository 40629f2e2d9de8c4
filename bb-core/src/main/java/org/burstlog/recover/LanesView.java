package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.log.file.DataView;

/**
 * The data of several lanes under one address space: the upper bits of a position say which lane,
 * the lower ones where in it.
 */
final class LanesView implements DataView {
  private static final int LANE_SHIFT = 48;
  private static final long IN_LANE = (1L << LANE_SHIFT) - 1;

  private final List<DataView> lanes = new ArrayList<>();
  private DataView current = this;

  /** Adds a lane and returns its number. */
  int add(DataView lane) {
    lanes.add(lane);
    return lanes.size() - 1;
  }

  void clear() {
    lanes.clear();
  }

  static long position(int lane, long inLane) {
    if (inLane < 0 || inLane > IN_LANE) {
      throw new IllegalArgumentException("data at " + inLane);
    }
    return (long) lane << LANE_SHIFT | inLane;
  }

  @Override
  public int seek(long position, int wanted) throws IOException {
    current = lanes.get((int) (position >>> LANE_SHIFT));
    return current.seek(position & IN_LANE, wanted);
  }

  @Override
  public ByteBuffer buffer() {
    return current.buffer();
  }

  @Override
  public int index() {
    return current.index();
  }
}
