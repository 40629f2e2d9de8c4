package org.burstlog.netcdf;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.burstlog.group.Ending;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.driver.NcTelling;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.recover.Attachment;
import org.burstlog.recover.TargetWriter;

/**
 * Follows a program that writes a file, record by record, while it runs.
 *
 * <pre>{@code
 * try (NcFollower follower = NcFile.follow(Path.of("weather.nc"), NcOptions.defaults())) {
 *   while (follower.next()) {
 *     NcVariable temperature = follower.file().variable("temperature");
 *     double[] now = temperature.getDoubles(
 *         Region.of(new long[] {follower.record(), 0}, new long[] {1, 3}));
 *     // ...
 *   }
 * }
 * }</pre>
 *
 * <p>Each record is handed out once, in order, when it is <em>complete</em>: when all processes of
 * the program have called {@link NcFile#flush}, {@link NcFile#sync}, {@link NcFile#redefine},
 * {@link NcFile#awaitAll()} with {@code wait=drain}, or {@link NcFile#close} behind it. It need not
 * be in the file then: it is read from the logs. What is read of it is what the program had put
 * when it made that call, or has put later.
 *
 * <p>The program has the burst buffer switched on, and this one, too, with the same tier. It is not
 * asked, locked or delayed. A program without a burst buffer cannot be told from one that has
 * closed the file.
 *
 * <p>All methods that look are collective over the processes of {@link NcOptions#group}: {@link
 * NcFile#follow}, {@link #next(Duration)}, {@link #next()} and {@link #close}. Records are handed
 * out to all processes alike. One thread at a time uses a follower.
 */
public final class NcFollower implements Closeable {
  /** What became of waiting for the next record. */
  public enum Step {
    /** The next record is complete; {@link NcFollower#record} tells which it is. */
    NEXT,
    /** The program has closed the file, and all of its records were handed out. */
    END,
    /** Nothing new so far, and the patience is over. */
    NOT_YET
  }

  /**
   * A session that crashes leaves its logs as they are, so now and then it is asked whether anybody
   * still holds its locks.
   */
  private static final int LOOKS_BEFORE_ASKING = 16;

  private final Path path;
  private final NcOptions options;
  private final ProcessGroup group;
  private NcFile file;
  private TargetWriter writer;
  private long record = -1;

  /** Records before this one may be handed out. */
  private long complete;

  private int looks;
  private boolean closed;

  private NcFollower(Path path, NcOptions options, ProcessGroup group, NcFile file)
      throws NcException {
    this.path = path;
    this.options = options;
    this.group = group;
    this.file = file;
    this.writer = attachment(file).writer();
    this.complete = writer.mark();
  }

  /** Waits for a file and begins to follow who writes it. Collective. */
  static NcFollower begin(Path path, NcOptions options, Duration patience) throws IOException {
    Arguments.require(options, "the object of options");
    Together.run(
        options.group(),
        new NcTelling("following " + path, NcError.NC_EINVAL),
        () -> {
          Arguments.require(path, "the path");
          Arguments.require(patience, "the patience");
          options.requireComplete();
        });
    ProcessGroup group = options.group().duplicate();
    NcOptions reading = options.readOnly();
    NcFile file = null;
    try {
      file = open(path, reading, new Patience(group, patience));
      return new NcFollower(path, reading, group, file);
    } catch (IOException | RuntimeException | Error e) {
      try (ProcessGroup closesLast = group;
          NcFile closesFirst = file) {
        assert closesFirst == null || closesLast != null;
      }
      throw e;
    }
  }

  private static NcFile open(Path path, NcOptions options, Patience patience) throws IOException {
    NcException why = missing(path);
    do {
      if (isBegun(path, patience.group())) {
        try {
          return NcFile.open(path, options);
        } catch (NcException e) {
          why = notThereYet(e);
        }
      }
    } while (patience.pause());
    throw why;
  }

  private static NcException missing(Path path) {
    return new NcException(NcError.NC_ENOENT, path + " was not made so far")
        .remedy("start the program that writes it, or wait for longer");
  }

  /** Spares opening a file that is not there, or that has nothing in it. Collective. */
  private static boolean isBegun(Path path, ProcessGroup group) throws IOException {
    return group.max(group.rank() == 0 ? length(path) : 0) > 0;
  }

  private static long length(Path path) {
    try {
      return Files.size(path);
    } catch (IOException e) {
      // Opening it tells what is wrong, once it is there.
      return Files.exists(path) ? 1 : 0;
    }
  }

  /** Returns an error of a file that is just being made; throws any other. */
  private static NcException notThereYet(NcException e) throws NcException {
    if (e.error() != NcError.NC_ENOENT && e.error() != NcError.NC_ENOTNC) {
      throw e;
    }
    return e;
  }

