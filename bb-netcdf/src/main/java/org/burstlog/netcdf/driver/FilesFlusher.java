package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.burstlog.buffer.FilesFlush;
import org.burstlog.group.Begun;
import org.burstlog.group.GroupException;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.stats.DrainReason;
import org.jspecify.annotations.Nullable;

/**
 * Flushes several files in one call.
 *
 * <p>The processes meet for all files at once, and none waits for others in one of them alone: one
 * that has left the way of the others may be in any. Files that have no burst buffer directly below
 * their {@link Front} are flushed one after the other.
 */
public final class FilesFlusher {
  /** How often it is asked at once whether all have come, before there is a pause. */
  private static final int PATIENCE = 256;

  private static final long PAUSE_NANOS = 50_000;

  private final List<Front> files;
  private final List<Part> parts = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();

  /** A file in its call, until the call has ended for it. */
  private static final class Part {
    private final Front file;
    private final BufferedDriver driver;
    private @Nullable Begun<long[]> meeting;

    Part(Front file, BufferedDriver driver) {
      this.file = file;
      this.driver = driver;
    }
  }

  private FilesFlusher(List<Front> files) {
    this.files = files;
  }

  /**
   * Flushes. Collective: all processes name the same files, in any order.
   *
   * @param drivers on top of each file
   * @throws NcException in every process, when some file could not be flushed; others are. Of
   *     several that could not, the first is told, and the others are suppressed in it
   * @throws IOException when a group cannot be used any more
   */
  public static void flush(List<Front> drivers) throws IOException {
    TreeMap<Long, Front> ordered = new TreeMap<>(Comparator.naturalOrder());
    drivers.forEach(each -> ordered.put(each.identity(), each));
    FilesFlusher all = new FilesFlusher(List.copyOf(ordered.values()));
    all.hold(0);
    for (Front file : all.files) {
      if (file.buffered() == null) {
        all.attempt(file::flush);
      }
    }
    all.tell();
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) throws GroupException {
    try {
      step.run();
    } catch (GroupException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      failures.add(e);
    }
  }

  private void tell() throws IOException {
    if (failures.isEmpty()) {
      return;
    }
    Throwable first = failures.get(0);
    failures.stream().skip(1).filter(e -> e != first).forEach(first::addSuppressed);
    if (first instanceof RuntimeException unexpected) {
      throw unexpected;
    }
    if (first instanceof Error unexpected) {
      throw unexpected;
    }
    throw first instanceof IOException e
        ? Front.asNetcdf(NcError.NC_EWRITE, e)
        : new IOException(first);
  }

  /** Begins the call in each file that takes part. */
  private void hold(int file) throws IOException {
    if (file == files.size()) {
      if (!parts.isEmpty()) {
        flushParts();
      }
      return;
    }
    Front front = files.get(file);
    BufferedDriver driver = front.buffered();
    if (driver == null) {
      hold(file + 1);
      return;
    }
    front.hold(
        Call.FLUSH_ALL,
        refused -> {
          if (refused == null) {
            parts.add(new Part(front, driver));
          } else {
            failures.add(refused);
          }
          hold(file + 1);
        });
  }

  private void flushParts() throws IOException {
    long named = files.stream().mapToLong(Front::identity).reduce(1, (sum, id) -> 31 * sum + id);
    for (Part part : parts) {
      long[] state = part.driver.handOverState();
      part.meeting = part.file.meet(state[0], state[1], named, -named);
    }
    awaitMeetings();
    List<Part> draining = new ArrayList<>();
    for (Part part : parts) {
      if (part.driver.beginHandOver(DrainReason.FLUSH, result(part))) {
        draining.add(part);
      }
    }
    drain(draining);
  }

  private void drain(List<Part> draining) throws IOException {
    List<FilesFlush.Outcome> outcomes = List.of();
    try {
      outcomes =
          FilesFlush.run(
              draining.stream().map(part -> part.driver.buffer()).toList(), DrainReason.FLUSH);
    } finally {
      for (int i = 0; i < draining.size(); i++) {
        draining.get(i).driver.endHandOver(!outcomes.isEmpty() && outcomes.get(i).inTarget());
      }
    }
    for (FilesFlush.Outcome outcome : outcomes) {
      Throwable failure = outcome.failure();
      if (failure instanceof GroupException broken) {
        throw broken;
      }
      if (failure != null) {
        failures.add(failure);
      }
    }
  }

  /** Returns when all have come to this call in each file; throws when some are in others. */
  private void awaitMeetings() throws IOException {
    List<Part> open = new ArrayList<>(parts);
    for (int asked = 0; !open.isEmpty(); asked++) {
      List<Part> left = new ArrayList<>();
      for (Part part : open) {
        if (meeting(part).isDone()) {
          requireSameFiles(result(part));
        } else {
          left.add(part);
        }
      }
      open = left;
      if (asked < PATIENCE) {
        Thread.onSpinWait();
      } else if (!open.isEmpty()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private static void requireSameFiles(long[] all) throws NcException {
    if (all[2] != -all[3]) {
      throw new NcException(
              NcError.NC_EMULTIDEFINE_FNC_ARGS, "processes flush different files together")
          .remedy("name the same files in each process");
    }
  }

  private static Begun<long[]> meeting(Part part) {
    Begun<long[]> begun = part.meeting;
    if (begun == null) {
      throw new IllegalStateException("no meeting was begun");
    }
    return begun;
  }

  private static long[] result(Part part) throws IOException {
    return meeting(part).await();
  }
}
