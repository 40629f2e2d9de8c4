package org.burstlog.netcdf;

import java.util.List;
import org.burstlog.netcdf.driver.Transfer;
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
  private final boolean isPut;
  private final Prepared prepared;
  private final boolean buffered;
  private State state = State.PENDING;
  private @Nullable NcException failure;

  NcRequest(
      Requests owner,
      long number,
      NcVariable variable,
      boolean isPut,
      boolean buffered,
      Prepared prepared) {
    this.owner = owner;
    this.number = number;
    this.variable = variable;
    this.isPut = isPut;
    this.buffered = buffered;
    this.prepared = prepared;
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
    return isPut;
  }

  /**
   * Returns how far the request has come.
   *
   * @return its state
   */
  public State state() {
    return state;
  }

  /**
   * Returns what went wrong with this request, whatever became of others.
   *
   * @return its failure, or null when it is pending, cancelled or done
   */
  public @Nullable NcException failure() {
    return failure;
  }

  /** Counts the requests of a file in the order in which they were begun. */
  long number() {
    return number;
  }

  boolean isPendingIn(Requests requests) {
    return owner == requests && state == State.PENDING;
  }

  boolean isBuffered() {
    return buffered;
  }

  long bytes() {
    return prepared.bytes;
  }

  List<Transfer> transfers() {
    return prepared.transfers;
  }

  Prepared prepared() {
    return prepared;
  }

  void complete(@Nullable NcException with) {
    state = State.COMPLETED;
    failure = with;
  }

  void cancel() {
    state = State.CANCELLED;
  }

  @Override
  public String toString() {
    return (isPut ? "put into '" : "get from '") + variable.name() + "', " + state;
  }
}
