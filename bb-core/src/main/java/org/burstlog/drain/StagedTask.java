package org.burstlog.drain;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A task of stages, each of which says what comes behind it. */
final class StagedTask<T> implements Task<T> {
  private final Runnable release;
  private final LongSupplier moved;

  /** Null when it has failed, or was closed before its end. */
  private @Nullable Next<T> next;

  private boolean held = true;

  /**
   * Begins with a stage.
   *
   * @param first the first
   * @param moved tells how many bytes were moved so far
   * @param release lets go of what stages hold; called once, whatever the end
   */
  StagedTask(Next<T> first, LongSupplier moved, Runnable release) {
    this.next = first;
    this.moved = moved;
    this.release = release;
  }

  @Override
  public Progress step() throws IOException {
    Next<T> now = going();
    if (now.result() != null) {
      return Progress.DONE;
    }
    // What throws has no stage behind it.
    next = null;
    try {
      Next<T> behind = now.step();
      next = behind == null ? now : behind;
      return behind == null ? Progress.WAITS : Progress.WORKED;
    } finally {
      if (next == null || next.result() != null) {
        release();
      }
    }
  }

  @Override
  public boolean communicates() {
    return going().communicates();
  }

  @Override
  public long moved() {
    return moved.getAsLong();
  }

  @Override
  public void await() throws IOException {
    going().await();
  }

  @Override
  public T result() {
    T result = going().result();
    if (result == null) {
      throw new IllegalStateException("there are steps left to take");
    }
    return result;
  }

  private Next<T> going() {
    Next<T> now = next;
    if (now == null) {
      throw new IllegalStateException("it has failed or was closed; begin another");
    }
    return now;
  }

  @Override
  public void close() {
    Next<T> now = next;
    if (now != null && now.result() == null) {
      next = null;
    }
    release();
  }

  private void release() {
    if (held) {
      held = false;
      release.run();
    }
  }
}
