package org.burstlog.recover;

import java.util.ArrayList;
import java.util.List;
import org.burstlog.log.read.LogVerdict;

/**
 * What is to be thought of a session after all its logs that can be reached were read to their
 * ends; the same in every process that took part.
 *
 * @param lanes what was found, one for each log of each process of the session that was reached
 * @param missing ranks of the session whose logs were not reached; they are on other nodes' tiers,
 *     or gone
 * @param copied what was taken from copies on other nodes, and why, a line for each log of a
 *     process
 * @param source where all that is read from
 */
public record Judgement(
    List<LaneJudgement> lanes, List<Integer> missing, List<String> copied, TierSession source) {
  /**
   * Copies the lists.
   *
   * @param lanes what was found, one for each log of each process of the session that was reached
   * @param missing ranks of the session whose logs were not reached; they are on other nodes'
   *     tiers, or gone
   * @param copied what was taken from copies on other nodes, and why, a line for each log of a
   *     process
   * @param source where all that is read from
   */
  public Judgement {
    lanes = List.copyOf(lanes);
    missing = List.copyOf(missing);
    copied = List.copyOf(copied);
  }

  static Judgement of(TierSession source, List<LaneJudgement> lanes, List<String> copied) {
    int groupSize = source.groupSize();
    LaneEpochs epochs = new LaneEpochs(lanes);
    List<LaneJudgement> judged = new ArrayList<>(epochs.judged());
    judged.addAll(epochs.gaps());
    // Where one process never came to open its log, none came to put anything. So where anything
    // was put, what looks like the log of such a process is what is left of another.
    boolean unopened =
        lanes.stream().anyMatch(lane -> lane.rank() < 0 && !lane.hints())
            && lanes.stream().noneMatch(LaneJudgement::hints);
    List<Integer> missing = new ArrayList<>();
    for (int rank = 0; rank < groupSize && !unopened; rank++) {
      if (!epochs.isPresent(rank)) {
        missing.add(rank);
      }
    }
    return new Judgement(judged, missing, copied, source);
  }

  /**
   * Returns how many whole records there are.
   *
   * @return records in all lanes
   */
  public long records() {
    return lanes.stream().mapToLong(LaneJudgement::records).sum();
  }

  /**
   * Returns how many processes have left logs, which may be several each.
   *
   * @return ranks that say so in the header of a log
   */
  public long processes() {
    return lanes.stream()
        .mapToInt(LaneJudgement::rank)
        .filter(rank -> rank >= 0)
        .distinct()
        .count();
  }

  /**
   * Returns how much data the whole records hold.
   *
   * @return bytes in all lanes
   */
  public long bytes() {
    return lanes.stream().mapToLong(LaneJudgement::bytes).sum();
  }

  /**
   * Returns where in the target the first array begins that was put to, single values apart. What
   * lies before it is in no log.
   *
   * @return an offset; 0 where one is not big-endian, as all of a netCDF file are; {@link
   *     Long#MAX_VALUE} where there is none
   */
  public long begins() {
    return lanes.stream().mapToLong(LaneJudgement::begins).min().orElse(Long.MAX_VALUE);
  }

  /**
   * Tells whether something was taken from a copy that may be behind the log it is of, because puts
   * did not wait for it.
   *
   * @return true when what a process put last may be missing
   */
  public boolean mayLag() {
    return !copied.isEmpty() && !source.copied().awaited();
  }

  /**
   * Returns the worst state of any lane.
   *
   * @return the judgement in one word
   */
  public LogVerdict.State state() {
    LogVerdict.State worst = LogVerdict.State.CLEAN;
    for (LaneJudgement lane : lanes) {
      worst = lane.state().compareTo(worst) > 0 ? lane.state() : worst;
    }
    return worst;
  }

  /**
   * Tells what is wrong, in words that name the logs.
   *
   * @return a line for each flaw, none when there is none
   */
  public List<String> flaws() {
    return lanes.stream().flatMap(lane -> lane.flaws().stream()).toList();
  }
}
