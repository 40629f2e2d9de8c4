package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.burstlog.BurstlogException;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.buffer.FileOpening;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.driver.DirectDriver;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.DriverContext;
import org.burstlog.netcdf.driver.DriverLayer;
import org.burstlog.netcdf.driver.Front;
import org.burstlog.netcdf.driver.MeetingGroup;
import org.burstlog.netcdf.driver.NcTelling;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.Header;
import org.burstlog.netcdf.header.HeaderBuilder;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.recover.Attachment;
import org.burstlog.settings.Settings;
import org.burstlog.storage.StorageException;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetOpening;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;

/** Creates, opens and deletes files, and puts together what an open file consists of. */
final class Opening {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private static final String CLOSE_WAITS =
      "close waits, though drain.close is background, because MPI was started for one thread at a"
          + " time; start it with MPI_THREAD_MULTIPLE: by OMPI_MPI_THREAD_LEVEL=3 where the program"
          + " calls MPI.Init, by the argument where it calls MPI.InitThread";

  private static final String OPTIONS = "the object of options";
  private static final String PATH = "the path";

  private Opening() {}

  /**
   * The parts of an open file.
   *
   * @param group this file's own; closed last
   * @param buffer what holds puts first, null when nothing does
   * @param attachment what is read besides the file, null when nothing is
   */
  record Opened(
      Path path,
      CdfVersion format,
      ProcessGroup group,
      Front driver,
      Definitions definitions,
      Settings settings,
      @Nullable BurstBuffer buffer,
      @Nullable Attachment attachment) {

    /** Counts a put of the program. */
    void countPut(long bytes) {
      if (buffer != null) {
        buffer.countPut(bytes);
      }
    }

    /** Takes back a put that was cancelled. */
    void cancelPut(long bytes) {
      if (buffer != null) {
        buffer.cancelPut(bytes);
      }
    }

    /**
     * Tells whether a close may go on while the program does: where it is set, and another thread
     * may make its collective calls.
     */
    boolean closesInBackground() {
      if (buffer == null || settings.get(Settings.DRAIN_CLOSE) != Settings.Closing.BACKGROUND) {
        return false;
      }
      if (!group.concurrent() && group.rank() == 0 && Depot.ofProcess().tellsFirst(CLOSE_WAITS)) {
        LOGGER.log(System.Logger.Level.WARNING, path + ": " + CLOSE_WAITS);
      }
      return group.concurrent();
    }

    /** Says that it is closed while the program goes on. */
    void detach() {
      if (buffer != null) {
        buffer.detach();
      }
    }

    /** Closes in any case, and throws what went wrong first. */
    void close(@Nullable IOException failure) throws IOException {
      IOException first = failure;
      try {
        driver.close();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
      try {
        group.close();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
      if (first != null) {
        throw first;
      }
    }

    /** Closes and deletes the file; when others want to keep it, it is kept. */
    void abandon() throws IOException {
      try (group) {
        driver.abandon();
        Together.first(
            group,
            new NcTelling("deleting " + path, NcError.NC_EFILE),
            () -> Files.deleteIfExists(path));
      }
    }
  }

  /** A file that this process is still closing is not opened before that has ended. */
  private static void awaitClosed(@Nullable Path path) {
    if (path != null) {
      Depot.ofProcess().closings().await(path);
    }
  }

  static Opened create(Path path, NcOptions options) throws IOException {
    Arguments.require(options, OPTIONS);
    awaitClosed(path);
    ProcessGroup own = options.group().duplicate();
    MeetingGroup group = new MeetingGroup(own);
    try {
      CheckedMode checked = options.isChecked() ? new CheckedMode(group) : null;
      TargetFile.Mode mode =
          options.clobber() ? TargetFile.Mode.CREATE : TargetFile.Mode.CREATE_NEW;
      String how = options.format() + (options.clobber() ? ", clobber" : ", noclobber");
      Asked asked = new Asked(path, options);
      Together first = asked.in(group);
      if (checked != null) {
        first.same(checked.of(() -> path + ", " + how, NcError.NC_EMULTIDEFINE_CMODE));
      }
      Target target = new Target(own, group, path, mode);
      FileOpening.Opened opened = target.open(options.target(), first, asked, () -> true);
      DriverContext context = new DriverContext(group, opened.target(), asked.settings());
      Driver direct = new DirectDriver(context, true, null, 0);
      Front driver =
          stack(
              Buffering.over(direct, context, opened.buffer(), null, null),
              context,
              group,
              options);
      HeaderBuilder builder = Header.builder(options.format());
      Definitions definitions =
          new Definitions(group, driver, options.placement(), checked, true, builder, null);
      return new Opened(
          path,
          options.format(),
          group,
          driver,
          definitions,
          context.settings(),
          opened.buffer(),
          null);
    } catch (IOException e) {
      group.close();
      throw Front.asNetcdf(NcError.NC_EOFILE, e);
    } catch (RuntimeException | Error e) {
      group.close();
      throw e;
    }
  }

  static Opened open(Path path, NcOptions options) throws IOException {
    Arguments.require(options, OPTIONS);
    awaitClosed(path);
    ProcessGroup own = options.group().duplicate();
    MeetingGroup group = new MeetingGroup(own);
    try {
      boolean writable = !options.isReadOnly();
      CheckedMode checked = options.isChecked() ? new CheckedMode(group) : null;
      TargetFile.Mode mode = writable ? TargetFile.Mode.UPDATE : TargetFile.Mode.READ;
      String how = writable ? "writing" : "reading";
      Asked asked = new Asked(path, options);
      Together first = asked.in(group);
      if (checked != null) {
        first.same(checked.of(() -> path + " for " + how, NcError.NC_EMULTIDEFINE_OMODE));
      }
      Target target = new Target(own, group, path, mode);
      // Those that only read still take part when others write, and MPI-IO then says what is wrong.
      FileOpening.Opened opened =
          target.open(
              options.target(),
              first,
              asked,
              () -> writable || asked.settings().get(Settings.SWITCH));
      BurstBuffer buffer = opened.buffer();
      DriverContext context = new DriverContext(group, opened.target(), asked.settings());
      Attachment attachment = Buffering.attach(context);
      HeaderCodec.Decoded decoded = decode(group, context.target(), buffer, attachment);
      Layout layout = decoded.layout();
      Driver direct = new DirectDriver(context, writable, layout, decoded.records());
      Front driver =
          stack(
              Buffering.over(direct, context, buffer, attachment, layout), context, group, options);
      HeaderBuilder builder = decoded.header().toBuilder();
      Definitions definitions =
          new Definitions(group, driver, options.placement(), checked, writable, builder, layout);
      CdfVersion version = decoded.header().version();
      return new Opened(
          path, version, group, driver, definitions, context.settings(), buffer, attachment);
    } catch (IOException e) {
      group.close();
      throw Front.asNetcdf(NcError.NC_EOFILE, e);
    } catch (RuntimeException | Error e) {
      group.close();
      throw e;
    }
  }

  static void delete(Path path, NcOptions options) throws IOException {
    Arguments.require(options, OPTIONS);
    awaitClosed(path);
    ProcessGroup group = options.group();
    Together.run(
        group,
        new NcTelling("deleting " + path, NcError.NC_EFILE),
        () -> {
          Arguments.require(path, PATH);
          options.requireComplete();
          if (group.rank() == 0) {
            delete(path);
          }
        });
  }

  private static void delete(Path path) throws IOException {
    try {
      if (!Files.deleteIfExists(path)) {
        throw new NcException(NcError.NC_ENOENT, path.toString());
      }
    } catch (NcException e) {
      throw e;
    } catch (IOException e) {
      throw new NcException(NcError.NC_EFILE, path + " cannot be deleted", e);
    }
  }

  /**
   * What options and the environment ask for. The environment may be wrong in some processes only;
   * or differ, and one would go where the others do not.
   */
  private static final class Asked {
    private final Path path;
    private final NcOptions options;
    private @Nullable Settings settings;

    Asked(Path path, NcOptions options) {
      this.path = path;
      this.options = options;
    }

    /** Asks, as the first thing that may fail in some processes. */
    Together in(ProcessGroup group) throws IOException {
      return new Together(group)
          .step(
              new NcTelling("reading settings", NcError.NC_EINVAL),
              () -> {
                Arguments.require(path, PATH);
                options.requireComplete();
                settings = options.settings();
              });
    }

    Settings settings() {
      return Objects.requireNonNull(settings);
    }
  }

  /** Opens the file and its burst buffer, and makes netCDF's errors of what goes wrong there. */
  private static final class Target {
    private final ProcessGroup own;
    private final MeetingGroup group;
    private final Path path;
    private final TargetFile.Mode mode;

    /** What is there before tells an error from another; the first process looks. */
    private boolean existed;

    /**
     * Opens nothing yet.
     *
     * @param own what the target is given, because it may know its kind
     */
    Target(ProcessGroup own, MeetingGroup group, Path path, TargetFile.Mode mode) {
      this.own = own;
      this.group = group;
      this.path = path;
      this.mode = mode;
    }

    FileOpening.Opened open(
        TargetSystem system, Together first, Asked asked, BooleanSupplier compared)
        throws IOException {
      existed = group.rank() == 0 && first.isWell() && Files.exists(path);
      TargetOpening opening = system.begin(own, path, mode);
      return new FileOpening(group, path, mode, opening, this::explain)
          .open(first, asked::settings, compared);
    }

    private IOException explain(ProcessGroup processes, IOException e) throws IOException {
      boolean creates = mode == TargetFile.Mode.CREATE || mode == TargetFile.Mode.CREATE_NEW;
      boolean was = processes.max(existed ? 1 : 0) != 0;
      NcError error = NcError.NC_EOFILE;
      if (StorageException.isTooManyOpenFiles(e)) {
        error = NcError.NC_ENFILE;
      } else if (mode == TargetFile.Mode.CREATE_NEW && was) {
        error = NcError.NC_EEXIST;
      } else if (!creates && !was) {
        error = NcError.NC_ENOENT;
      }
      NcException told = new NcException(error, BurstlogException.reason(e), e);
      // A target says what to do; of a file that exists, only here it is known what else may be.
      boolean says = e instanceof BurstlogException && error != NcError.NC_EEXIST;
      return says ? told.remedy("") : told;
    }
  }

  private static Front stack(
      Driver bottom, DriverContext context, MeetingGroup group, NcOptions options)
      throws IOException {
    Driver driver = bottom;
    try {
      for (DriverLayer layer : options.layers()) {
        driver = layer.over(driver, context);
      }
      return new Front(driver, group);
    } catch (IOException | RuntimeException e) {
      driver.abandon();
      throw e;
    }
  }

  /** Reads the header; of what a crash left, the number of records is in it. */
  private static HeaderCodec.Decoded decode(
      ProcessGroup group,
      TargetFile target,
      @Nullable BurstBuffer buffer,
      @Nullable Attachment attachment)
      throws IOException {
    try {
      Attachment known = buffer == null ? attachment : buffer.retained();
      HeaderCodec.Decoded decoded = StoredHeader.read(group, target, known);
      if (decoded.records() != HeaderCodec.STREAMING) {
        return decoded;
      }
      long size = group.max(group.rank() == 0 ? target.size() : 0);
      return new HeaderCodec.Decoded(
          decoded.header(), decoded.layout(), decoded.layout().recordsIn(size));
    } catch (IOException | RuntimeException e) {
      if (buffer != null) {
        buffer.close();
      }
      if (attachment != null) {
        attachment.close();
      }
      target.close();
      if (e instanceof NcException netcdf) {
        throw netcdf.file(target.path().toString());
      }
      throw e;
    }
  }
}
