package org.burstlog.drain;

import java.io.IOException;
import java.util.Objects;
import org.burstlog.group.Begun;
import org.jspecify.annotations.Nullable;

/**
 * What a task does next. A stage of a task is a method that does its work and returns what comes
 * behind it; a loop is a stage that returns itself.
 *
 * @param <T> what comes of the task in the end
 */
abstract class Next<T> {
  private Next() {}

  /** A piece of work. */
  @FunctionalInterface
  interface Stage<T> {
    Next<T> run() throws IOException;
  }

  /** Begins a collective call. */
  @FunctionalInterface
  interface Beginning<B> {
    Begun<B> begin() throws IOException;
  }

  /** Concludes from the result of a collective call what comes next, and does not do it. */
  @FunctionalInterface
  interface Conclusion<B, T> {
    Next<T> of(B result) throws IOException;
  }

  /** Works on what this process has alone. */
  static <T> Next<T> work(Stage<T> stage) {
    return new Work<>(stage, /* communicates= */ false);
  }

  /** Makes calls in which processes wait for each other: one step that cannot be taken apart. */
  static <T> Next<T> together(Stage<T> stage) {
    return new Work<>(stage, /* communicates= */ true);
  }

  /** Begins a collective call, and goes on when all processes have come to it. */
  static <B, T> Next<T> meet(Beginning<B> beginning, Conclusion<? super B, T> conclusion) {
    return Next.together(() -> new After<B, T>(beginning.begin(), conclusion));
  }

  /** Ends the task. */
  static <T> Next<T> done(T result) {
    return new Done<>(result);
  }

  /** Takes a step; null while other processes have not come to what it is behind. */
  abstract @Nullable Next<T> step() throws IOException;

  boolean communicates() {
    return false;
  }

  void await() throws IOException {}

  /** What came of the task, null before its end. */
  @Nullable T result() {
    return null;
  }

  private static final class Work<T> extends Next<T> {
    private final Stage<T> stage;
    private final boolean communicates;

    Work(Stage<T> stage, boolean communicates) {
      this.stage = stage;
      this.communicates = communicates;
    }

    @Override
    Next<T> step() throws IOException {
      return stage.run();
    }

    @Override
    boolean communicates() {
      return communicates;
    }
  }

  private static final class After<B, T> extends Next<T> {
    private final Begun<B> begun;
    private final Conclusion<? super B, T> conclusion;

    After(Begun<B> begun, Conclusion<? super B, T> conclusion) {
      this.begun = begun;
      this.conclusion = conclusion;
    }

    @Override
    @Nullable Next<T> step() throws IOException {
      return begun.isDone() ? conclusion.of(begun.await()) : null;
    }

    @Override
    boolean communicates() {
      return true;
    }

    @Override
    void await() throws IOException {
      Objects.requireNonNull(begun.await());
    }
  }

  private static final class Done<T> extends Next<T> {
    private final T result;

    Done(T result) {
      this.result = result;
    }

    @Override
    Next<T> step() {
      return this;
    }

    @Override
    T result() {
      return result;
    }
  }
}
