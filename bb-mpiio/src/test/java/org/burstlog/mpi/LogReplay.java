package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.storage.LocalStorage;

/** Applies the logs that a job has left to the content of a file, element by element. */
final class LogReplay {
  private byte[] content;
  private int records;

  private LogReplay(byte[] content) {
    this.content = content;
  }

  /** How the file looks after all logs of a tier, and how many records they had. */
  static final class Result {
    private final byte[] content;
    private final int records;

    private Result(byte[] content, int records) {
      this.content = content;
      this.records = records;
    }

    byte[] content() {
      return content;
    }

    int records() {
      return records;
    }
  }

  static Result of(Path tier, byte[] before) throws IOException {
    List<Path> logs;
    try (Stream<Path> all = Files.walk(tier)) {
      logs = all.filter(f -> f.toString().endsWith(".meta")).toList();
    }
    LogReplay replay = new LogReplay(before);
    for (Path path : logs) {
      try (LogReader log = LogReader.open(new LocalStorage(), path)) {
        for (int lane = 0; lane < log.lanes(); lane++) {
          replay.apply(log.lane(lane));
        }
      }
    }
    return new Result(replay.content, replay.records);
  }

  private void apply(LaneReader lane) throws IOException {
    for (LogRecord record = lane.next(); record != null; record = lane.next()) {
      apply(record, lane);
      records++;
    }
  }

  private void apply(LogRecord record, LaneReader lane) throws IOException {
    Array array = record.array();
    Region region = record.region();
    int size = array.elementSize();
    boolean swapped = array.order() != ByteOrder.nativeOrder();
    if (region.elements() > 0) {
      growTo((int) last(array, region) + size);
    }
    for (long i = 0; i < region.elements(); i++) {
      long at = array.offset();
      long rest = i;
      for (int d = array.rank() - 1; d >= 0; d--) {
        at += (region.start(d) + rest % region.count(d) * region.stride(d)) * array.step(d);
        rest /= region.count(d);
      }
      for (int b = 0; b < size; b++) {
        lane.view().seek(record.dataPosition() + i * size + b, 1);
        ByteBuffer data = lane.view().buffer();
        content[(int) at + (swapped ? size - 1 - b : b)] = data.get(lane.view().index());
      }
    }
  }

  /** Once a record and not once an element: a file that has nothing yet grows by all of it. */
  private void growTo(int length) {
    if (length > content.length) {
      content = Arrays.copyOf(content, length);
    }
  }

  private static long last(Array array, Region region) {
    long at = array.offset();
    for (int d = 0; d < array.rank(); d++) {
      at += (region.start(d) + (region.count(d) - 1) * region.stride(d)) * array.step(d);
    }
    return at;
  }
}
