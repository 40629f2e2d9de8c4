package org.burstlog.buffer;

import java.io.Closeable;

/**
 * Takes the steps of the drains of a {@link DrainQueue}. All processes of a group have the same
 * kind.
 */
sealed interface Driver extends Closeable permits CallerDriver, ThreadDriver, SliceDriver {
  /** Says that the queue has one drain more. Collective. */
  void begun();

  /** Returns when a drain of the queue has ended. An interrupt is kept for later. */
  void await(EpochDrain drain);

  /** Says that the program is in a call of the library that need not wait for any drain. */
  default void slice() {}

  /** Lets go of threads. Nothing is in the queue. */
  @Override
  default void close() {}
}
