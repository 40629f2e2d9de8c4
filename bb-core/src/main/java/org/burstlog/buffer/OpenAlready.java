package org.burstlog.buffer;

import java.io.IOException;
import java.util.Optional;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetOpening;

/** A target that the caller has opened, and closes. */
final class OpenAlready implements TargetOpening {
  private final TargetFile target;
  private final ProcessGroup group;
  private boolean hasContent;

  OpenAlready(TargetFile target, ProcessGroup group) {
    this.target = target;
    this.group = group;
  }

  @Override
  public void first() throws IOException {
    hasContent = target.mode() == TargetFile.Mode.CREATE && group.rank() == 0 && target.size() > 0;
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
  public TargetFile rest(Optional<Striping> striping) {
    return target;
  }

  @Override
  public void undo() {
    // It stays the caller's.
  }
}
