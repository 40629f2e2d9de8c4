package org.burstlog.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A collective call that was begun and that other processes may not have come to yet.
 *
 * <p>To ask for it, or to wait for it, is no collective call: each process does so as often as it
 * likes.
 *
 * @param <T> what the call gives to this process
 */
public interface Begun<T> {
  /**
   * Tells whether the call has ended, and waits for nobody. It has to be asked for calls to go on:
   * some take a second step when the first has ended, and MPI works only while it is called.
   *
   * @return true when {@link #await} returns at once, without a call of MPI
   * @throws IOException when the group cannot be used any more; each further question and wait
   *     fails as well
   */
  boolean isDone() throws IOException;

  /**
   * Waits until the call has ended. An interrupt does not end the wait, and is kept.
   *
   * @return the result, the same object each time
   * @throws IOException when the group cannot be used any more
   */
  T await() throws IOException;

  /**
   * Makes something of the result.
   *
   * @param <R> what is made
   * @param change makes it, once
   * @return the same call, with that as its result
   */
  default <R> Begun<R> map(Function<? super T, ? extends R> change) {
    return new Changed<T, R>(this, change);
  }

  /**
   * Makes one of several that were begun one after the other.
   *
   * @param <T> the result of each
   * @param each those that were begun
   * @return a call that has ended when all have, and gives their results in the same order
   */
  static <T> Begun<List<T>> all(List<? extends Begun<T>> each) {
    return new Begun<List<T>>() {
      @Override
      public boolean isDone() throws IOException {
        boolean done = true;
        for (Begun<T> one : each) {
          // Each is asked, as each may have a step to take.
          done &= one.isDone();
        }
        return done;
      }

      @Override
      public List<T> await() throws IOException {
        List<T> results = new ArrayList<>(each.size());
        for (Begun<T> one : each) {
          results.add(one.await());
        }
        return results;
      }
    }.map(results -> results);
  }
}
