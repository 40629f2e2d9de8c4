package org.burstlog.mpi;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import mpi.MPIException;
import mpi.Request;
import org.burstlog.BurstlogException;
import org.burstlog.group.Begun;
import org.burstlog.group.GroupException;
import org.jspecify.annotations.Nullable;

/** A collective call that MPI works on, made of one call of MPI or of two behind each other. */
final class MpiBegun<T> implements Begun<T> {
  /**
   * The buffers of what has not ended are MPI's to use, also when nobody waits for it any more
   * because something else has failed.
   */
  private static final Set<MpiBegun<?>> UNDER_WAY = ConcurrentHashMap.newKeySet();

  /** Begins a call of MPI; null where there is none to make. */
  @FunctionalInterface
  interface Call {
    @Nullable Request begin() throws MPIException, GroupException;
  }

  /**
   * A call of MPI.
   *
   * @param name its name, for errors
   * @param call begins it, when the one before it has ended
   */
  record Step(String name, Call call) {}

  private final MpiGroup group;
  private final MpiOrder order;
  private final List<Step> steps;
  private final Supplier<T> result;

  /** How many steps have begun. */
  private int begun;

  private @Nullable Request request;
  private @Nullable GroupException failure;
  private @Nullable T known;

  /**
   * Nothing is called yet.
   *
   * @param group whose call it is
   * @param order when its steps come
   * @param steps one behind the other; they keep the buffers that MPI uses
   * @param result makes the result when all have ended
   */
  MpiBegun(MpiGroup group, MpiOrder order, List<Step> steps, Supplier<T> result) {
    this.group = group;
    this.order = order;
    this.steps = steps;
    this.result = result;
    UNDER_WAY.add(this);
  }

  /**
   * Begins steps, as far as those before them have ended.
   *
   * @return true when the last one has begun, or the call has failed
   */
  synchronized boolean advance() {
    while (failure == null && begun < steps.size()) {
      if (!hasEnded()) {
        return false;
      }
      Step step = steps.get(begun);
      begun++;
      try {
        MpiTurn.<Boolean, GroupException>take(
            () -> {
              request = step.call().begin();
              return true;
            });
      } catch (GroupException e) {
        endWith(e);
      } catch (MPIException e) {
        endWith(MpiErrors.group(step.name(), group, e));
      }
    }
    return true;
  }

  /** Whether what has begun has ended; a failure is an end. */
  private boolean hasEnded() {
    Request last = request;
    if (last == null) {
      return true;
    }
    try {
      if (!MpiTurn.test(last)) {
        return false;
      }
    } catch (MPIException e) {
      fail(MpiErrors.group(steps.get(begun - 1).name(), group, e));
    }
    request = null;
    return true;
  }

  /** With nothing begun, MPI uses no buffer. */
  private void endWith(GroupException e) {
    fail(e);
    UNDER_WAY.remove(this);
  }

  private void fail(GroupException e) {
    failure = e;
    request = null;
  }

  @Override
  public boolean isDone() throws GroupException {
    requireOpen();
    return ask();
  }

  private void requireOpen() throws GroupException {
    if (!isKnown()) {
      group.requireOpen();
    }
  }

  private synchronized boolean isKnown() {
    return known != null;
  }

  /** As few calls as can be: a process that waits asks again and again. */
  private boolean ask() throws GroupException {
    if (!hasBegun()) {
      order.advance();
    }
    return look();
  }

  /** Whether nothing is held back that this waits for. */
  private synchronized boolean hasBegun() {
    return begun == steps.size();
  }

  private synchronized boolean look() throws GroupException {
    if (known == null && begun == steps.size() && hasEnded() && failure == null) {
      known = result.get();
      UNDER_WAY.remove(this);
    }
    GroupException failed = failure;
    if (failed != null) {
      throw new GroupException(BurstlogException.messageOf(failed), failed);
    }
    return known != null;
  }

  @Override
  public T await() throws GroupException {
    requireOpen();
    Waiting.until(this::ask);
    return known();
  }

  private synchronized T known() {
    T done = known;
    if (done == null) {
      throw new IllegalStateException("ended without a result");
    }
    return done;
  }
}
