package org.burstlog.buffer;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.burstlog.drain.DrainListener;
import org.burstlog.log.Epoch;
import org.jspecify.annotations.Nullable;

/** Tells listeners what becomes of the epochs that were handed over, and of no others. */
final class DrainNews {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** The numbers of epochs that were handed over and are not in the target. */
  private final Set<Integer> open = new HashSet<>();

  private final List<DrainListener> listeners = new CopyOnWriteArrayList<>();

  void listen(DrainListener told) {
    listeners.add(told);
  }

  void handedOver(Epoch epoch) {
    if (change(() -> open.add(epoch.id().number()))) {
      tell(told -> told.handedOver(epoch.id().number(), epoch.bytes()));
    }
  }

  void drained(@Nullable Epoch epoch) {
    if (epoch != null && change(() -> open.remove(epoch.id().number()))) {
      tell(told -> told.drained(epoch.id().number(), epoch.bytes()));
    }
  }

  void failed(@Nullable Epoch epoch, Throwable why) {
    if (epoch != null && change(() -> open.contains(epoch.id().number()))) {
      tell(told -> told.failed(epoch.id().number(), epoch.bytes(), why));
    }
  }

  /** Says that what was handed over is given up. */
  synchronized void forget() {
    open.clear();
  }

  private interface Change {
    boolean made();
  }

  private synchronized boolean change(Change change) {
    return change.made();
  }

  private void tell(Consumer<DrainListener> news) {
    synchronized (listeners) {
      for (DrainListener told : listeners) {
        try {
          news.accept(told);
        } catch (Throwable e) {
          // The drain is none of its business.
          LOGGER.log(System.Logger.Level.WARNING, "a listener of drains failed", e);
        }
      }
    }
  }
}
