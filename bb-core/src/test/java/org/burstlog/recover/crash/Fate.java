package org.burstlog.recover.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where a program dies: at the so-manieth event of a kind, either standing still there while its
 * other threads go on, or a moment later, wherever it is then.
 *
 * @param event the kind
 * @param index which of its kind, from 0
 * @param still whether the line that meets the event waits for the end
 * @param delay nanoseconds from the event to the kill
 */
record Fate(Event event, int index, boolean still, long delay) {
  /** What may be the last thing that happens. */
  enum Event {
    OPEN,
    PUT,
    DRAIN,
    WRITE,
    SYNC,
    SIZE,
    READ,
    DRAINED,
    CLOSE,
    STORAGE,
    NEVER
  }

  static Fate random(Random random, Event... events) {
    Event event = events[random.nextInt(events.length)];
    int index =
        switch (event) {
          case PUT -> random.nextInt(400);
          case WRITE, READ -> random.nextInt(60);
          case SYNC, SIZE -> random.nextInt(20);
          case STORAGE -> random.nextInt(40);
          case DRAIN, DRAINED -> random.nextInt(16);
          default -> random.nextInt(Work.RANKS);
        };
    return new Fate(event, index, random.nextBoolean(), random.nextInt(2_000_000));
  }

  static Fate parse(String text) {
    String[] parts = text.split(",", -1);
    return new Fate(
        Event.valueOf(parts[0]),
        Integer.parseInt(parts[1]),
        Boolean.parseBoolean(parts[2]),
        Long.parseLong(parts[3]));
  }

  String text() {
    return event + "," + index + "," + still + "," + delay;
  }

  /** What a program tells its events to, so that it can be killed. */
  static final class Line {
    private final Fate fate;
    private final OutputStream killer;
    private final AtomicInteger met = new AtomicInteger();

    Line(Fate fate, OutputStream killer) {
      this.fate = fate;
      this.killer = killer;
    }

    void meet(Event event) throws IOException {
      if (event == fate.event && met.getAndIncrement() == fate.index) {
        killer.write('X');
        killer.flush();
        if (fate.still) {
          standStill();
        }
      }
    }

    private static void standStill() throws IOException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }
}
