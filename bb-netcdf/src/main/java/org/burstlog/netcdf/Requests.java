package org.burstlog.netcdf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.Transfer;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/** The transfers that have begun and wait to be completed, in the order in which they began. */
final class Requests {
  private final Transfers transfers;
  private final Definitions definitions;
  private final Driver driver;
  private List<NcRequest> pending = new ArrayList<>();
  private final Slabs slabs = new Slabs();
  private long begun;
  private long bufferSize = -1;
  private long bufferUsed;

  Requests(Definitions definitions, Driver driver, Transfers transfers) {
    this.definitions = definitions;
    this.driver = driver;
    this.transfers = transfers;
  }

  NcRequest put(NcVariable variable, List<Region> regions, NcMemory values, boolean buffered)
      throws IOException {
    if (buffered && bufferSize < 0) {
      throw new NcException(NcError.NC_ENULLABUF, "there is no buffer").variable(variable.name());
    }
    Prepared prepared = transfers.preparePut(variable, copy(regions), values, slabs);
    if (buffered && prepared.bytes > bufferSize - bufferUsed) {
      throw new NcException(
              NcError.NC_EINSUFFBUF,
              prepared.bytes + " bytes, " + (bufferSize - bufferUsed) + " are free")
          .variable(variable.name());
    }
    bufferUsed += buffered ? prepared.bytes : 0;
    NcRequest request = add(new NcRequest(this, begun++, variable, true, buffered, prepared));
    prepared.report();
    return request;
  }

  NcRequest get(NcVariable variable, List<Region> regions, NcMemory into) throws IOException {
    Prepared prepared = transfers.prepareGet(variable, copy(regions), into);
    return add(new NcRequest(this, begun++, variable, false, false, prepared));
  }

  /** A region may be set anew by its owner while a request waits. */
  private static List<Region> copy(List<Region> regions) {
    if (regions.size() == 1) {
      return List.of(copy(regions.get(0)));
    }
    List<Region> copies = new ArrayList<>(regions.size());
    for (Region region : regions) {
      copies.add(copy(region));
    }
    return copies;
  }

  private static Region copy(Region region) {
    Region copy = new Region(region.rank());
    for (int d = 0; d < region.rank(); d++) {
      copy.set(d, region.start(d), region.count(d), region.stride(d));
    }
    return copy;
  }

  private NcRequest add(NcRequest request) {
    pending.add(request);
    return request;
  }

  int pending() {
    return pending.size();
  }

  List<NcRequest> all() {
    return Collections.unmodifiableList(pending);
  }

  void await(Collection<NcRequest> chosen) throws IOException {
    definitions.requireData();
    List<NcRequest> requests = inOrder(chosen);
    driver.complete(list(requests, true), list(requests, false));
    finish(requests);
  }

  void awaitAll(Collection<NcRequest> chosen) throws IOException {
    definitions.requireData();
    List<NcRequest> requests = List.of();
    IOException failure = null;
    try {
      requests = inOrder(chosen);
    } catch (NcException e) {
      failure = e;
    }
    driver.completeTogether(list(requests, true), list(requests, false), failure);
    finish(requests);
  }

  void cancel(Collection<NcRequest> chosen) throws NcException {
    definitions.requireOpen();
    List<NcRequest> requests = inOrder(chosen);
    requests.forEach(NcRequest::cancel);
    remove(requests);
  }

  /** Puts must reach the file in the order they were begun, whatever order they are named in. */
  private List<NcRequest> inOrder(Collection<NcRequest> chosen) throws NcException {
    for (NcRequest request : chosen) {
      if (!request.isPendingIn(this)) {
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

  private static List<Transfer> list(List<NcRequest> requests, boolean puts) {
    List<Transfer> all = new ArrayList<>(requests.size());
    for (NcRequest request : requests) {
      if (request.isPut() == puts) {
        all.addAll(request.transfers());
      }
    }
    return all;
  }

  private void finish(List<NcRequest> requests) throws NcException {
    NcException first = null;
    for (NcRequest request : requests) {
      NcException failure = outcome(request);
      request.complete(failure);
      first = first == null ? failure : first;
    }
    remove(requests);
    if (first != null) {
      throw first;
    }
  }

  private static @Nullable NcException outcome(NcRequest request) {
    for (Transfer transfer : request.transfers()) {
      IOException cause = transfer.failure();
      if (cause instanceof NcException known) {
        return known;
      }
      if (cause != null) {
        NcError error = request.isPut() ? NcError.NC_EWRITE : NcError.NC_EREAD;
        return new NcException(error, String.valueOf(cause.getMessage()), cause)
            .variable(request.variable().name());
      }
    }
    if (!request.isPut()) {
      try {
        request.prepared().deliver();
      } catch (NcException e) {
        return e;
      }
    }
    return null;
  }

  /** Forgets requests that are not pending any more. */
  private void remove(List<NcRequest> requests) {
    for (NcRequest request : requests) {
      bufferUsed -= request.isBuffered() ? request.bytes() : 0;
    }
    if (requests.size() == pending.size()) {
      // A new list, because a long one would keep its space for ever.
      pending = new ArrayList<>();
      slabs.reuse();
    } else {
      pending.removeIf(request -> !request.isPendingIn(this));
    }
  }

  void attach(long bytes) throws NcException {
    definitions.requireOpen();
    if (bytes <= 0) {
      throw new NcException(NcError.NC_ENULLBUF, bytes + " bytes");
    }
    if (bufferSize >= 0) {
      throw new NcException(NcError.NC_EPREVATTACHBUF, "it has " + bufferSize + " bytes");
    }
    bufferSize = bytes;
  }

  void detach() throws NcException {
    definitions.requireOpen();
    requireBuffer();
    if (pending.stream().anyMatch(NcRequest::isBuffered)) {
      throw new NcException(NcError.NC_EPENDINGBPUT, bufferUsed + " bytes are in use");
    }
    bufferSize = -1;
  }

  long bufferSize() throws NcException {
    requireBuffer();
    return bufferSize;
  }

  long bufferUsed() throws NcException {
    requireBuffer();
    return bufferUsed;
  }

  private void requireBuffer() throws NcException {
    if (bufferSize < 0) {
      throw new NcException(NcError.NC_ENULLABUF, "there is no buffer");
    }
  }
}