  private static Attachment attachment(NcFile file) throws NcException {
    Attachment attachment = file.attachment();
    if (attachment == null) {
      throw new NcException(
              NcError.NC_EINVAL,
              file.path()
                  + " cannot be followed: logs are not looked at, as burstlog or"
                  + " burstlog.attach is off")
          .remedy("set burstlog (BURSTLOG) to on, and burstlog.attach to auto");
    }
    return attachment;
  }

  /**
   * Waits until the next record is complete. Collective.
   *
   * <p>It looks again after pauses of 1 ms, growing to 50 ms. An interrupt does not end it and is
   * kept. Where processes have different patience, the shortest counts. Behind {@link Step#END} and
   * {@link Step#NOT_YET} it may be called again; a program that has opened the file again for
   * writing meanwhile is followed on.
   *
   * @param patience the longest wait; zero looks once
   * @return whether there is a next record, will be none, or may be one later
   * @throws NcException in every process: NC_EREAD when the program has ended without closing the
   *     file, behind its last complete record, and what {@link NcFile#open} throws; NC_EBADID
   * @throws IOException when the group cannot be used any more
   */
  public Step next(Duration patience) throws IOException {
    Arguments.require(patience, "the patience");
    return next(new Patience(group, patience));
  }

  /**
   * Waits until the next record is complete, as long as it takes. Collective.
   *
   * @return false when the program has closed the file, and all of its records were handed out
   * @throws NcException see {@link #next(Duration)}
   * @throws IOException see {@link #next(Duration)}
   */
  public boolean next() throws IOException {
    return next(new Patience(group, Patience.ENDLESS)) == Step.NEXT;
  }

  private Step next(Patience patience) throws IOException {
    if (closed) {
      throw new NcException(NcError.NC_EBADID, "the follower of " + path + " was closed");
    }
    while (record + 1 >= complete) {
      boolean over = look();
      if (record + 1 < complete) {
        break;
      }
      if (over) {
        return Step.END;
      }
      if (!patience.pause()) {
        return Step.NOT_YET;
      }
    }
    record++;
    return Step.NEXT;
  }

  /**
   * Looks at what has become complete.
   *
   * @return true when nobody writes the file any more
   */
  private boolean look() throws IOException {
    looks++;
    if (writer.state() == TargetWriter.State.LIVE
        && looks % LOOKS_BEFORE_ASKING != 0
        && !attachment(file).hasMoved()) {
      return false;
    }
    if (!lookAgain()) {
      return false;
    }
    return switch (writer.state()) {
      case LIVE -> {
        complete = Math.max(complete, writer.mark());
        yield false;
      }
      case NONE -> isOver();
      case CRASHED -> {
        complete = Math.max(complete, writer.mark());
        if (record + 1 >= complete) {
          throw crashed();
        }
        yield false;
      }
      case UNKNOWN ->
          throw new NcException(
                  NcError.NC_EREAD, "whether " + path + " is still written cannot be found out")
              .remedy(
                  "make the tier readable; with burstlog.attach=require it is told what is wrong");
    };
  }

  /**
   * Takes what the header says for complete, when nobody writes the file: neither before it was
   * read, or there may be more, nor behind that, or it may tell of records that are not complete.
   */
  private boolean isOver() throws IOException {
    long records = file.records();
    if (!lookAgain() || writer.state() != TargetWriter.State.NONE) {
      return false;
    }
    complete = records;
    return file.records() == records;
  }

  private NcException crashed() {
    String session = writer.session().map(Path::toString).orElse(path.toString());
    return new NcException(
            NcError.NC_EREAD,
            "the program that wrote "
                + path
                + " has ended without closing it; its first "
                + complete
                + " records are complete")
        .remedy("'bb recover " + session + "' brings in all that it had put");
  }

  /** Brings the file up to date; returns false when it is just being made anew. */
  private boolean lookAgain() throws IOException {
    try {
      file.sync();
    } catch (NcException e) {
      // Definitions may have changed; where something else is wrong, opening tells of it.
      if (!reopen()) {
        return false;
      }
    }
    writer = attachment(file).writer();
    return true;
  }

  private boolean reopen() throws IOException {
    NcFile again;
    try {
      again = NcFile.open(path, options);
    } catch (NcException e) {
      NcException why = notThereYet(e);
      assert why == e;
      return false;
    }
    NcFile before = file;
    file = again;
    before.close();
    return true;
  }

  /**
   * Returns which record was handed out last.
   *
   * @return its index, from 0; -1 before the first
   */
  public long record() {
    return record;
  }

  /**
   * Returns the file, open for reading. Where the program changes definitions, it is another object
   * behind the next call of {@link #next()} or {@link #next(Duration)}, and the one before is
   * closed; so are its variables to be asked for again. It is not to be closed.
   *
   * @return the file, which may have more records than are complete
   */
  public NcFile file() {
    return file;
  }

  /** Closes the file. Collective. A second close does nothing. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Ending ending = new Ending();
    ending.run(file::close);
    ending.run(group::close);
    ending.finish();
  }
}
