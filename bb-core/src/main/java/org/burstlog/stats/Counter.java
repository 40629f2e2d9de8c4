package org.burstlog.stats;

/** What is counted. */
public enum Counter {
  /** Time spent opening the session: looking for older ones, making the log. */
  OPEN_NANOS("opening the session", Unit.NANOS),
  /** Puts that the program has made, whatever the log made of them. */
  PUTS("puts", Unit.COUNT),
  /** Bytes of those puts. */
  PUT_BYTES("bytes put", Unit.BYTES),
  /** Time spent storing them, without the drains among it. */
  PUT_NANOS("time in puts", Unit.NANOS),
  /** The part of it that is estimated: of many puts, some are timed. */
  ESTIMATED_PUT_NANOS("of that, estimated", Unit.NANOS),
  /** Records of logs that drains have moved: the parts of puts, and what the library keeps. */
  DRAINED_RECORDS("log records drained", Unit.COUNT),
  /** Bytes that drains have written. */
  DRAINED_BYTES("bytes drained", Unit.BYTES),
  /**
   * Extents they were written as, which are not requests: a target may take all of a round in one.
   */
  DRAINED_EXTENTS("extents written by rounds", Unit.COUNT),
  /** Rounds of drains. */
  ROUNDS("rounds", Unit.COUNT),
  /** Time that the program waited for drains because it asked to: sync, close, and their kind. */
  DRAIN_WAIT_NANOS("waiting for drains", Unit.NANOS),
  /** The part of it that the program waited in closes. */
  CLOSE_WAIT_NANOS("of that, at the close", Unit.NANOS),
  /** The part of it that it waited because the log was full. */
  FULL_WAIT_NANOS("of that, with a full log", Unit.NANOS),
  /** Time that it waited because an epoch before was still being drained. */
  STALL_EPOCH_NANOS("waiting for the drain before", Unit.NANOS),
  /** How often it did. */
  STALLS_EPOCH("hand-overs that waited", Unit.COUNT),
  /** Time by which puts were delayed because the log was filling while an epoch was drained. */
  STALL_DELAY_NANOS("delays with a filling log", Unit.NANOS),
  /** How often they were. */
  STALLS_DELAY("puts delayed", Unit.COUNT),
  /** Time that puts waited because the log was full while an epoch was being drained. */
  STALL_FULL_NANOS("waiting with a full log", Unit.NANOS),
  /** How often they did. */
  STALLS_FULL("puts that waited, log full", Unit.COUNT),
  /** Time that gets waited for what another process has handed over. */
  STALL_READ_NANOS("gets waiting for drains", Unit.NANOS),
  /** How often they did. */
  STALLS_READ("gets that waited", Unit.COUNT),
  /**
   * Time that drains in the background took of the program's calls, which did not wait for them.
   */
  SLICE_NANOS("drains inside other calls", Unit.NANOS),
  /** Epochs that were sealed for a drain in the background. */
  SEALS("epochs handed over", Unit.COUNT),
  /** Time spent sealing them. */
  SEAL_NANOS("handing over", Unit.NANOS),
  /** How often drains rested, so as to be out of the program's way. */
  RESTS("rests of drains", Unit.COUNT),
  /** Time that drains took, whether the program waited for them or not. */
  DRAIN_NANOS("all of it", Unit.PART_NANOS),
  /** Time in which drains rested. */
  REST_NANOS("resting", Unit.PART_NANOS),
  /** Time spent planning drains. */
  PLAN_NANOS("planning", Unit.PART_NANOS),
  /** Time spent reading logs for drains, which overlaps with writing. */
  GATHER_NANOS("gathering", Unit.PART_NANOS),
  /** Time spent exchanging data between processes. */
  EXCHANGE_NANOS("exchanging", Unit.PART_NANOS),
  /** Time a drain waited for its log to be read. */
  WAIT_NANOS("waiting for gathering", Unit.PART_NANOS),
  /** Time spent agreeing with other processes. */
  AGREE_NANOS("agreeing", Unit.PART_NANOS),
  /** Time spent writing to the target. */
  WRITE_NANOS("writing", Unit.PART_NANOS),
  /** Time spent syncing the target, waiting for the others included. */
  SYNC_NANOS("syncing", Unit.PART_NANOS),
  /** Time spent proving that the target has its name and size, waiting for the others included. */
  PROVE_NANOS("proving", Unit.PART_NANOS),
  /** Drains that failed. */
  FAILED_DRAINS("drains that failed", Unit.COUNT),
  /** Puts that found the log full. */
  FULL_EVENTS("puts that found the log full", Unit.COUNT),
  /** The most bytes that lay in logs at once, when a drain began or a report was written. */
  PENDING_PEAK_BYTES("most bytes in logs at once", Unit.BYTES),
  /** Puts that went straight to the target, because no log could take them. */
  WRITTEN_THROUGH("puts written through", Unit.COUNT),
  /** Bytes of those puts. */
  WRITTEN_THROUGH_BYTES("bytes written through", Unit.BYTES),
  /** Bytes of logs that were sent to other nodes, each copy for itself. */
  COPIED_BYTES("bytes copied to other nodes", Unit.BYTES),
  /** How often a copy on another node fell behind: it was not reached, too slow, or refused. */
  COPIES_BEHIND("copies that fell behind", Unit.COUNT),
  /** Puts that went on although not all copies had them, as some had fallen behind. */
  UNPROTECTED_PUTS("puts without all copies", Unit.COUNT),
  /** Time that puts waited for their copies. */
  COPY_WAIT_NANOS("puts waiting for copies", Unit.NANOS),
  /** Gets that had to look into the log. */
  MERGED_GETS("gets merged with the log", Unit.COUNT),
  /** Bytes that they got from there. */
  MERGED_BYTES("bytes got from the log", Unit.BYTES),
  /** Bytes that other nodes sent, because their tiers hold the logs. */
  FETCHED_BYTES("bytes got from other nodes", Unit.BYTES),
  /**
   * Bytes of gets for which the target had to be read as well, or alone, though sessions have
   * something of the file.
   */
  TARGET_BYTES("bytes got from the target", Unit.BYTES);

  /** What a number means. */
  public enum Unit {
    /** How many. */
    COUNT,
    /** Bytes. */
    BYTES,
    /** Nanoseconds that the program waited. */
    NANOS,
    /** Nanoseconds of a drain's parts, which may go on beside each other. */
    PART_NANOS
  }

  private final String label;
  private final Unit unit;

  Counter(String label, Unit unit) {
    this.label = label;
    this.unit = unit;
  }

  /**
   * Returns what it is called in reports.
   *
   * @return a few words
   */
  public String label() {
    return label;
  }

  /**
   * Returns what its numbers mean.
   *
   * @return the unit
   */
  public Unit unit() {
    return unit;
  }
}
