package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.read.LaneReader;
import org.burstlog.storage.Storage;

/**
 * A session whose records are in the target and whose logs were kept. The target has all that it
 * has, so where anything is not as its catalogue says nothing of it is used any more.
 */
final class RetainedSession extends EndedSession {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  private final ByteBuffer head;
  private boolean usable = true;

  /**
   * A session whose target is as it was when it was closed.
   *
   * @param head the first bytes of the target
   * @param drained what all its lanes have, the same in every process
   */
  RetainedSession(
      Storage storage,
      TierSession found,
      ByteBuffer head,
      List<DrainedLog> drained,
      ProcessGroup group)
      throws IOException {
    super(found, lanes(storage, found, drained, group));
    this.head = head;
  }

  private static EndedLanes lanes(
      Storage storage, TierSession found, List<DrainedLog> drained, ProcessGroup group)
      throws IOException {
    Map<String, Integer> generations = new HashMap<>();
    List<EndedLanes.Span> spans = new ArrayList<>();
    for (DrainedLog lane : drained) {
      generations.put(key(lane.log(), lane.lane()), lane.generation());
      // All of them are of one drain.
      spans.add(
          new EndedLanes.Span(
              lane.log(), lane.lane(), lane.rank(), 0, lane.records(), lane.first(), lane.end()));
    }
    OpenLogs logs =
        new OpenLogs(
            storage,
            (meta, log, lane) -> {
              int generation = generations.getOrDefault(key(FoundLog.name(meta), lane), 0);
              LaneReader reader = log.drained(lane, generation);
              if (reader == null) {
                throw new IOException(meta + " has gone on since it was drained");
              }
              return reader;
            });
    return new EndedLanes(found, spans, logs, /* optional= */ true, group);
  }

  private static String key(String log, int lane) {
    return log + '/' + lane;
  }

  @Override
  public long read(Array array, Region region, Footprint footprint, Object into, long offset)
      throws IOException {
    long covered = 0;
    if (usable) {
      try {
        for (EpochLanes epoch : lanes().near()) {
          covered = Math.max(covered, epoch.read(array, region, footprint, into, offset));
        }
      } catch (IOException e) {
        giveUp(e);
        covered = 0;
      }
    }
    return covered;
  }

  /** What was taken from it before is right, and the rest is in the target. */
  private void giveUp(IOException because) {
    LOGGER.log(System.Logger.Level.DEBUG, found() + " is not used any more", because);
    usable = false;
  }

  @Override
  public void read(int layer, Footprint footprint, RegionFill into) throws IOException {
    if (usable) {
      try {
        lanes().near().get(layer).read(footprint, into);
      } catch (IOException e) {
        giveUp(e);
      }
    }
  }

  @Override
  public boolean isInTarget() {
    return true;
  }

  @Override
  public boolean isStill() {
    return true;
  }

  @Override
  public long end() {
    // The target, and its header, have all of it.
    return 0;
  }

  /**
   * Copies what is known of the beginning of the target.
   *
   * @return how many bytes; -1 where they are not known
   */
  int head(long position, ByteBuffer into) {
    if (position >= head.limit()) {
      return -1;
    }
    int length = (int) Math.min(into.remaining(), head.limit() - position);
    into.put(head.slice((int) position, length));
    return length;
  }

  @Override
  public void close() throws IOException {
    usable = false;
    super.close();
  }
}
