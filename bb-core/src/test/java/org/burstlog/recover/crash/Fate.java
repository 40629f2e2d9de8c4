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
public record Fate(Event event, int index, boolean still, long delay) {
  /** What may be the last thing that happens. */
  public enum Event {
    /** The target is open. */
    OPEN,
    /** A put was acknowledged. */
    PUT,
    /** A drain is about to begin. */
    DRAIN,
    /** The target is written, halfway through. */
    WRITE,
    /** The target is about to be synced. */
    SYNC,
    /** The target was synced and its size is proven; the logs are about to be reset. */
    SIZE,
    /** The target is read. */
    READ,
    /** A drain is over. */
    DRAINED,
    /** The file is about to be closed. */
    CLOSE,
    /** Something is made or deleted on the tier. */
    STORAGE,
    /** Nothing kills it. */
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

  /** One that comes in each life: the first put of any rank, or the first rank that closes. */
  static Fate sure(Random random) {
    Event event = random.nextBoolean() ? Event.PUT : Event.CLOSE;
    return new Fate(event, 0, random.nextBoolean(), random.nextInt(2_000_000));
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @param text a fate
   * @return that fate
   */
  public static Fate parse(String text) {
    String[] parts = text.split(",", -1);
    return new Fate(
        Event.valueOf(parts[0]),
        Integer.parseInt(parts[1]),
        Boolean.parseBoolean(parts[2]),
        Long.parseLong(parts[3]));
  }

  /**
   * Writes it so that it can be an argument of a program.
   *
   * @return one word
   */
  public String text() {
    return event + "," + index + "," + still + "," + delay;
  }

  /** What a program tells its events to, so that it can be killed. */
  public static final class Line {
    private final Fate fate;
    private final OutputStream killer;
    private final AtomicInteger met = new AtomicInteger();

    /**
     * A line to a killer.
     *
     * @param fate what it waits for
     * @param killer is written to then
     */
    public Line(Fate fate, OutputStream killer) {
      this.fate = fate;
      this.killer = killer;
    }

    /**
     * Says that something happens.
     *
     * @param event what
     * @throws IOException when the killer cannot be reached
     */
    public void meet(Event event) throws IOException {
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
