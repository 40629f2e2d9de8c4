package org.burstlog.buffer;

import java.io.Closeable;
import java.io.IOException;
import org.burstlog.recover.Attachment;
import org.jspecify.annotations.Nullable;

/**
 * What is retained of the target since before it was opened for writing. It is good for reads until
 * the first byte is written to the target: what is drained then lies over it, and is in the target
 * alone.
 *
 * <p>A process that writes alone gives it up alone, as others need not see what it has written
 * before the next call that all make. In that call all give it up.
 */
final class RetainedBefore implements Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private @Nullable Attachment attachment;

  /** Whether this process has written to the target, and others may not know. */
  private volatile boolean spoilt;

  /** Nothing, or what there is; closed with this. */
  RetainedBefore(@Nullable Attachment attachment) {
    this.attachment = attachment;
  }

  /** Says that this process is about to write to the target. */
  synchronized void spoil() {
    Attachment good = attachment;
    if (good != null) {
      good.spoil();
      spoilt = true;
    }
  }

  /** Tells whether other processes are to be told that they give it up. */
  boolean isSpoilt() {
    return spoilt;
  }

  /** Says that the target is about to be written to, and that all processes are told. */
  synchronized void giveUp() {
    Attachment good = attachment;
    if (good == null) {
      return;
    }
    attachment = null;
    spoilt = false;
    good.spoil();
    try {
      good.removeRetained();
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "what was retained could not be removed", e);
    }
    letGo(good);
  }

  private static void letGo(Attachment good) {
    try {
      good.close();
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "logs that were only read could not be closed", e);
    }
  }

  /** Lets go of what is still good, which stays for those who open the target next. */
  @Override
  public synchronized void close() {
    if (spoilt) {
      giveUp();
    }
    Attachment good = attachment;
    if (good != null) {
      attachment = null;
      letGo(good);
    }
  }
}
