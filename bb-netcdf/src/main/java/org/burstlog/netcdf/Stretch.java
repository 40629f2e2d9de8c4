package org.burstlog.netcdf;

import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.netcdf.driver.Transfer;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * What is transferred as one: the region or regions of a request, or those of small puts that
 * continue one another in their variable and in memory. It is split into its requests before they
 * are told apart: when some are completed or cancelled and others not, or when it has failed.
 */
final class Stretch {
  private final boolean isPut;
  private final int variable;
  private final Region region;
  private final @Nullable Prepared prepared;
  private final @Nullable ByteBuffer slab;
  private final int at;
  private int length;
  private int requests = 1;
  private List<Transfer> transfers = List.of();
  private NcRequest.State state = NcRequest.State.PENDING;
  private @Nullable NcException failure;

  /** Of one request that nothing continues. */
  Stretch(boolean isPut, Prepared prepared) {
    this(isPut, prepared.variable.id(), new Region(0), prepared, null, 0, 0);
    transfers = prepared.transfers;
    failure = prepared.unfit();
  }

  /**
   * Of a small put, which others may continue.
   *
   * @param region where in the variable; this object's from now on
   * @param slab has the values, in the file's type
   * @param at where in it
   * @param unfit the error of a value that did not fit, or null; nothing continues such a put
   */
  Stretch(
      int variable,
      Region region,
      ByteBuffer slab,
      int at,
      int length,
      @Nullable NcException unfit) {
    this(true, variable, region, null, slab, at, length);
    failure = unfit;
  }

  private Stretch(
      boolean isPut,
      int variable,
      Region region,
      @Nullable Prepared prepared,
      @Nullable ByteBuffer slab,
      int at,
      int length) {
    this.isPut = isPut;
    this.variable = variable;
    this.region = region;
    this.prepared = prepared;
    this.slab = slab;
    this.at = at;
    this.length = length;
  }

  /** Takes a put that continues this one along the last dimension, and says whether it did. */
  @SuppressWarnings("ReferenceEquality") // It is the place that counts, not what is there.
  boolean take(int ofVariable, Region next, ByteBuffer from, int position, int bytes) {
    int last = region.rank() - 1;
    boolean apart = failure != null || variable != ofVariable || slab != from;
    if (apart || position != at + length || last < 0) {
      return false;
    }
    for (int d = 0; d < last; d++) {
      if (region.count(d) != 1 || next.count(d) != 1 || region.start(d) != next.start(d)) {
        return false;
      }
    }
    long count = region.count(last);
    boolean steps =
        (count > 1 && region.stride(last) != 1) || (next.count(last) > 1 && next.stride(last) != 1);
    if (steps || next.start(last) != region.start(last) + count) {
      return false;
    }
    region.set(last, region.start(last), count + next.count(last), 1);
    length += bytes;
    requests++;
    return true;
  }

  boolean isPut() {
    return isPut;
  }

  /** The part of one request. */
  Stretch part(int position, int bytes) {
    if (requests == 1 || slab == null) {
      return this;
    }
    int last = region.rank() - 1;
    long width = length / region.count(last);
    Region own = copy(region);
    own.set(last, region.start(last) + (position - at) / width, bytes / width, 1);
    return new Stretch(variable, own, slab, position, bytes, null);
  }

  /** A region may be set anew by its owner while a request waits. */
  static Region copy(Region region) {
    Region copy = new Region(region.rank());
    for (int d = 0; d < region.rank(); d++) {
      copy.set(d, region.start(d), region.count(d), region.stride(d));
    }
    return copy;
  }

  /** Adds what is to be done now. */
  void list(List<Transfer> all) {
    if (slab != null) {
      transfers = List.of(new Transfer(variable, region, slab, at, length));
    }
    all.addAll(transfers);
  }

  /** Tells whether it has failed, and perhaps not in all of its requests. */
  boolean isInDoubt() {
    // A drain that fails leaves the records of all of them pending.
    return requests > 1
        && transfers.get(0).failure() != null
        && !(transfers.get(0).failure() instanceof DrainFailedException);
  }

  List<Transfer> transfers() {
    return transfers;
  }

  /** Hands what was got to the user. */
  void deliver() throws NcException {
    if (prepared != null) {
      prepared.deliver();
    }
  }

  NcRequest.State state() {
    return state;
  }

  @Nullable NcException failure() {
    return failure;
  }

  /** Ends it; what went wrong now counts for more than that a value did not fit. */
  void complete(@Nullable NcException with) {
    state = NcRequest.State.COMPLETED;
    failure = with == null ? failure : with;
  }

  void cancel() {
    state = NcRequest.State.CANCELLED;
    failure = null;
  }
}
