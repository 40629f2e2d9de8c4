package org.burstlog.netcdf;

import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * A put or get that has begun, and how it ended.
 *
 * <p>{@link NcFile#await} and {@link NcFile#awaitAll} complete it, {@link NcFile#cancel} ends it
 * without.
 */
public final class NcRequest {
  /** How far a request has come. */
  public enum State {
    /** It waits to be completed. */
    PENDING,
    /** It was completed; see {@link NcRequest#failure}. */
    COMPLETED,
    /** It was cancelled, and has had no effect. */
    CANCELLED
  }

  private final Requests owner;
  private final long number;
  private final NcVariable variable;
  private final boolean buffered;

  /**
   * Where its values are, where they are kept with those of others; and how many bytes they are.
   */
  private final int at;

  private final long bytes;
  private Stretch stretch;

  NcRequest(
      Requests owner,
      long number,
      NcVariable variable,
      boolean buffered,
      Stretch stretch,
      int at,
      long bytes) {
    this.owner = owner;
    this.number = number;
    this.variable = variable;
    this.buffered = buffered;
    this.stretch = stretch;
    this.at = at;
    this.bytes = bytes;
  }

  /**
   * Returns the variable.
   *
   * @return whose values are transferred
   */
  public NcVariable variable() {
    return variable;
  }

  /**
   * Tells whether values are put or got.
   *
   * @return true for a put
   */
  public boolean isPut() {
    return stretch.isPut();
  }

  /**
   * Returns how far the request has come.
   *
   * @return its state
   */
  public State state() {
    return owner.stateOf(this);
  }

  /**
   * Returns what went wrong with this request, whatever became of others. Of a put, a value that
   * does not fit is known at once: NC_ERANGE, with the index of the first such value. All values
   * are stored all the same, that one as the fill value.
   *
   * @return its failure; null when it is cancelled or done, and as long as nothing is known
   */
  public @Nullable NcException failure() {
    return owner.failureOf(this);
  }

  /** Counts the requests of a file in the order in which they were begun. */
  long number() {
    return number;
  }

  boolean isPendingIn(Requests requests) {
    return owner == requests && state() == State.PENDING;
  }

  boolean isBuffered() {
    return buffered;
  }

  long bytes() {
    return bytes;
  }

  Stretch stretch() {
    return stretch;
  }

  /** Has nothing in common with other requests from now on. */
  void standAlone() {
    stretch = stretch.part(at, (int) bytes);
  }

  @Override
  public String toString() {
    return (isPut() ? "put into '" : "get from '") + variable.name() + "', " + state();
  }
}
