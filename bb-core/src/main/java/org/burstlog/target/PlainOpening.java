package org.burstlog.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.group.ProcessGroup;
import org.burstlog.storage.SteadyChannel;
import org.burstlog.target.TargetFile.Mode;
import org.jspecify.annotations.Nullable;

/** Opens a plain target: the first process makes the file, before the others open it. */
final class PlainOpening implements TargetOpening {
  private final ProcessGroup group;
  private final Path path;
  private final Mode mode;
  private final boolean ownsGroup;
  private @Nullable SteadyChannel channel;
  private boolean made;
  private boolean hasContent;

  /**
   * Opens nothing yet.
   *
   * @param ownsGroup whether the group ends with the target
   */
  PlainOpening(ProcessGroup group, Path path, Mode mode, boolean ownsGroup) {
    this.group = group;
    this.path = path;
    this.mode = mode;
    this.ownsGroup = ownsGroup;
  }

  @Override
  public void first() throws IOException {
    if (group.rank() == 0) {
      boolean creates = mode == Mode.CREATE || mode == Mode.CREATE_NEW;
      boolean existed = creates && Files.exists(path);
      SteadyChannel opened = open(mode);
      made = creates && !existed;
      hasContent = mode == Mode.CREATE && opened.size() > 0;
    }
  }

  @Override
  public boolean hasContent() {
    return hasContent;
  }

  @Override
  public boolean isCollective() {
    return false;
  }

  @Override
  public PlainTarget rest(Optional<Striping> striping) throws IOException {
    SteadyChannel open = channel;
    if (open == null) {
      open = open(mode == Mode.READ ? Mode.READ : Mode.UPDATE);
    }
    return new PlainTarget(group, path, mode, open, ownsGroup);
  }

  private SteadyChannel open(Mode as) throws IOException {
    try {
      SteadyChannel opened = PlainTarget.channel(path, as);
      channel = opened;
      return opened;
    } catch (IOException | RuntimeException e) {
      throw PlainTarget.explain(path, e);
    }
  }

  @Override
  public void undo() throws IOException {
    SteadyChannel open = channel;
    if (open != null) {
      open.close();
    }
    if (made) {
      // Otherwise the next attempt would find what this one made.
      Files.deleteIfExists(path);
    }
  }
}
