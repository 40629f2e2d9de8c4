package org.burstlog.guard.copy;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A lane of a log of another node of which something is kept here. */
interface Kept {
  /** Tells what drains of all processes have proven in the target. */
  interface Released {
    /** Tells whether records of an epoch are, whose generation began behind a drain. */
    boolean has(int epoch, long began);
  }

  /** Takes a part of the log; false where nothing is to be said about it. */
  boolean take(Frame frame, ByteBuffer payload) throws IOException;

  /** Tells how far it has come. */
  Acknowledgement acknowledge(int lane);

  /**
   * Gives up what a drain of all processes has brought to the target.
   *
   * @param next the epoch whose records logs take that this drain has emptied
   */
  void release(int next) throws IOException;

  /** Ends it, and keeps the files or deletes them. */
  void end(boolean deletes) throws IOException;
}
