package org.burstlog.group;

import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call of whose result something else is made. */
final class Changed<T, R> implements Begun<R> {
  private final Begun<T> begun;
  private final Function<? super T, ? extends R> change;
  private @Nullable R made;

  Changed(Begun<T> begun, Function<? super T, ? extends R> change) {
    this.begun = begun;
    this.change = change;
  }

  @Override
  public boolean isDone() throws IOException {
    return begun.isDone();
  }

  @Override
  public synchronized R await() throws IOException {
    R known = made;
    if (known == null) {
      known = change.apply(begun.await());
      made = known;
    }
    return known;
  }
}
