package org.burstlog.netcdf;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.burstlog.netcdf.header.NcException;

/** What an open file does about transfers that were begun: it completes or cancels them. */
public abstract sealed class NcRequests extends NcInquiry permits NcFile {
  static final String REQUESTS = "the list of requests";

  final Transfers transfers;
  final Requests requests;

  NcRequests(Opening.Opened opened) {
    super(opened);
    transfers = new Transfers(opened);
    requests = new Requests(opened, transfers);
  }

  /**
   * Completes requests, combined with each other, without regard to other processes. Afterwards
   * each knows whether it failed, be it by a value that did not fit, which concerns no other value.
   *
   * @param chosen some that are pending; none for all of them
   * @throws NcException what the first that failed says; NC_EINVAL_REQUEST
   * @throws IOException when the file cannot be used any more
   */
  public void await(NcRequest... chosen) throws IOException {
    Arguments.require(chosen, REQUESTS);
    if (chosen.length == 0) {
      requests.await();
    } else {
      requests.await(Arrays.asList(chosen));
    }
  }

  /**
   * Completes requests, combined with each other and those of other processes. Collective;
   * afterwards each knows whether it failed. Takes an empty list where a process has none. A value
   * that did not fit is told in the process that put it, and in no other.
   *
   * @param chosen some that are pending
   * @throws NcException what the first of this process that failed says; in every process when one
   *     named a request that is not pending, NC_EINVAL_REQUEST
   * @throws IOException when the file cannot be used any more
   */
  public void awaitAll(List<NcRequest> chosen) throws IOException {
    requests.awaitAll(chosen);
  }

  /**
   * Completes all pending requests, combined with each other and those of other processes.
   * Collective.
   *
   * @throws IOException see {@link #awaitAll(List)}
   */
  public void awaitAll() throws IOException {
    requests.awaitAll();
  }

  /**
   * Forgets requests, which then have had no effect.
   *
   * @param chosen some that are pending; none for all of them
   * @throws NcException NC_EINVAL_REQUEST, NC_EBADID
   */
  public void cancel(NcRequest... chosen) throws NcException {
    Arguments.require(chosen, REQUESTS);
    if (chosen.length == 0) {
      requests.cancelAll();
    } else {
      requests.cancel(Arrays.asList(chosen));
    }
  }

  /**
   * Returns how many requests wait to be completed.
   *
   * @return their number, in this process
   */
  public int pendingRequests() {
    return requests.pending();
  }

  /**
   * Provides a buffer for {@link NcVariable#buffered}.
   *
   * @param bytes how much pending buffered puts may take, in the types of the file
   * @throws NcException NC_ENULLBUF, NC_EPREVATTACHBUF, NC_EBADID
   */
  public void attachBuffer(long bytes) throws NcException {
    requests.attach(bytes);
  }

  /**
   * Takes the buffer away again.
   *
   * @throws NcException NC_ENULLABUF, NC_EPENDINGBPUT, NC_EBADID
   */
  public void detachBuffer() throws NcException {
    requests.detach();
  }

  /**
   * Returns the size of the buffer.
   *
   * @return bytes
   * @throws NcException NC_ENULLABUF
   */
  public long bufferSize() throws NcException {
    return requests.bufferSize();
  }

  /**
   * Returns how much of the buffer is in use.
   *
   * @return bytes of pending buffered puts
   * @throws NcException NC_ENULLABUF
   */
  public long bufferUsed() throws NcException {
    return requests.bufferUsed();
  }

  Transfers transfers() {
    return transfers;
  }

  Requests requests() {
    return requests;
  }
}
