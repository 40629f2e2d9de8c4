package org.burstlog.log.option;

import java.time.Duration;
import java.util.List;

/**
 * How a log is written.
 *
 * @param access which of the two ways
 * @param chunk bytes of the largest step by which a log grows
 * @param block bytes of a block of the data log, when the processes of a node share a log; such a
 *     log is mapped only if they are 2 MiB or more
 * @param capacity bytes of the tier that a process may take for its log, or its lane of a shared
 *     one, both files together; 0 for no limit
 * @param spare bytes of the tier that the process may keep in spare sessions, when this one ends
 * @param durability what an acknowledged put survives
 * @param batchBytes with {@link Durability#BATCH}, sync when so many bytes are not synced
 * @param batchInterval with {@link Durability#BATCH}, sync when a byte has not been for so long
 * @param places where data may go, in this order; nothing for where the log is and nowhere else
 */
public record LogOptions(
    Access access,
    long chunk,
    long block,
    long capacity,
    long spare,
    Durability durability,
    long batchBytes,
    Duration batchInterval,
    List<DataPlace> places) {

  /**
   * Copies the list.
   *
   * @param access which of the two ways
   * @param chunk bytes of the largest step by which a log grows
   * @param block bytes of a block of the data log, when the processes of a node share a log
   * @param capacity bytes of the tier that a process may take for its log, 0 for no limit
   * @param spare bytes of the tier that the process may keep in spare sessions
   * @param durability what an acknowledged put survives
   * @param batchBytes with {@link Durability#BATCH}, sync when so many bytes are not synced
   * @param batchInterval with {@link Durability#BATCH}, sync when a byte has not been for so long
   * @param places where data may go, in this order
   */
  public LogOptions {
    places = List.copyOf(places);
  }

  /** The options in force when nothing is set. */
  public static final LogOptions DEFAULT =
      new LogOptions(
          Access.AUTO,
          16L << 20,
          8L << 20,
          0,
          128L << 20,
          Durability.PROCESS,
          64L << 20,
          Duration.ofSeconds(1),
          List.of());

  /** The ways to write a log. */
  public enum Access {
    /** Mapped on local file systems that overwrite in place, written on all others. */
    AUTO,
    /** By storing to mapped memory. */
    MAPPED,
    /** By positional writes. */
    WRITTEN
  }

  /**
   * Returns these options with another way to write.
   *
   * @param other the way
   * @return the changed options
   */
  public LogOptions with(Access other) {
    return new LogOptions(
        other, chunk, block, capacity, spare, durability, batchBytes, batchInterval, places);
  }

  /**
   * Returns these options with another durability.
   *
   * @param other the durability
   * @return the changed options
   */
  public LogOptions with(Durability other) {
    return new LogOptions(
        access, chunk, block, capacity, spare, other, batchBytes, batchInterval, places);
  }

  /**
   * Returns these options with another limit.
   *
   * @param bytes the limit, 0 for none
   * @return the changed options
   */
  public LogOptions withCapacity(long bytes) {
    return new LogOptions(
        access, chunk, block, bytes, spare, durability, batchBytes, batchInterval, places);
  }

  /**
   * Returns these options with other sizes.
   *
   * @param newChunk bytes of the largest step by which a log grows
   * @param newBlock bytes of a block of a shared data log
   * @return the changed options
   */
  public LogOptions withSizes(long newChunk, long newBlock) {
    return new LogOptions(
        access, newChunk, newBlock, capacity, spare, durability, batchBytes, batchInterval, places);
  }

  /**
   * Returns these options with another limit on spare sessions.
   *
   * @param bytes the limit, 0 to keep none
   * @return the changed options
   */
  public LogOptions withSpare(long bytes) {
    return new LogOptions(
        access, chunk, block, capacity, bytes, durability, batchBytes, batchInterval, places);
  }

  /**
   * Returns these options with other places for data.
   *
   * @param others where data may go, in this order
   * @return the changed options
   */
  public LogOptions withPlaces(List<DataPlace> others) {
    return new LogOptions(
        access, chunk, block, capacity, spare, durability, batchBytes, batchInterval, others);
  }

  /**
   * Returns what all places take together.
   *
   * @return bytes; 0 where one of them has no limit
   */
  public long room() {
    long sum = capacity;
    for (DataPlace place : places) {
      if (place.tier().isPresent()) {
        if (place.limit() == 0) {
          return 0;
        }
        sum += place.limit();
      }
    }
    return capacity == 0 ? 0 : sum;
  }

  /**
   * Returns these options for one of several logs of a process, which have the same part each.
   *
   * @param logs how many there are
   * @return options with limits of a part
   */
  public LogOptions share(int logs) {
    List<DataPlace> parts =
        places.stream().map(place -> new DataPlace(place.tier(), place.limit() / logs)).toList();
    return withCapacity(capacity / logs).withPlaces(parts);
  }
}
