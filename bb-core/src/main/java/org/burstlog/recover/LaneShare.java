package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;

/**
 * Divides the lanes of a session among the processes that can reach them: each lane is read by one
 * process, on a node that sees its log.
 */
final class LaneShare {
  /**
   * A lane that is this process's to read.
   *
   * @param directory the session's directory
   * @param log name of the log
   * @param lane index in the log
   * @param pending false when its log was recovered already
   * @param doubtful whether not all of it was whole then, so that there is more of interest in it
   *     than its header
   */
  record Lane(Path directory, String log, int lane, boolean pending, boolean doubtful) {}

  private LaneShare() {}

  private record Place(String log, int lane) {}

  /** Returns the lanes of this process. Collective. */
  static List<Lane> mine(ProcessGroup group, TierSession session) throws IOException {
    Nodes nodes = group.nodes();
    // The process of its node that looked for sessions.
    int[] finders = IntStream.range(0, group.size()).map(nodes::leader).toArray();
    Map<Place, List<FoundDirectory>> places = new LinkedHashMap<>();
    for (FoundDirectory directory : session.directories()) {
      for (FoundLog log : directory.logs()) {
        for (int lane : log.read()) {
          places
              .computeIfAbsent(new Place(log.name(), lane), name -> new ArrayList<>())
              .add(directory);
        }
      }
    }
    int[] load = new int[group.size()];
    List<Lane> mine = new ArrayList<>();
    places.forEach(
        (which, directories) -> {
          int reader = leastLoaded(load, finders, directories);
          load[reader]++;
          if (reader == group.rank()) {
            FoundDirectory place = place(directories, finders[reader]);
            mine.add(
                new Lane(
                    place.path(), which.log, which.lane, !place.recovered(), place.doubtful()));
          }
        });
    return mine;
  }

  private static FoundDirectory place(List<FoundDirectory> directories, int finder) {
    for (FoundDirectory directory : directories) {
      if (directory.finder() == finder) {
        return directory;
      }
    }
    throw new IllegalStateException("a lane was given to a process that cannot reach it");
  }

  private static int leastLoaded(int[] load, int[] finders, List<FoundDirectory> directories) {
    int best = -1;
    for (int rank = 0; rank < load.length; rank++) {
      int finder = finders[rank];
      if ((best < 0 || load[rank] < load[best])
          && directories.stream().anyMatch(d -> d.finder() == finder)) {
        best = rank;
      }
    }
    return best;
  }
}
