package org.burstlog.guard.copy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.burstlog.BurstlogException;
import org.burstlog.log.LogWriter;
import org.burstlog.log.option.CopyOptions;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.jspecify.annotations.Nullable;

/**
 * Copies the logs of this process to one keeper, in a thread of its own.
 *
 * <p>It looks at the logs every few milliseconds, or when a put waits for it, and sends what is
 * new. Nothing is queued, as the logs have it. A connection that is lost is made again; the keeper
 * then says what it has.
 */
final class CopyLink implements Runnable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** Less than this is left to grow for a moment. */
  private static final long UNIT = 1 << 18;

  private static final long SHORTEST_PAUSE = 2_000_000;
  private static final long LONGEST_PAUSE = 10_000_000;

  private static final long FIRST_RETRY = 100_000_000;
  private static final long LAST_RETRY = 5_000_000_000L;

  private enum State {
    /** No connection was made so far, and none has failed. */
    NEW,
    /** What is put is copied. */
    UP,
    /** It is not. */
    DOWN
  }

  /**
   * Between whom a link is.
   *
   * @param target what is put to, for people
   * @param session number of the session
   * @param rank this process
   * @param keeper the process that keeps the copies
   */
  record Names(String target, long session, int rank, int keeper) {}

  private final Names names;
  private final @Nullable LogPart part;
  private final Endpoint endpoint;
  private final CopyOptions options;
  private final Counters counters;
  private final LongSupplier clock;
  private final Runnable news;
  private final Selector selector;
  private final List<CopiedLog> logs = new CopyOnWriteArrayList<>();
  private final ByteBuffer entries = ByteBuffer.allocateDirect(Frame.MOST);
  private final ByteBuffer payload = ByteBuffer.allocateDirect(Frame.MOST);
  private final Thread thread;

  private volatile State state = State.NEW;
  private volatile boolean behind;
  private volatile boolean hurried;
  private volatile boolean ending;
  private volatile boolean stopped;
  private boolean told;
  private long heard;

  /** Whether the keeper has told anything since the last connection was made. */
  private boolean answered;

  /**
   * A link that is to be begun.
   *
   * @param news called when something was acknowledged, or will not be
   * @param part what the keeper is to have of logs; null where it is all
   */
  CopyLink(
      Names names,
      Endpoint endpoint,
      CopyOptions options,
      Counters counters,
      LongSupplier clock,
      Runnable news,
      @Nullable LogPart part)
      throws IOException {
    this.part = part;
    this.names = names;
    this.endpoint = endpoint;
    this.options = options;
    this.counters = counters;
    this.clock = clock;
    this.news = news;
    this.selector = Selector.open();
    this.thread = new Thread(this, "burstlog-copy-" + names.rank + "-" + names.keeper);
    thread.setDaemon(true);
  }

  void begin() {
    thread.start();
  }

  /** Copies one more log. */
  void add(LogWriter log) {
    logs.add(new CopiedLog(logs.size(), log, entries, payload, part));
  }

  /** Tells whether a put may count on this: it is copied, or about to be. */
  boolean protects() {
    return isUp() && !behind;
  }

  /** Tells whether the keeper has what was put into a log. */
  boolean covers(LogWriter log, int generation, long to) {
    for (CopiedLog each : logs) {
      if (each.log() == log) {
        return each.covers(generation, to);
      }
    }
    return false;
  }

  /** Tells whether the keeper has anything of a log that was released since. */
  boolean isStale() throws IOException {
    for (CopiedLog each : logs) {
      if (each.isStale()) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether it is connected, or about to be for the first time. */
  boolean isUp() {
    return state != State.DOWN && !stopped;
  }

  int keeper() {
    return names.keeper;
  }

  /** Has it look at once. */
  void hurry() {
    hurried = true;
    selector.wakeup();
  }

  /**
   * Ends it.
   *
   * @param whole whether what was put is to be copied before, where that goes on without a failure
   */
  void end(boolean whole) {
    ending = true;
    stopped = !whole;
    selector.wakeup();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
        stopped = true;
        selector.wakeup();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    long retry = FIRST_RETRY;
    try (selector) {
      // Whoever ends it before it was connected may still want the whole log copied.
      while (!ending || (state == State.NEW && !stopped)) {
        answered = false;
        try (Connection connection =
            Connection.open(
                endpoint,
                names.session,
                names.rank,
                selector,
                clock,
                options.patience().toNanos())) {
          state = State.UP;
          heard = clock.getAsLong();
          copy(connection);
        } catch (IOException | RuntimeException e) {
          // Whatever it is: the program goes on, and the keeper says later what it has.
          lost(e);
        } finally {
          logs.forEach(CopiedLog::disconnected);
        }
        if (answered) {
          retry = FIRST_RETRY;
        }
        rest(retry);
        retry = Math.min(2 * retry, LAST_RETRY);
      }
    } catch (IOException e) {
      lost(e);
    } finally {
      stopped = true;
      news.run();
    }
  }

  /** Until it is ended; throws what has ended the connection. */
  private void copy(Connection connection) throws IOException {
    long pause = SHORTEST_PAUSE;
    while (!stopped) {
      hurried = false;
      long sent = 0;
      long now = clock.getAsLong();
      for (CopiedLog log : logs) {
        sent += log.send(connection, this::told, now);
      }
      counters.add(Counter.COPIED_BYTES, sent);
      lookAtLag();
      if (ending && sent == 0 && isComplete()) {
        return;
      }
      if (sent >= UNIT || hurried) {
        connection.poll(0, this::told);
        pause = SHORTEST_PAUSE;
      } else {
        pause = sent > 0 ? SHORTEST_PAUSE : Math.min(2 * pause, LONGEST_PAUSE);
        connection.poll(pause, this::told);
      }
      if (!isAwaited()) {
        heard = clock.getAsLong();
      } else if (clock.getAsLong() - heard > options.patience().toNanos()) {
        throw new IOException(
            "the keeper has told nothing for " + options.patience().toMillis() + " ms");
      }
    }
  }

  private boolean isAwaited() {
    for (CopiedLog log : logs) {
      if (log.isAwaited()) {
        return true;
      }
    }
    return false;
  }

  /** Nothing is to be sent any more, or can be. */
  private boolean isComplete() {
    for (CopiedLog log : logs) {
      if (log.isAwaited() && !log.isRefused()) {
        return false;
      }
    }
    return true;
  }

  private void told(Acknowledgement ack) {
    heard = clock.getAsLong();
    answered = true;
    if (ack.lane() < 0 || ack.lane() >= logs.size()) {
      return;
    }
    CopiedLog log = logs.get(ack.lane());
    boolean refused = log.isRefused();
    log.told(ack, heard);
    if (log.isRefused() && !refused && !behind) {
      fellBehind(
          switch (ack.state()) {
            case FULL -> "its tier is full";
            case ALONE ->
                "its log was full and it has drained alone, so that it is part of no parity until"
                    + " the next drain of all, and what others of its set have put since the last"
                    + " one survives the loss of one node less";
            default -> "it cannot write them, which its own log tells";
          });
    }
    news.run();
  }

  private void lookAtLag() throws IOException {
    long lag = 0;
    boolean refused = false;
    for (CopiedLog log : logs) {
      lag += log.behind();
      refused |= log.isRefused();
    }
    boolean tooFar = lag > options.lag();
    if (tooFar && !behind && !refused) {
      fellBehind(lag + " bytes are not copied yet, and log.copies.lag is " + options.lag());
    }
    if (behind != (tooFar || refused)) {
      behind = tooFar || refused;
      news.run();
    }
  }

  private void lost(Exception e) {
    if (state != State.DOWN) {
      if (!ending) {
        // Before anybody sees that it is down, so that nobody finds it neither up nor counted.
        fellBehind(BurstlogException.reason(e));
      }
      state = State.DOWN;
    }
    news.run();
  }

  private void fellBehind(String why) {
    counters.add(Counter.COPIES_BEHIND, 1);
    if (!told) {
      told = true;
      LOGGER.log(
          System.Logger.Level.WARNING,
          names.target
              + ": what rank "
              + names.rank
              + " puts is not copied to the node of rank "
              + names.keeper
              + " for now: "
              + why
              + ". The program goes on with less protection, and the copy catches up when it can;"
              + " this is not told again");
    }
  }

  private void rest(long nanos) throws IOException {
    long since = clock.getAsLong();
    long left = nanos;
    while (!ending && left > 0) {
      selector.select(Math.max(1, left / 1_000_000));
      left = nanos - (clock.getAsLong() - since);
    }
  }
}
