package org.burstlog.recover;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogVerdict;

/**
 * What was found in the log of one process.
 *
 * @param log name of the log's files
 * @param rank rank of the process in its group; -1 when it never opened its part of the log, or its
 *     header cannot be read
 * @param lane which part of the log is the process's, from 0
 * @param epoch which epoch of the session the records belong to
 * @param generation which generation of the log they belong to
 * @param sealed whether puts of the process went on in another log
 * @param records how many whole records there are
 * @param bytes how much data they hold
 * @param begins where in the target the first array begins of which they are, single values apart;
 *     0 where one is not big-endian, {@link Long#MAX_VALUE} where there is none
 * @param first the first byte of the target that any record has; 0 where nothing is known
 * @param end the first byte behind all that records have of the target; {@link Long#MAX_VALUE}
 *     where nothing is known
 * @param torn what was cut off at the end, which a power loss does
 * @param damage what is wrong before the end, the first few places
 * @param damages how many places are wrong before the end
 */
public record LaneJudgement(
    String log,
    int rank,
    int lane,
    int epoch,
    int generation,
    boolean sealed,
    long records,
    long bytes,
    long begins,
    long first,
    long end,
    List<String> torn,
    List<String> damage,
    long damages) {

  /** How many flaws of a kind are told of one lane. */
  private static final int MOST_FLAWS = 8;

  /**
   * Copies the lists.
   *
   * @param log name of the log's files
   * @param rank rank of the process in its group; -1 when it never opened its part of the log, or
   *     its header cannot be read
   * @param lane which part of the log is the process's, from 0
   * @param epoch which epoch of the session the records belong to
   * @param generation which generation of the log they belong to
   * @param sealed whether puts of the process went on in another log
   * @param records how many whole records there are
   * @param bytes how much data they hold
   * @param begins where in the target the first array begins of which they are, single values
   *     apart; 0 where one is not big-endian, {@link Long#MAX_VALUE} where there is none
   * @param first the first byte of the target that any record has; 0 where nothing is known
   * @param end the first byte behind all that records have of the target; {@link Long#MAX_VALUE}
   *     where nothing is known
   * @param torn what was cut off at the end, which a power loss does
   * @param damage what is wrong before the end, the first few places
   * @param damages how many places are wrong before the end
   */
  public LaneJudgement {
    torn = List.copyOf(torn);
    damage = List.copyOf(damage);
  }

  /** Nothing there, and nothing wrong. */
  static LaneJudgement empty(String log, int rank, int lane, int epoch, boolean sealed) {
    return new LaneJudgement(
        log, rank, lane, epoch, 0, sealed, 0, 0, Long.MAX_VALUE, 0, 0, List.of(), List.of(), 0);
  }

  /** Cannot be read at all. */
  static LaneJudgement unreadable(String log, String why) {
    return new LaneJudgement(
        log, -1, 0, 0, 0, false, 0, 0, Long.MAX_VALUE, 0, 0, List.of(), List.of(why), 1);
  }

  static LaneJudgement of(String log, LaneReader lane, long begins, long first, long end) {
    LogVerdict verdict = lane.verdict();
    return new LaneJudgement(
        log,
        lane.header().rank(),
        lane.header().lane(),
        lane.header().epoch(),
        lane.header().generation(),
        lane.sealed(),
        verdict.records(),
        verdict.bytes(),
        begins,
        first,
        end,
        some(verdict.torn()),
        some(verdict.damage()),
        verdict.damages());
  }

  private static List<String> some(List<LogVerdict.Flaw> flaws) {
    return flaws.stream().limit(MOST_FLAWS).map(LogVerdict.Flaw::toString).toList();
  }

  /**
   * Returns the state.
   *
   * @return the judgement in one word
   */
  public LogVerdict.State state() {
    return damages > 0
        ? LogVerdict.State.DAMAGED
        : torn.isEmpty() ? LogVerdict.State.CLEAN : LogVerdict.State.TORN;
  }

  /** Tells whether there is a record, or anything that may have been one. */
  boolean hints() {
    return records > 0 || state() != LogVerdict.State.CLEAN;
  }

  /** What its log has, when it was replayed; a clean one. */
  DrainedLog asDrained() {
    return new DrainedLog(
        log, lane, rank, epoch, generation, SlotDescriptor.BLOCK, records, first, end, begins);
  }

  /**
   * Tells what is wrong, in words that name the log.
   *
   * @return a line for each flaw
   */
  public List<String> flaws() {
    List<String> lines = new ArrayList<>();
    String who = rank < 0 ? log : log + ", rank " + rank;
    damage.forEach(flaw -> lines.add(who + ": damaged: " + flaw));
    if (damages > damage.size()) {
      lines.add(who + ": damaged in " + (damages - damage.size()) + " more places");
    }
    torn.forEach(flaw -> lines.add(who + ": cut off: " + flaw));
    return lines;
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(log);
    out.writeInt(rank);
    out.writeInt(lane);
    out.writeInt(epoch);
    out.writeInt(generation);
    out.writeBoolean(sealed);
    out.writeLong(records);
    out.writeLong(bytes);
    out.writeLong(begins);
    out.writeLong(first);
    out.writeLong(end);
    Wire.writeList(out, torn, (text, o) -> Wire.writeText(o, text));
    Wire.writeList(out, damage, (text, o) -> Wire.writeText(o, text));
    out.writeLong(damages);
  }

  static LaneJudgement read(DataInput in) throws IOException {
    return new LaneJudgement(
        in.readUTF(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readBoolean(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        Wire.readList(in, Wire::readText),
        Wire.readList(in, Wire::readText),
        in.readLong());
  }
}
