package org.burstlog.report;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.burstlog.array.ExtentList;
import org.burstlog.target.Striping;
import org.jspecify.annotations.Nullable;

/** What this process has written to a target. Any thread may write and read. */
final class Traffic {
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLongArray servers = new AtomicLongArray(2 * Servers.MOST);
  private final @Nullable Striping striping;

  /**
   * Nothing is written yet.
   *
   * @param striping how the target is spread over servers; null where nobody knows
   */
  Traffic(@Nullable Striping striping) {
    this.striping = striping;
  }

  /** Some extents were written by one call. */
  void wrote(ExtentList extents, long nanos) {
    long written = extents.bytes();
    if (written == 0) {
      return;
    }
    writes.getAndIncrement();
    bytes.getAndAdd(written);
    Striping known = striping;
    if (known != null) {
      long[] parts = new long[Servers.MOST];
      for (int i = 0; i < extents.size(); i++) {
        divide(known, extents.offset(i), extents.length(i), parts);
      }
      for (int server = 0; server < parts.length; server++) {
        if (parts[server] > 0) {
          servers.getAndAdd(server, parts[server]);
          // One owner may write to several servers at once; each gets its part of the time.
          servers.getAndAdd(
              Servers.MOST + server, (long) (nanos * (parts[server] / (double) written)));
        }
      }
    }
  }

  private static void divide(Striping striping, long offset, long length, long[] parts) {
    long at = offset;
    long end = offset + length;
    while (at < end) {
      long stripe = at / striping.stripe();
      long next = Math.min(end, (stripe + 1) * striping.stripe());
      int server = (int) (stripe % striping.servers());
      if (server < parts.length) {
        parts[server] += next - at;
      }
      at = next;
    }
  }

  long writes() {
    return writes.get();
  }

  long bytes() {
    return bytes.get();
  }

  Servers servers() {
    long[] numbers = new long[servers.length()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = servers.get(i);
    }
    return Servers.of(numbers);
  }
}
