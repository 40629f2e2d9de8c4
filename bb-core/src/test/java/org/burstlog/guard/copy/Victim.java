package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.burstlog.stats.DrainReason;

/**
 * A job that puts until it is killed, or has made enough of it. Process {@code r} puts the number
 * of each of its puts to one place after the other of its part, and notes which have returned,
 * where it survives the job.
 */
final class Victim {
  static final int MOST = 20_000;

  private Victim() {}

  /** By rank, how many puts have returned. */
  static MappedByteBuffer ledger(Path directory, int ranks) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("ledger"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MappedByteBuffer ledger =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) ranks * Long.BYTES);
      ledger.order(ByteOrder.nativeOrder());
      return ledger;
    }
  }

  /** How many elements of the target belong to a process. */
  static int part(NodeJob job) {
    return NodeJob.ELEMENTS / job.ranks / 8;
  }

  /** Where a put goes. */
  static int place(NodeJob job, int rank, long number) {
    return part(job) * rank + (int) (number % part(job));
  }

  /**
   * Runs it: a directory, processes, processes a node, puts between two drains, and names and
   * values of settings.
   */
  public static void main(String[] args) throws Exception {
    String[] settings = java.util.Arrays.copyOfRange(args, 4, args.length);
    NodeJob job =
        new NodeJob(
            Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]), settings);
    int between = Integer.parseInt(args[3]);
    MappedByteBuffer ledger = ledger(job.directory, job.ranks);
    job.run(
        (buffer, array, group) -> {
          for (int number = 1; number <= MOST; number++) {
            int first = place(job, group.rank(), number);
            array.put(NodeJob.region(first, 1), new long[] {number});
            ledger.putLong(Long.BYTES * group.rank(), number);
            if (number % between == 0) {
              assertThat(buffer.handOver(DrainReason.FLUSH)).isIn(true, false);
            }
          }
        });
  }
}
