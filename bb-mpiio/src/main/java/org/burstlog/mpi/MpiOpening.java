package org.burstlog.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.burstlog.BurstlogException;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.target.TargetOpening;
import org.jspecify.annotations.Nullable;

/**
 * Opens a target through MPI-IO: the first process makes the file, before the others open it.
 * MPI-IO itself makes it, as only then do hints about its stripes count.
 *
 * <p>Each process has a handle of its own, and so waits for nobody in MPI-IO; all but the first
 * open it when they use it, see {@link OwnHandle}. A collective call that opens one handle for all
 * would have every process wait without a pause for the slowest, on cores that drains in the
 * background need.
 */
final class MpiOpening implements TargetOpening {
  private final MpiGroup group;
  private final boolean ownsGroup;
  private final Path path;
  private final Mode mode;
  private final MpiTargets.Hints source;
  private final int largestCall;
  private MpiHints hints = MpiHints.none();
  private @Nullable OwnHandle own;
  private boolean made;
  private boolean hasContent;
  private Optional<Striping> striping = Optional.empty();

  /**
   * Opens nothing yet.
   *
   * @param group the processes that share it
   * @param ownsGroup whether the group ends with the target
   * @param path where it is
   * @param mode how it is opened
   * @param source tells the hints
   * @param largestCall most bytes that a process gives to one call of MPI
   */
  MpiOpening(
      MpiGroup group,
      boolean ownsGroup,
      Path path,
      Mode mode,
      MpiTargets.Hints source,
      int largestCall) {
    this.group = group;
    this.ownsGroup = ownsGroup;
    this.path = path;
    this.mode = mode;
    this.source = source;
    this.largestCall = largestCall;
  }

  @Override
  public void first() throws IOException {
    // Here, where what fails in one process is told to all.
    hints = source.get();
    IoComponent.avoidLockFiles();
    OwnHandle handle = new OwnHandle(group, path, mode == Mode.READ, hints);
    own = handle;
    if (group.rank() == 0) {
      if (Files.isDirectory(path)) {
        // OMPIO opens one for reading and says nothing.
        throw new BurstlogException(path + " is a directory; name a file in it");
      }
      boolean creates = mode == Mode.CREATE || mode == Mode.CREATE_NEW;
      boolean existed = creates && Files.exists(path, LinkOption.NOFOLLOW_LINKS);
      MpiFile opened = handle.open(bits(mode));
      made = creates && !existed;
      hasContent = mode == Mode.CREATE && opened.size() > 0;
      striping = ReportedStriping.of(opened);
    }
  }

  @Override
  public boolean hasContent() {
    return hasContent;
  }

  @Override
  public Optional<Striping> striping() {
    return striping;
  }

  @Override
  public boolean isCollective() {
    return false;
  }

  @Override
  public MpiTarget rest(Optional<Striping> known) throws IOException {
    OwnHandle handle = Objects.requireNonNull(own, "first has not been called");
    handle.find();
    if (group.rank() == 0) {
      IoComponent.recommendRomio();
    }
    return new MpiTarget(group, ownsGroup, path, mode, hints, largestCall, handle, known);
  }

  private static int bits(Mode mode) {
    return switch (mode) {
      case CREATE -> LibMpi.MPI_MODE_CREATE | LibMpi.MPI_MODE_RDWR;
      case CREATE_NEW -> LibMpi.MPI_MODE_CREATE | LibMpi.MPI_MODE_EXCL | LibMpi.MPI_MODE_RDWR;
      case UPDATE -> LibMpi.MPI_MODE_RDWR;
      case READ -> LibMpi.MPI_MODE_RDONLY;
    };
  }

  @Override
  public void undo() throws IOException {
    OwnHandle handle = own;
    if (handle != null) {
      handle.close();
    }
    if (made) {
      // Otherwise the next attempt would find what this one made.
      Files.deleteIfExists(path);
    }
  }
}
