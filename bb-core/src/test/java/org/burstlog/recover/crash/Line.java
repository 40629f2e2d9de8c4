package org.burstlog.recover.crash;

import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.cli.SuppressForbidden;

/**
 * The line of boundaries that a program arrives at, one after the other. It counts the arrivals and
 * kills its own process, by SIGKILL, at the one that was aimed at.
 */
final class Line {
  private static final int SIGKILL = 9;

  /** What a program is doing; it tells boundaries apart at which the same is done to a file. */
  enum Phase {
    RECOVER,
    OPEN,
    TAKEOVER,
    PUT,
    DRAIN,
    CLOSE
  }

  /**
   * Where a program is killed.
   *
   * @param boundary at which boundary
   * @param arrival at which arrival there, from 0
   * @param delay nanoseconds from the arrival to the kill, where any moment will do
   */
  record Aim(Boundary boundary, int arrival, long delay) {
    /** Nowhere. */
    static final Aim NONE = new Aim(Boundary.OPEN, -1, 0);

    static Aim parse(String text) {
      String[] parts = text.split(",", -1);
      return new Aim(
          Boundary.valueOf(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
    }

    /** Writes it so that it can be an argument of a program. */
    @Override
    public String toString() {
      return boundary + "," + arrival + "," + delay;
    }
  }

  private final Aim aim;
  private final Map<Boundary, AtomicInteger> arrivals = new EnumMap<>(Boundary.class);
  private volatile Phase phase = Phase.RECOVER;

  /** When the reaper is to kill; 0 for not yet. */
  private volatile long due;

  Line(Aim aim) {
    this.aim = aim;
    for (Boundary boundary : Boundary.values()) {
      arrivals.put(boundary, new AtomicInteger());
    }
    if (aim.boundary.anyMoment() && aim.arrival >= 0) {
      Thread reaper = new Thread(this::reap, "reaper");
      reaper.setDaemon(true);
      reaper.start();
    }
  }

  Phase phase() {
    return phase;
  }

  void enter(Phase next) {
    phase = next;
  }

  int arrivals(Boundary boundary) {
    return counter(boundary).get();
  }

  void arrive(Boundary boundary) {
    int before = counter(boundary).getAndIncrement();
    if (boundary == aim.boundary && before == aim.arrival) {
      if (boundary.anyMoment()) {
        due = System.nanoTime() + aim.delay;
      } else {
        die();
      }
    }
  }

  private AtomicInteger counter(Boundary boundary) {
    return Objects.requireNonNull(arrivals.get(boundary));
  }

  private void reap() {
    while (due == 0 || System.nanoTime() < due) {
      Thread.onSpinWait();
    }
    die();
  }

  /**
   * Sends SIGKILL to this process. The JDK has no public way to do that; {@link ChildJvm} opens the
   * one that it has.
   */
  @SuppressForbidden("what went wrong is told to who started the process")
  private static void die() {
    try {
      Method raise =
          Class.forName("jdk.internal.misc.Signal").getDeclaredMethod("raise0", int.class);
      raise.setAccessible(true);
      raise.invoke(null, SIGKILL);
    } catch (ReflectiveOperationException | RuntimeException e) {
      e.printStackTrace();
      // It has not been killed; nobody must wait for it.
      Runtime.getRuntime().halt(1);
    }
  }
}
