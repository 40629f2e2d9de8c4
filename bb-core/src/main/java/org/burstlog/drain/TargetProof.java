package org.burstlog.drain;

import java.io.IOException;
import java.util.OptionalLong;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetIdentity;

/** Whether what was written to a target will be found there: by its name, and at its length. */
final class TargetProof {
  private final TargetFile target;

  /** The inode of the target as its path named it when this was made. */
  private final OptionalLong inode;

  TargetProof(TargetFile target) {
    this.target = target;
    this.inode = TargetIdentity.inode(target.path());
  }

  /** A file that has lost its name takes every write and keeps none that anybody will find. */
  void requireNamed() throws IOException {
    if (inode.isPresent() && !inode.equals(TargetIdentity.inode(target.path()))) {
      throw new IOException(
          "it was removed or replaced since it was opened, and what is written to it is lost; end the"
              + " job, and 'bb recover' brings the records into it by --target when it was renamed,"
              + " and else into a new one by --create-target");
    }
  }

  /** Explains a size that the target cannot have when all writes are in it. */
  static IOException tooShort(long size, long end) {
    return new IOException(
        "it is " + size + " bytes long and must be at least " + end + "; a write was lost");
  }
}
