package org.burstlog.mpi;

import java.util.ArrayDeque;
import java.util.Deque;
import org.burstlog.group.GroupException;

/**
 * Keeps the calls that MPI gets from a group in the same order in all processes, though a call can
 * take two of them and no process knows when another comes to the second: what was begun behind
 * such a call is held back until that has made its last.
 */
final class MpiOrder {
  /** The first has steps to come, the others have not begun. */
  private final Deque<MpiBegun<?>> held = new ArrayDeque<>();

  /** Begins a call, now or when those before it have made theirs. */
  synchronized void begin(MpiBegun<?> call) {
    if (!held.isEmpty() || !call.advance()) {
      held.add(call);
    }
  }

  /** Makes the calls that can be made now. */
  synchronized void advance() {
    while (!held.isEmpty() && held.element().advance()) {
      held.remove();
    }
  }

  /** Waits until no call is held back: calls past this order may be made then. */
  void settle() throws GroupException {
    Waiting.until(this::isEmpty);
  }

  private synchronized boolean isEmpty() {
    advance();
    return held.isEmpty();
  }
}
