package org.burstlog.netcdf;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.depot.Closings;
import org.burstlog.depot.Depot;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainProgress;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.FilesFlusher;
import org.burstlog.netcdf.driver.Front;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.Dimension;
import org.burstlog.netcdf.header.HeaderBuilder;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.header.Variable;
import org.burstlog.recover.Attachment;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * A netCDF file, CDF-1, CDF-2 or CDF-5, that the processes of a group write and read together.
 *
 * <pre>{@code
 * try (NcFile file = NcFile.create(Path.of("weather.nc"))) {
 *   NcDimension time = file.defineUnlimited("time");
 *   NcDimension station = file.defineDimension("station", 3);
 *   NcVariable temperature = file.defineVariable("temperature", NcType.DOUBLE, time, station);
 *   temperature.attributes().put("units", "K");
 *   file.endDefine();
 *
 *   Region firstRecord = Region.of(new long[] {0, 0}, new long[] {1, 3});
 *   temperature.put(firstRecord, new double[] {281.5, 279.25, 284});
 * }
 * }</pre>
 *
 * <p>With {@link NcOptions#group} the same program runs in parallel; each process puts its own
 * region. Definitions, {@link #endDefine}, {@link #redefine}, {@link #sync}, {@link #close} and the
 * calls of {@link NcVariable#collective} are <em>collective</em>: all processes make the same calls
 * in the same order. When one fails in one process it fails in all, and nobody is left waiting; of
 * a collective put that failed elsewhere a process may be told by one of its next calls, see {@link
 * NcVariable#collective}. Other puts and gets concern the process that calls them. There are no
 * modes to switch between these two kinds, because each call says which it is.
 *
 * <p>A process sees what it has put at once. Others see it after a {@link #sync} that both have
 * called; that two processes put different values into the same place between two syncs is
 * undefined.
 *
 * <p>What goes wrong is told by an {@link NcException}, which has netCDF's code, and the exception
 * of another part of the library or of the JDK as its cause. Only when processes of the group
 * cannot be reached any more, a {@link org.burstlog.group.GroupException} is thrown as it is. All
 * processes are told when they find themselves in different collective calls, because one of them
 * has left the way of the others; nothing is done then.
 *
 * <p>Several threads of a process may use a file at once: put and get in any form, begin transfers
 * and {@linkplain #await complete} those that they name, and look at definitions and attributes.
 * Collective calls are made by one of them at a time, and the others may go on meanwhile. When
 * definitions begin or end, and at {@link #abort} and {@link #close}, no other thread uses the
 * file. A put that begins after another has returned is later than that one; of puts made at the
 * same time each element gets the value of one, whole. A get sees what was put by any thread of its
 * process before it began.
 *
 * <p>An interrupt ends no call; the thread is still interrupted when the call returns.
 *
 * <p>All objects of a file end with {@link #close}.
 */
public final class NcFile implements Closeable {
  static final String REQUESTS = "the list of requests";

  private final Opening.Opened opened;
  private final Definitions definitions;
  private final Driver driver;
  private final Transfers transfers;
  private final Requests requests;
  private final List<NcDimension> dimensions = Collections.synchronizedList(new ArrayList<>());
  private final List<NcVariable> variables = Collections.synchronizedList(new ArrayList<>());
  private final NcAttributes attributes = new NcAttributes(this, HeaderBuilder.GLOBAL);

  /** The close that goes on in the background; null before it. */
  private volatile Closings.@Nullable Closing closing;

  NcFile(Opening.Opened opened) {
    this.opened = opened;
    definitions = opened.definitions();
    driver = opened.driver();
    transfers = new Transfers(opened);
    requests = new Requests(opened, transfers);
    addDefined();
  }

  /** Makes objects of what is defined already. */
  private void addDefined() {
    int count = definitions.builder().dimensions().size();
    for (int id = 0; id < count; id++) {
      dimensions.add(new NcDimension(this, id));
    }
    if (!definitions.isNew()) {
      for (Variable variable : definitions.layout().header().variables()) {
        List<NcDimension> own =
            IntStream.range(0, variable.rank())
                .mapToObj(d -> dimensions.get(variable.dimensionId(d)))
                .toList();
        variables.add(new NcVariable(this, variable.id(), variable.type(), own));
      }
    }
  }

  /**
   * Creates a file in this process alone, replacing one that exists.
   *
   * @param path where
   * @return the file, in define mode
   * @throws NcException NC_EOFILE
   * @throws IOException when it cannot be created
   */
  public static NcFile create(Path path) throws IOException {
    return create(path, NcOptions.defaults());
  }

  /**
   * Creates a file. Collective.
   *
   * @param path where
   * @param options how
   * @return the file, in define mode
   * @throws NcException NC_EEXIST, NC_EOFILE, NC_EMULTIDEFINE_CMODE
   * @throws IOException in every process, when it cannot be created
   */
  public static NcFile create(Path path, NcOptions options) throws IOException {
    return new NcFile(Opening.create(path, options));
  }

  /**
   * Opens a file in this process alone, for reading and writing.
   *
   * @param path where it is
   * @return the file, in data mode
   * @throws NcException NC_ENOENT, NC_EOFILE, NC_ENOTNC
   * @throws IOException when it cannot be read
   */
  public static NcFile open(Path path) throws IOException {
    return open(path, NcOptions.defaults());
  }

  /**
   * Opens a file. Collective.
   *
   * @param path where it is
   * @param options how
   * @return the file, in data mode
   * @throws NcException NC_ENOENT, NC_EOFILE, NC_ENOTNC, NC_EMULTIDEFINE_OMODE
   * @throws IOException in every process, when it cannot be read
   */
  public static NcFile open(Path path, NcOptions options) throws IOException {
    return new NcFile(Opening.open(path, options));
  }

  /**
   * Follows the program that writes a file, record by record. Waits until the file is there, as
   * long as it takes: this may be called before the program has made it. Collective.
   *
   * @param path where it is, or will be
   * @param options how it is read; {@link NcOptions#readOnly} goes without saying
   * @return hands out each record when it is complete
   * @throws NcException NC_EINVAL when logs are not looked at, and what {@link #open} throws
   * @throws IOException in every process, when it cannot be read
   */
  public static NcFollower follow(Path path, NcOptions options) throws IOException {
    return NcFollower.begin(path, options, Patience.ENDLESS);
  }

  /**
   * Follows the program that writes a file, record by record. Collective.
   *
   * @param path where it is, or will be
   * @param options how it is read; {@link NcOptions#readOnly} goes without saying
   * @param patience the longest wait for the file, and for its header
   * @return hands out each record when it is complete
   * @throws NcException NC_ENOENT when the file was not made in that time, NC_ENOTNC when it has no
   *     header; NC_EINVAL when logs are not looked at, and what {@link #open} throws
   * @throws IOException in every process, when it cannot be read
   */
  public static NcFollower follow(Path path, NcOptions options, Duration patience)
      throws IOException {
    return NcFollower.begin(path, options, patience);
  }

  /**
   * Deletes a file. Collective.
   *
   * @param path where it is
   * @param options with the group
   * @throws NcException NC_ENOENT, NC_EFILE
   * @throws IOException in every process, when it cannot be deleted
   */
  public static void delete(Path path, NcOptions options) throws IOException {
    Opening.delete(path, options);
  }

  /**
   * Defines a dimension. In define mode; collective.
   *
   * @param name its name
   * @param length its length, at least 1
   * @return the dimension
   * @throws NcException NC_EDIMSIZE, NC_ENAMEINUSE, NC_EBADNAME, NC_EMAXNAME, NC_ENOTINDEFINE,
   *     NC_EPERM
   * @throws IOException when the group cannot be used any more
   */
  public NcDimension defineDimension(String name, long length) throws IOException {
    if (length == Dimension.UNLIMITED) {
      throw new NcException(NcError.NC_EDIMSIZE, "dimension '" + name + "' has the length 0")
          .remedy("call defineUnlimited for a dimension that grows");
    }
    return define(name, length);
  }

  /**
   * Defines the dimension that grows as records are written. In define mode; collective.
   *
   * @param name its name
   * @return the dimension
   * @throws NcException NC_EUNLIMIT, NC_ENAMEINUSE, NC_EBADNAME, NC_EMAXNAME, NC_ENOTINDEFINE,
   *     NC_EPERM
   * @throws IOException when the group cannot be used any more
   */
  public NcDimension defineUnlimited(String name) throws IOException {
    return define(name, Dimension.UNLIMITED);
  }

  private NcDimension define(String name, long length) throws IOException {
    definitions.define(
        () -> "dimension '" + name + "' of length " + length, b -> b.defineDimension(name, length));
    NcDimension dimension = new NcDimension(this, dimensions.size());
    dimensions.add(dimension);
    return dimension;
  }

  /**
   * Defines a variable. In define mode; collective.
   *
   * @param name its name
   * @param type what its elements are in the file
   * @param dims its dimensions, the one that varies slowest first; none for a scalar
   * @return the variable
   * @throws NcException NC_EBADDIM, NC_EUNLIMPOS, NC_ESTRICTCDF2, NC_EMAXDIMS, NC_ENAMEINUSE,
   *     NC_EBADNAME, NC_EMAXNAME, NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException when the group cannot be used any more
   */
  public NcVariable defineVariable(String name, NcType type, NcDimension... dims)
      throws IOException {
    Arguments.require(type, "the type");
    Arguments.require(dims, "the list of dimensions");
    int[] ids = new int[dims.length];
    for (int d = 0; d < ids.length; d++) {
      // A dimension of another file has no place here.
      ids[d] = dimensions.indexOf(dims[d]);
    }
    definitions.define(
        () ->
            "variable '"
                + name
                + "' of "
                + type.symbol()
                + " over dimensions "
                + Arrays.toString(ids),
        b -> b.defineVariable(name, type, ids));
    NcVariable variable = new NcVariable(this, variables.size(), type, List.of(dims));
    variables.add(variable);
    definitions.fillModes().added(variable.id());
    return variable;
  }

  void renameVariable(NcVariable variable, String name) throws IOException {
    definitions.change(
        () -> "variable " + variable.id() + " to be renamed '" + name + "'",
        b -> b.renameVariable(variable.id(), name));
  }

  /**
   * Says whether variables are filled when they are made: those of this define mode, before and
   * after this call. They are not, unless told. In define mode; collective.
   *
   * @param fill true to fill them
   * @return what held for new variables before
   * @throws NcException NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException when the group cannot be used any more
   */
  public boolean setFill(boolean fill) throws IOException {
    definitions.define(() -> "fill mode " + fill, b -> {});
    return definitions.fillModes().setAll(fill, variables.size());
  }

  /**
   * Ends define mode: lays out the file, moves what must move, writes the header, and fills new
   * variables that are to be. Collective.
   *
   * @throws NcException NC_EVARSIZE, NC_EMULTIDEFINE and those that say what differs,
   *     NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException in every process, when the file could not be written in any
   */
  public void endDefine() throws IOException {
    definitions.end();
  }

  /**
   * Ends define mode with boundaries and free space for what is placed now. Collective.
   *
   * @param placement boundaries and free space
   * @throws IOException see {@link #endDefine()}
   */
  public void endDefine(LayoutSettings placement) throws IOException {
    definitions.end(placement);
  }

  /**
   * Ends the first define mode of a file without definitions, with those that another library has
   * made and laid out. Nothing is filled. Collective.
   *
   * @param laidOut from a header in the file's format, see {@link
   *     org.burstlog.netcdf.header.HeaderCodec#decode(org.burstlog.netcdf.header.HeaderSource)}
   * @throws NcException NC_EINVAL where something is defined, or the format is another;
   *     NC_EMULTIDEFINE and those that say what differs, NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException in every process, when the file could not be written in any
   */
  public void endDefine(Layout laidOut) throws IOException {
    definitions.end(laidOut);
    addDefined();
  }

  /**
   * Begins define mode again. Collective; what was put before is seen by all after it.
   *
   * @throws NcException NC_EINDEFINE, NC_EPERM, NC_EBADID
   * @throws IOException in every process, when the file could not be written in any
   */
  public void redefine() throws IOException {
    definitions.begin();
  }

  /**
   * Tells whether the file is in define mode.
   *
   * @return true until {@link #endDefine}
   */
  public boolean isDefining() {
    return definitions.isDefining();
  }

  /**
   * Returns the path.
   *
   * @return as it was created or opened
   */
  public Path path() {
    return opened.path();
  }

  /**
   * Returns what is set.
   *
   * @return the settings in force, with what was chosen where nothing was set
   */
  public Settings settings() {
    BurstBuffer buffer = opened.buffer();
    return buffer == null ? opened.settings() : buffer.settings();
  }

  /**
   * Returns what the burst buffer has done in this process.
   *
   * @return the counts as they are now, also after closing; empty when there is no burst buffer
   */
  public Optional<Statistics> statistics() {
    Attachment attachment = opened.attachment();
    return attachment == null
        ? Optional.ofNullable(opened.buffer()).map(BurstBuffer::statistics)
        : Optional.of(attachment.statistics());
  }

  /**
   * Returns the format.
   *
   * @return CDF-1, CDF-2 or CDF-5
   */
  public CdfVersion format() {
    return opened.format();
  }

  /**
   * Returns the dimensions.
   *
   * @return in the order they were defined
   */
  public List<NcDimension> dimensions() {
    return List.copyOf(dimensions);
  }

  /**
   * Returns a dimension.
   *
   * @param name its name
   * @return the dimension
   * @throws NcException NC_EBADDIM
   */
  public NcDimension dimension(String name) throws NcException {
    Arguments.requireName(name);
    int id = definitions.builder().dimensionId(name);
    if (id < 0) {
      throw new NcException(NcError.NC_EBADDIM, "there is no dimension '" + name + "'");
    }
    return dimensions.get(id);
  }

  /**
   * Returns the variables.
   *
   * @return in the order they were defined
   */
  public List<NcVariable> variables() {
    return List.copyOf(variables);
  }

  /**
   * Returns a variable.
   *
   * @param name its name
   * @return the variable
   * @throws NcException NC_ENOTVAR
   */
  public NcVariable variable(String name) throws NcException {
    Arguments.requireName(name);
    int id = definitions.builder().variableId(name);
    if (id < 0) {
      throw new NcException(NcError.NC_ENOTVAR, "there is no variable '" + name + "'");
    }
    return variables.get(id);
  }

  /**
   * Returns the number of records: own ones at once, those of other processes after a collective
   * put or a sync. Waits, after collective puts, for processes that have not come to them yet.
   *
   * @return how many
   */
  public long records() {
    return driver.records();
  }

  /**
   * Returns the size of a record.
   *
   * @return bytes from one record to the next, 0 without record variables
   * @throws NcException NC_EINDEFINE, NC_EBADID
   */
  public long recordSize() throws NcException {
    definitions.requireData();
    return definitions.layout().recordSize();
  }

  /**
   * Returns the length of the header.
   *
   * @return bytes, without what is kept free behind it
   * @throws NcException NC_EINDEFINE, NC_EBADID
   */
  public long headerSize() throws NcException {
    definitions.requireData();
    return definitions.layout().headerSize();
  }

  /**
   * Returns the length up to which the header may grow without anything being moved.
   *
   * @return offset of the first variable
   * @throws NcException NC_EINDEFINE, NC_EBADID
   */
  public long headerRoom() throws NcException {
    definitions.requireData();
    return definitions.layout().dataBegin();
  }

  /**
   * Returns the attributes of the file as a whole.
   *
   * @return those attributes, to look at and to change
   */
  public NcAttributes attributes() {
    return attributes;
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

  /**
   * Lets all processes and the header know the number of records. Collective.
   *
   * @throws IOException in every process, when that failed in any
   */
  public void syncRecords() throws IOException {
    definitions.requireWritable();
    definitions.requireData();
    driver.syncRecords();
  }

  /**
   * Moves what was put to the file, where it is kept elsewhere first. Collective.
   *
   * <p>With {@code drain.mode=background} it returns when a drain in the background has been given
   * what was put, which is safe in the log until then; see {@link #awaitDrained}. Other processes
   * see it all the same: their gets wait for the drain.
   *
   * @throws IOException in every process, when that failed in any
   */
  public void flush() throws IOException {
    definitions.requireData();
    driver.flush();
  }

  /**
   * Flushes several files in one call, as {@link #flush} does one, and plans over all of them how
   * the processes share the work; see {@link Settings#DRAIN_FILES}. Collective: all processes name
   * the same files, in any order. Files that are drained at once do not wait for each other, and
   * one that fails does so alone. {@link #explain} tells how it went.
   *
   * @param files which files, all open by the same processes
   * @throws IOException in every process, when some file could not be flushed; the others are. Of
   *     several that could not, one is told, and the others are suppressed in it
   */
  public static void flushAll(NcFile... files) throws IOException {
    Arguments.require(files, "the list of files");
    List<Front> drivers = new ArrayList<>();
    for (NcFile file : files) {
      Arguments.require(file, "a file");
      file.definitions.requireData();
      drivers.add(file.opened.driver());
    }
    FilesFlusher.flush(drivers);
  }

  /**
   * Waits until all that this process has given to drains in the background is in the file: what it
   * put before the last {@link #flush} and, behind a close that goes on in the background, all. Not
   * collective; does nothing where no such drain is under way. Where MPI was started for less than
   * {@code MPI_THREAD_MULTIPLE}, it needs the other processes to call it, too, or another method
   * that waits for drains.
   *
   * @throws NcException NC_EWRITE when such a drain failed; what was put is kept in the logs, and
   *     the next {@link #flush}, {@link #sync} or {@link #close} tries again
   * @throws IOException when the group cannot be used any more
   */
  public void awaitDrained() throws IOException {
    Closings.Closing closed = closing;
    BurstBuffer buffer = opened.buffer();
    try {
      if (closed != null) {
        closed.await();
      } else if (buffer != null) {
        buffer.awaitDrained();
      }
    } catch (IOException e) {
      throw Front.asNetcdf(NcError.NC_EWRITE, e);
    }
  }

  /**
   * Tells whether a drain in the background is under way. Where drains have no thread that may call
   * MPI, this lets them go on a little, as puts and gets do.
   *
   * @return true while a drain works on what this process has flushed, or a close goes on in the
   *     background; false also behind a drain that has failed, see {@link DrainProgress#failed}
   */
  public boolean isDraining() {
    Closings.Closing closed = closing;
    if (closed != null) {
      return closed.isUnderWay();
    }
    BurstBuffer buffer = opened.buffer();
    return buffer != null && buffer.isDraining();
  }

  /**
   * Tells how far what this process has given to drains in the background has come. A close that
   * goes on in the background has given all.
   *
   * @return bytes, and an estimate of the time left
   */
  public DrainProgress progress() {
    BurstBuffer buffer = opened.buffer();
    return buffer == null ? DrainProgress.NOTHING : buffer.progress();
  }

  /**
   * Has a listener told of what this process gives to drains in the background from now on, beside
   * those that are told already. Nothing is told where there are no such drains.
   *
   * @param listener is told, see {@link DrainListener}
   * @throws NcException NC_EINVAL when there is no listener, NC_EBADID when the file was closed
   */
  public void listen(DrainListener listener) throws NcException {
    Arguments.require(listener, "the listener");
    definitions.requireOpen();
    BurstBuffer buffer = opened.buffer();
    if (buffer != null) {
      buffer.listen(listener);
    }
  }

  /**
   * Says in one line whether the program waits for drains, or who takes what is flushed to the
   * file, and how to get it better.
   *
   * @return for people
   */
  public String explain() {
    Attachment attachment = opened.attachment();
    if (attachment != null) {
      return attachment.explain();
    }
    BurstBuffer buffer = opened.buffer();
    return buffer == null
        ? "there is no burst buffer; set burstlog (BURSTLOG) to on"
        : buffer.explain();
  }

  /**
   * Tells whether an independent put of this process would wait now: be delayed because its log is
   * filling while an epoch is drained, wait with a full log, drain this process alone, or write to
   * the file. Nothing is kept free by asking, so with several threads the put may wait all the
   * same.
   *
   * @param bytes bytes of the put, in the file's types
   * @return false also without a burst buffer
   * @throws NcException NC_EINVAL when the number is negative
   */
  public boolean wouldStall(long bytes) throws NcException {
    if (bytes < 0) {
      throw new NcException(NcError.NC_EINVAL, "a put has no " + bytes + " bytes");
    }
    BurstBuffer buffer = opened.buffer();
    return buffer != null && buffer.wouldStall(bytes);
  }

  /**
   * Makes all that was put durable and visible to all processes, the number of records included.
   * Collective. In a file opened for reading it does what {@link #refresh} does.
   *
   * @throws IOException in every process, when that failed in any
   */
  public void sync() throws IOException {
    definitions.requireData();
    driver.sync();
  }

  /**
   * Looks again at a file that is open for reading: in the file, and in logs, for what was put
   * since it was opened or looked at last. {@link #sync} of such a file does the same. Collective.
   *
   * @return whether there are more records than before
   * @throws NcException NC_EPERM when the file is open for writing, NC_EREAD when the program that
   *     writes it has changed definitions, NC_EBADID
   * @throws IOException in every process, when that failed in any
   */
  public boolean refresh() throws IOException {
    definitions.requireReading();
    long before = driver.records();
    driver.sync();
    return driver.records() > before;
  }

  /**
   * Gives up: forgets the definitions since {@link #redefine}, deletes a file whose first define
   * mode has not ended, and closes. Outside define mode the same as {@link #close}. Collective.
   *
   * @throws IOException when closing or deleting failed
   */
  public void abort() throws IOException {
    definitions.requireOpen();
    requests.cancelAll();
    if (definitions.isDefining() && definitions.isNew()) {
      definitions.close();
      opened.abandon();
      return;
    }
    definitions.revert();
    close();
  }

  /**
   * Ends define mode if it has not ended, writes what is not written yet, and closes the file.
   * Collective. A second close does nothing.
   *
   * <p>With {@code drain.close=background} it returns at once, and the file is complete when {@link
   * org.burstlog.buffer.Burstlog#awaitDrained} or {@link #awaitDrained} of this file returns. What
   * goes wrong is thrown there, or by the next close. A file of the same path is opened only then.
   *
   * @throws NcException NC_EPENDING when requests were pending, which are cancelled
   * @throws IOException in every process, when anything failed in any
   */
  @Override
  public void close() throws IOException {
    if (definitions.isClosed()) {
      return;
    }
    IOException failure = null;
    if (definitions.isDefining()) {
      try {
        definitions.end();
      } catch (IOException e) {
        failure = e;
      }
    }
    int pending = requests.pending();
    if (pending > 0) {
      requests.cancelAll();
      NcException left = new NcException(NcError.NC_EPENDING, pending + " requests were cancelled");
      failure = failure == null ? left : failure;
    }
    definitions.close();
    if (!opened.closesInBackground()) {
      opened.close(failure);
      return;
    }
    opened.detach();
    Closings closings = Depot.ofProcess().closings();
    try {
      closings.tellFailures();
    } catch (IOException e) {
      String told = BurstlogException.reason(e) + "; nothing is wrong with " + path();
      NcException earlier = new NcException(NcError.NC_EWRITE, told, e).remedy("");
      failure = failure == null ? earlier : failure;
    }
    closing = beginClosing(closings);
    if (failure != null) {
      throw failure;
    }
  }

  /** The program of this process may end before the file is closed. */
  private Closings.Closing beginClosing(Closings closings) {
    ProcessGroup.Stay stay = opened.group().stay();
    try {
      return closings.begin(
          path(),
          () -> {
            try (stay) {
              opened.close(null);
            }
          });
    } catch (RuntimeException | Error e) {
      stay.close();
      throw e;
    }
  }

  @Nullable Attachment attachment() {
    return opened.attachment();
  }

  Definitions definitions() {
    return definitions;
  }

  Transfers transfers() {
    return transfers;
  }

  Requests requests() {
    return requests;
  }

  @Override
  public String toString() {
    return path() + ", " + format() + ", " + dimensions + ", " + variables;
  }
}
