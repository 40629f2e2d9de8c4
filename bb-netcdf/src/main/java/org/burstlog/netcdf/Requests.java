package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.Transfer;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * The transfers that have begun and wait to be completed, in the order in which they began. Several
 * threads may begin and complete them.
 */
final class Requests {
  private final Opening.Opened opened;
  private final Transfers transfers;
  private final Definitions definitions;
  private final Driver driver;
  private List<NcRequest> pending = new ArrayList<>();

  /** What is pending, in the same order, as it is transferred. */
  private List<Stretch> stretches = new ArrayList<>();

  private final Slabs slabs = new Slabs();
  private long begun;
  private long bufferSize = -1;
  private long bufferUsed;

  Requests(Opening.Opened opened, Transfers transfers) {
    this.opened = opened;
    definitions = opened.definitions();
    driver = opened.driver();
    this.transfers = transfers;
  }

  /** Begins a put; a small one without more objects than must be. */
  synchronized NcRequest put(NcVariable variable, Region region, NcMemory values, boolean buffered)
      throws IOException {
    requireBufferFor(variable, buffered);
    long bytes = transfers.checkPut(variable, region, values);
    if (bytes == 0 || bytes > Slabs.LARGE) {
      return put(variable, List.of(region), values, buffered);
    }
    int length = (int) bytes;
    ByteBuffer slab = slabs.with(length);
    reserve(variable, bytes, buffered);
    int at = Slabs.takeFrom(slab, length);
    long outside = transfers.stage(variable, region, values, slab, at);
    NcException unfit = transfers.unfit(variable, values, outside);
    Stretch last = stretches.isEmpty() ? null : stretches.get(stretches.size() - 1);
    if (unfit != null || last == null || !last.take(variable.id(), region, slab, at, length)) {
      last = new Stretch(variable.id(), Stretch.copy(region), slab, at, length, unfit);
      stretches.add(last);
    }
    NcRequest request = new NcRequest(this, begun++, variable, buffered, last, at, bytes);
    pending.add(request);
    opened.countPut(bytes);
    return request;
  }

  synchronized NcRequest put(
      NcVariable variable, List<Region> regions, NcMemory values, boolean buffered)
      throws IOException {
    requireBufferFor(variable, buffered);
    List<Region> own = copy(variable, regions);
    Prepared prepared = transfers.preparePut(variable, own, values, slabs);
    reserve(variable, prepared.bytes, buffered);
    NcRequest request = add(variable, buffered, new Stretch(true, prepared), prepared.bytes);
    if (prepared.bytes > 0) {
      opened.countPut(prepared.bytes);
    }
    return request;
  }

  synchronized NcRequest get(NcVariable variable, List<Region> regions, NcMemory into)
      throws IOException {
    Prepared prepared = transfers.prepareGet(variable, copy(variable, regions), into);
    return add(variable, false, new Stretch(false, prepared), prepared.bytes);
  }

  private NcRequest add(NcVariable variable, boolean buffered, Stretch own, long bytes) {
    NcRequest request = new NcRequest(this, begun++, variable, buffered, own, 0, bytes);
    stretches.add(own);
    pending.add(request);
    return request;
  }

  synchronized NcRequest.State stateOf(NcRequest request) {
    return request.stretch().state();
  }

  synchronized @Nullable NcException failureOf(NcRequest request) {
    return request.stretch().failure();
  }

  private void requireBufferFor(NcVariable variable, boolean buffered) throws NcException {
    if (buffered && bufferSize < 0) {
      throw new NcException(NcError.NC_ENULLABUF, "there is no buffer").variable(variable.name());
    }
  }

  private void reserve(NcVariable variable, long bytes, boolean buffered) throws NcException {
    if (!buffered) {
      return;
    }
    long free = bufferSize - bufferUsed;
    if (bytes > free) {
      throw new NcException(NcError.NC_EINSUFFBUF, bytes + " bytes, " + free + " are free")
          .variable(variable.name());
    }
    bufferUsed += bytes;
  }

  private static List<Region> copy(NcVariable variable, List<Region> regions) throws NcException {
    if (regions == null || regions.stream().anyMatch(Objects::isNull)) {
      throw Arguments.noRegion(variable.name());
    }
    if (regions.size() == 1) {
      return List.of(Stretch.copy(regions.get(0)));
    }
    List<Region> copies = new ArrayList<>(regions.size());
    for (Region region : regions) {
      copies.add(Stretch.copy(region));
    }
    return copies;
  }

  synchronized int pending() {
    return pending.size();
  }

  synchronized void cancelAll() throws NcException {
    cancel(List.copyOf(pending));
  }

  synchronized void await() throws IOException {
    definitions.requireData();
    driver.complete(list(stretches, true), list(stretches, false));
    finishAll();
  }

  synchronized void await(Collection<NcRequest> chosen) throws IOException {
    definitions.requireData();
    List<NcRequest> requests = inOrder(chosen);
    List<Stretch> own = apart(requests);
    driver.complete(list(own, true), list(own, false));
    finish(requests, own);
  }

  synchronized void awaitAll() throws IOException {
    definitions.requireData();
    driver.completeTogether(list(stretches, true), list(stretches, false), null);
    finishAll();
  }

