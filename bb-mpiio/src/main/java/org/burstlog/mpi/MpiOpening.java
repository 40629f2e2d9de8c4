package org.burstlog.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.burstlog.target.TargetFile.Mode;
import org.burstlog.target.TargetOpening;
import org.jspecify.annotations.Nullable;

/**
 * Opens a target through MPI-IO on a group that is lent to it. MPI-IO itself makes the file: only
 * then do hints about its stripes count. But the first process looks at it before, so that a file
 * without content is not emptied by one more collective call.
 */
final class MpiOpening implements TargetOpening {
  private final MpiGroup group;
  private final Path path;
  private final Mode mode;
  private final MpiTargets.Hints source;
  private MpiHints hints = MpiHints.none();
  private boolean existed = true;
  private boolean hasContent;
  private @Nullable MpiTarget opened;

  MpiOpening(MpiGroup group, Path path, Mode mode, MpiTargets.Hints source) {
    this.group = group;
    this.path = path;
    this.mode = mode;
    this.source = source;
  }

  @Override
  public void first() throws IOException {
    // Here, where what fails in one process is told to all.
    hints = source.get();
    if (group.rank() == 0 && (mode == Mode.CREATE || mode == Mode.CREATE_NEW)) {
      existed = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
      hasContent = mode == Mode.CREATE && mayHaveContent();
    }
  }

  private boolean mayHaveContent() {
    try {
      return Files.size(path) > 0;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      // Whatever is wrong with it, MPI-IO tells it.
      return true;
    }
  }

  @Override
  public boolean hasContent() {
    return hasContent;
  }

  @Override
  public boolean isCollective() {
    return true;
  }

  @Override
  public MpiTarget rest() throws IOException {
    MpiTarget target = MpiTarget.openLent(group, path, mode, hints);
    opened = target;
    return target;
  }

  @Override
  public void undo() throws IOException {
    MpiTarget target = opened;
    if (target != null) {
      target.close();
      if (!existed) {
        // Otherwise the next attempt would find what this one made.
        Files.deleteIfExists(path);
      }
    }
  }
}
