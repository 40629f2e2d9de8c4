package org.burstlog.drain;

import java.io.Closeable;
import java.io.IOException;

/**
 * Work of all processes of a group that goes on step by step, when whoever drives it has time for a
 * step. No step waits for another process; only {@link #await} does.
 *
 * <p>Every process of the group has its part and drives it to the end, each at its own pace. One
 * thread at a time drives it.
 *
 * @param <T> what comes of it
 */
public interface Task<T> extends Closeable {
  /** What a step has done. */
  enum Progress {
    /** A bounded piece of work; there is more to do. */
    WORKED,
    /** Nothing, because other processes have not come to what was begun. */
    WAITS,
    /** Nothing is left to do. */
    DONE
  }

  /**
   * Does one piece of work at most: one round, one window, or what lies between two calls of the
   * group.
   *
   * @return what was done
   * @throws IOException when it has failed, in every process or because the group cannot be used
   *     any more; it is over then
   */
  Progress step() throws IOException;

  /**
   * Tells whether the next step makes calls of the group. Other steps work on logs and on the
   * target, and need no other process; a thread that may not make calls of the group can take them.
   *
   * @return true when it does
   */
  boolean communicates();

  /**
   * Tells how much of what this process has was moved so far: written, or sent to those who write
   * it.
   *
   * @return bytes; they are not proven in the target before the end
   */
  long moved();

  /**
   * Waits for what {@link #step} says that it waits for; returns at once when that is nothing.
   *
   * @throws IOException when the group cannot be used any more
   */
  void await() throws IOException;

  /**
   * Returns what came of it.
   *
   * @return the result
   * @throws IllegalStateException when a step has something left to do, or it has failed
   */
  T result();

  /**
   * Takes all steps, waiting where the next one waits.
   *
   * @return the result
   * @throws IOException when it has failed
   */
  default T run() throws IOException {
    for (Progress made = step(); made != Progress.DONE; made = step()) {
      if (made == Progress.WAITS) {
        await();
      }
    }
    return result();
  }

  /**
   * Lets go of what it holds, in a process that takes no more steps; the others wait for it in
   * vain. Does nothing behind the end.
   */
  @Override
  void close();
}
