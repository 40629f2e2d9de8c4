package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainFailedException;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.GroupException;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.storage.StorageException;
import org.jspecify.annotations.Nullable;

/**
 * The driver on top of all others. It begins each collective call in the {@link MeetingGroup}, and
 * makes netCDF's errors of what those below throw in one, so that who uses a file has one exception
 * to catch; only a {@link GroupException} stays what it is, as after it nothing can be done
 * together any more. Errors of puts and gets of one process alone are made netCDF's where the
 * variable is known by name.
 *
 * <p>Collective calls are made one after the other, whatever threads make them; calls of one
 * process alone go on meanwhile.
 */
public final class Front implements Driver {
  private final Driver next;
  private final MeetingGroup group;

  /**
   * Puts itself over the other drivers.
   *
   * @param next the one below
   * @param group the group that the drivers use
   */
  public Front(Driver next, MeetingGroup group) {
    this.next = next;
    this.group = group;
  }

  /**
   * Makes netCDF's error of another.
   *
   * @param error what to call it when it is none of netCDF's yet
   * @param failure what was thrown
   * @return it, or one that has it as its cause
   * @throws GroupException when it is one
   */
  public static NcException asNetcdf(NcError error, IOException failure) throws GroupException {
    if (failure instanceof GroupException broken) {
      throw broken;
    }
    if (failure instanceof NcException known) {
      return known;
    }
    if (failure instanceof TierException tier) {
      return ofTier(tier);
    }
    if (StorageException.isTooManyOpenFiles(failure)) {
      return new NcException(NcError.NC_ENFILE, BurstlogException.reason(failure), failure)
          .remedy("");
    }
    NcException made = new NcException(error, BurstlogException.reason(failure), failure);
    // A drain says what to do, and so does a burst buffer that cannot begin: better than what fits
    // every error of this kind.
    boolean says =
        failure instanceof DrainFailedException
            || (error == NcError.NC_EOFILE && failure instanceof BurstlogException);
    return says ? made.remedy("") : made;
  }

  /**
   * The tier is none of netCDF's business, so the code says what is wrong and not with which file.
   */
  private static NcException ofTier(TierException failure) {
    NcError error =
        switch (failure.problem()) {
          case FULL -> NcError.NC_ENO_SPACE;
          case UNSUITABLE -> NcError.NC_EINVAL;
          case TOO_MANY_OPEN_FILES -> NcError.NC_ENFILE;
          case BROKEN -> NcError.NC_EFILE;
        };
    String told = BurstlogException.messageOf(failure);
    Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
    return new NcException(error, told, cause).remedy("");
  }

  private interface Work {
    void run() throws IOException;
  }

  private synchronized void together(Call call, NcError otherwise, Work work) throws IOException {
    try {
      group.begin(call);
      work.run();
    } catch (IOException e) {
      throw asNetcdf(otherwise, e);
    } finally {
      group.end();
    }
  }

  /** What tells the file from others, in every process alike. */
  long identity() {
    return group.identity();
  }

  /** The driver below, when that is one that can flush together with others; else null. */
  @Nullable BufferedDriver buffered() {
    return next instanceof BufferedDriver buffered ? buffered : null;
  }

  /** Goes on, when the call was begun or with why it must not be made. */
  interface Held {
    void run(@Nullable NcException refused) throws IOException;
  }

  /**
   * Begins a call that is made together with other files, and makes no other until it has ended.
   */
  synchronized void hold(Call call, Held held) throws IOException {
    NcException refused = null;
    try {
      group.begin(call);
    } catch (NcException e) {
      refused = e;
    }
    try {
      held.run(refused);
    } finally {
      group.end();
    }
  }

  /** Begins the first meeting of a call. */
  Begun<long[]> meet(long... values) throws IOException {
    return group.begin(Collective.max(values));
  }

  @Override
  public long records() {
    return next.records();
  }

  @Override
  public void beginDefine() throws IOException {
    together(Call.REDEFINE, NcError.NC_EWRITE, next::beginDefine);
  }

  @Override
  public void endDefine(Relayout relayout) throws IOException {
    together(Call.END_DEFINE, NcError.NC_EWRITE, () -> next.endDefine(relayout));
  }

  @Override
  public void rewriteHeader(Layout layout) throws IOException {
    together(Call.CHANGE, NcError.NC_EWRITE, () -> next.rewriteHeader(layout));
  }

  @Override
  public void put(int variable, Region region, Object source, long offset, long length)
      throws IOException {
    next.put(variable, region, source, offset, length);
  }

  @Override
  public void putTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    together(Call.PUT, NcError.NC_EWRITE, () -> next.putTogether(transfers, failure));
  }

  @Override
  public void get(int variable, Region region, Object into, long offset, long length)
      throws IOException {
    next.get(variable, region, into, offset, length);
  }

  @Override
  public void getTogether(List<Transfer> transfers, @Nullable IOException failure)
      throws IOException {
    together(Call.GET, NcError.NC_EREAD, () -> next.getTogether(transfers, failure));
  }

  @Override
  public void complete(List<Transfer> puts, List<Transfer> gets) throws IOException {
    try {
      next.complete(puts, gets);
    } catch (IOException e) {
      throw asNetcdf(NcError.NC_EWRITE, e);
    }
  }

  @Override
  public void completeTogether(
      List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure) throws IOException {
    together(Call.COMPLETE, NcError.NC_EWRITE, () -> next.completeTogether(puts, gets, failure));
  }

  @Override
  public void fill(int variable, long record) throws IOException {
    together(Call.FILL, NcError.NC_EWRITE, () -> next.fill(variable, record));
  }

  @Override
  public void syncRecords() throws IOException {
    together(Call.SYNC_RECORDS, NcError.NC_EWRITE, next::syncRecords);
  }

  @Override
  public void flush() throws IOException {
    together(Call.FLUSH, NcError.NC_EWRITE, next::flush);
  }

  @Override
  public void sync() throws IOException {
    together(Call.SYNC, NcError.NC_EWRITE, next::sync);
  }

  /**
   * Gives up together; when others close, closes, because they want to keep the file.
   *
   * @throws IOException also when some process did something else before
   */
  @Override
  public void abandon() throws IOException {
    leave(Call.ABORT);
  }

  /**
   * Closes together. A process whose part of the program has ended early comes here while others do
   * something else: they are told, and it waits for them to come too, so that nothing of what was
   * put is lost.
   *
   * @throws IOException also when some process did something else before
   */
  @Override
  public void close() throws IOException {
    leave(Call.CLOSE);
  }

  @Override
  public void leave() throws IOException {
    next.leave();
  }

  private synchronized void leave(Call own) throws IOException {
    try {
      leaveTogether(own);
    } catch (GroupException e) {
      try {
        next.leave();
      } catch (IOException | RuntimeException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  private void leaveTogether(Call own) throws IOException {
    NcException unsettled = group.settleToLeave(own);
    try {
      if (own == Call.ABORT && group.meetToAbort()) {
        next.abandon();
      } else {
        if (own == Call.CLOSE) {
          group.beginToClose();
        }
        next.close();
        group.meet();
      }
    } catch (IOException e) {
      throw asNetcdf(NcError.NC_EFILE, e);
    } finally {
      group.end();
    }
    NcException parted = unsettled == null ? group.parted() : unsettled;
    if (parted == null && !group.isLeftAlike()) {
      parted =
          new NcException(
              NcError.NC_EMULTIDEFINE_FNC_ARGS,
              "some processes close the file and some give it up; it was closed");
    }
    if (parted != null) {
      throw parted;
    }
  }
}
