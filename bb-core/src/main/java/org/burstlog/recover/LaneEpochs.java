package org.burstlog.recover;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.burstlog.log.format.LogName;

/**
 * Which epochs of a session each process has logs of, and whether one of these logs is missing or
 * there twice.
 *
 * <p>A process that has sealed has two logs or more, of epochs that follow each other: the sealed
 * ones, the one that took puts, and those that held nothing yet, which carry the numbers to come. A
 * process that has never sealed has one log, of the first epoch.
 */
final class LaneEpochs {
  private static final int FIRST = 1;

  private final List<LaneJudgement> judged = new ArrayList<>();

  /** By rank and epoch. */
  private final Map<Integer, NavigableMap<Integer, LaneJudgement>> byRank = new HashMap<>();

  /** Whether some log belongs to nobody any more, because its session was being closed. */
  private final boolean closing;

  LaneEpochs(List<LaneJudgement> lanes) {
    boolean anyClosed = false;
    for (LaneJudgement lane : lanes) {
      anyClosed |= lane.rank() < 0 && !lane.hints();
      judged.add(isTwice(lane) ? twice(lane) : lane);
    }
    closing = anyClosed;
  }

  private boolean isTwice(LaneJudgement lane) {
    return lane.rank() >= 0
        && byRank
                .computeIfAbsent(lane.rank(), rank -> new TreeMap<>())
                .putIfAbsent(lane.epoch(), lane)
            != null;
  }

  private static LaneJudgement twice(LaneJudgement lane) {
    return LaneJudgement.unreadable(
        lane.log(), "rank " + lane.rank() + " has another log in this session");
  }

  /** Returns the lanes; those of an epoch that was there before as such that cannot be read. */
  List<LaneJudgement> judged() {
    return judged;
  }

  boolean isPresent(int rank) {
    return byRank.containsKey(rank);
  }

  /** Returns what stands for logs that are missing while others of the same process are there. */
  List<LaneJudgement> gaps() {
    List<LaneJudgement> gaps = new ArrayList<>();
    if (!closing) {
      byRank.forEach((rank, epochs) -> findGaps(rank, epochs, gaps));
    }
    return gaps;
  }

  private static void findGaps(
      int rank, NavigableMap<Integer, LaneJudgement> epochs, List<LaneJudgement> gaps) {
    LaneJudgement last = epochs.lastEntry().getValue();
    if (last.sealed()) {
      gaps.add(gap(last.log(), rank, "behind epoch " + last.epoch() + ", which is sealed,"));
    }
    if (epochs.size() == 1 && last.epoch() > FIRST) {
      gaps.add(gap(last.log(), rank, "beside that of epoch " + last.epoch()));
    }
    for (int epoch = epochs.firstKey(); epoch < epochs.lastKey(); epoch++) {
      if (!epochs.containsKey(epoch) && held(epochs, epoch)) {
        gaps.add(gap(last.log(), rank, "of epoch " + epoch));
        break;
      }
    }
  }

  /**
   * Tells whether an epoch that no log has may have held records. Not if puts never came so far: a
   * log that could not be made had a number, too, and those that held nothing yet get theirs one by
   * one.
   */
  private static boolean held(NavigableMap<Integer, LaneJudgement> epochs, int missing) {
    return epochs.headMap(missing).values().stream().allMatch(LaneJudgement::sealed)
        || epochs.tailMap(missing).values().stream().anyMatch(lane -> lane.records() > 0);
  }

  private static LaneJudgement gap(String log, int rank, String which) {
    String owner = LogName.place(log) < 0 ? log : "rank " + rank;
    return LaneJudgement.unreadable(log, "the log " + which + " of " + owner + " is missing");
  }
}
