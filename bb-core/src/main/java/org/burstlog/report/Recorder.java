package org.burstlog.report;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.burstlog.group.ProcessGroup;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Looks at what one process counts of one file, from time to time and from outside: puts and drains
 * do nothing for it. What it finds goes into a heat map and a {@link ReportFile}.
 *
 * <p>A report is never worth a failure: what cannot be written is left out.
 */
public final class Recorder {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");
  private static final long MILLI = 1_000_000;

  /** How often the figures are written down. */
  private static final long WRITES_EVERY = 1000 * MILLI;

  private final Subject subject;
  private final Counters counters;
  private final LongSupplier clock;
  private final long begun;
  private final Traffic traffic;
  private final HeatMap heat = new HeatMap();
  private LongSupplier pending = () -> 0;
  private @Nullable ReportFile file;
  private long seenPut;
  private long seenDrained;
  private long written;
  private long own;
  private boolean ended;

  /**
   * Begins with nothing seen.
   *
   * @param subject what the report is about
   * @param counters what this process counts
   * @param clock nanoseconds since some moment
   * @param target tells how it is spread over servers
   */
  public Recorder(Subject subject, Counters counters, LongSupplier clock, TargetFile target) {
    this.subject = subject;
    this.counters = counters;
    this.clock = clock;
    this.begun = clock.getAsLong();
    this.traffic = new Traffic(target.striping().orElse(null));
  }

  /**
   * Returns a target whose writes are counted and timed for the report.
   *
   * @param target where they go
   * @return the same file
   */
  public TargetFile measured(TargetFile target) {
    return new MeasuredTarget(target, traffic, clock);
  }

  /**
   * Looks and writes from now on, in a thread of its own, until this has ended.
   *
   * @param inLogs tells any thread how many bytes are in logs and perhaps not in the target
   * @param into where to write; null where nothing is to be written; closed by this
   */
  public void begin(LongSupplier inLogs, @Nullable ReportFile into) {
    synchronized (this) {
      pending = inLogs;
      file = into;
      look();
      write(State.OPEN);
    }
    Thread thread = new Thread(this::goOn, "burstlog-report");
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized void goOn() {
    while (!ended) {
      try {
        wait(Math.min(heat.width(), WRITES_EVERY) / MILLI);
      } catch (InterruptedException e) {
        return;
      }
      if (!ended) {
        tick();
      }
    }
  }

  /** Looks at the counters, and writes them down when it is time. */
  synchronized void tick() {
    look();
    if (clock.getAsLong() - begun - written >= WRITES_EVERY) {
      write(State.OPEN);
    }
  }

  private void look() {
    long begin = clock.getAsLong();
    long put = counters.get(Counter.PUT_BYTES);
    long drained = traffic.bytes();
    counters.pending(pending.getAsLong());
    heat.add(begin - begun, put - seenPut, drained - seenDrained);
    seenPut = put;
    seenDrained = drained;
    own += clock.getAsLong() - begin;
  }

  private void write(State state) {
    ReportFile into = file;
    if (into == null) {
      return;
    }
    long begin = clock.getAsLong();
    written = begin - begun;
    try {
      into.write(figures(state));
    } catch (IOException e) {
      giveUp(e);
    }
    own += clock.getAsLong() - begin;
  }

  private void giveUp(IOException because) {
    LOGGER.log(
        System.Logger.Level.DEBUG, "no report of " + subject.target() + " on its tier", because);
    closeFile();
  }

  private void closeFile() {
    ReportFile open = file;
    file = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        LOGGER.log(System.Logger.Level.DEBUG, "the report of " + subject.target(), e);
      }
    }
  }

  /** Returns what there is to report now. */
  synchronized Figures figures(State state) {
    return new Figures(
        subject,
        state,
        counters.snapshot(),
        clock.getAsLong() - begun,
        pending.getAsLong(),
        traffic.writes(),
        traffic.bytes(),
        own,
        traffic.servers(),
        HeatMap.of(heat.numbers(), heat.doubled()));
  }

  /**
   * Looks for the last time, when all is in the target, and puts together what all processes have
   * to report. Collective.
   *
   * @param group the processes
   * @return the run, the same in every process but for its subject
   * @throws IOException when the group cannot be used any more
   */
  public Run end(ProcessGroup group) throws IOException {
    Run run = Run.together(end(State.CLOSED), group);
    ReportEvent.tell(run);
    return run;
  }

  /**
   * Looks for the last time, because the logs are left for recovery. Does nothing a second time.
   */
  public void leave() {
    Figures last = end(State.LEFT);
    assert last.state() == State.LEFT;
  }

  private synchronized Figures end(State state) {
    if (!ended) {
      look();
      write(state);
      closeFile();
      ended = true;
      notifyAll();
    }
    return figures(state);
  }
}