  synchronized void awaitAll(Collection<NcRequest> chosen) throws IOException {
    definitions.requireData();
    List<NcRequest> requests = List.of();
    IOException failure = null;
    try {
      requests = inOrder(chosen);
    } catch (NcException e) {
      failure = e;
    }
    List<Stretch> own = apart(requests);
    driver.completeTogether(list(own, true), list(own, false), failure);
    finish(requests, own);
  }

  synchronized void cancel(Collection<NcRequest> chosen) throws NcException {
    definitions.requireOpen();
    List<NcRequest> requests = inOrder(chosen);
    apart(requests).forEach(Stretch::cancel);
    for (NcRequest request : requests) {
      if (request.isPut() && request.bytes() > 0) {
        opened.cancelPut(request.bytes());
      }
    }
    forget(requests);
  }

  /** Puts must reach the file in the order they were begun, whatever order they are named in. */
  private List<NcRequest> inOrder(Collection<NcRequest> chosen) throws NcException {
    Arguments.require(chosen, NcFile.REQUESTS);
    for (NcRequest request : chosen) {
      if (request == null || !request.isPendingIn(this)) {
        throw new NcException(NcError.NC_EINVAL_REQUEST, "not pending here: " + request);
      }
    }
    List<NcRequest> sorted = new ArrayList<>(chosen);
    sorted.sort(Comparator.comparingLong(NcRequest::number));
    List<NcRequest> once = new ArrayList<>(sorted.size());
    NcRequest last = null;
    for (NcRequest request : sorted) {
      if (request != last) {
        once.add(request);
      }
      last = request;
    }
    return once;
  }

  /** Splits all stretches, and returns those of some requests. */
  private List<Stretch> apart(List<NcRequest> requests) {
    if (requests.isEmpty()) {
      return List.of();
    }
    stretches = new ArrayList<>(pending.size());
    for (NcRequest request : pending) {
      request.standAlone();
      stretches.add(request.stretch());
    }
    return requests.stream().map(NcRequest::stretch).toList();
  }

  private static List<Transfer> list(List<Stretch> some, boolean puts) {
    List<Transfer> all = new ArrayList<>(some.size());
    for (Stretch stretch : some) {
      if (stretch.isPut() == puts) {
        stretch.list(all);
      }
    }
    return all;
  }

  private void finishAll() throws IOException {
    if (stretches.stream().anyMatch(Stretch::isInDoubt)) {
      // Once more one by one, all of them, because some may lie over others.
      apart(pending);
      driver.complete(list(stretches, true), list(stretches, false));
    }
    NcException first = finish(stretches);
    // New lists, because long ones would keep their space for ever.
    pending = new ArrayList<>();
    stretches = new ArrayList<>();
    bufferUsed = 0;
    slabs.reuse();
    if (first != null) {
      throw first;
    }
  }

  private void finish(List<NcRequest> requests, List<Stretch> own) throws NcException {
    NcException first = finish(own);
    forget(requests);
    if (first != null) {
      throw first;
    }
  }

  /** Tells each what became of it, and returns what the first that failed says. */
  private @Nullable NcException finish(List<Stretch> done) {
    NcException first = null;
    for (Stretch stretch : done) {
      stretch.complete(outcome(stretch));
      first = first == null ? stretch.failure() : first;
    }
    return first;
  }

  private @Nullable NcException outcome(Stretch stretch) {
    for (Transfer transfer : stretch.transfers()) {
      IOException cause = transfer.failure();
      if (cause instanceof NcException known) {
        return known;
      }
      if (cause != null) {
        NcError error = stretch.isPut() ? NcError.NC_EWRITE : NcError.NC_EREAD;
        return new NcException(error, BurstlogException.reason(cause), cause)
            .variable(definitions.layout().header().variables().get(transfer.variable()).name());
      }
    }
    try {
      stretch.deliver();
      return null;
    } catch (NcException e) {
      return e;
    }
  }

  /** Forgets requests that are not pending any more. */
  private void forget(List<NcRequest> requests) {
    for (NcRequest request : requests) {
      bufferUsed -= request.isBuffered() ? request.bytes() : 0;
    }
    if (requests.size() == pending.size()) {
      pending = new ArrayList<>();
      stretches = new ArrayList<>();
      slabs.reuse();
    } else {
      pending.removeIf(request -> !request.isPendingIn(this));
      stretches.removeIf(stretch -> stretch.state() != NcRequest.State.PENDING);
    }
  }

  synchronized void attach(long bytes) throws NcException {
    definitions.requireOpen();
    if (bytes <= 0) {
      throw new NcException(NcError.NC_ENULLBUF, bytes + " bytes");
    }
    if (bufferSize >= 0) {
      throw new NcException(NcError.NC_EPREVATTACHBUF, "it has " + bufferSize + " bytes");
    }
    bufferSize = bytes;
  }

  synchronized void detach() throws NcException {
    definitions.requireOpen();
    requireBuffer();
    if (pending.stream().anyMatch(NcRequest::isBuffered)) {
      throw new NcException(NcError.NC_EPENDINGBPUT, bufferUsed + " bytes are in use");
    }
    bufferSize = -1;
  }

  synchronized long bufferSize() throws NcException {
    requireBuffer();
    return bufferSize;
  }

  synchronized long bufferUsed() throws NcException {
    requireBuffer();
    return bufferUsed;
  }

  private void requireBuffer() throws NcException {
    if (bufferSize < 0) {
      throw new NcException(NcError.NC_ENULLABUF, "there is no buffer");
    }
  }
}
