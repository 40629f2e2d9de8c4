package org.burstlog.stage;

import java.nio.file.Path;

/**
 * What has become of a file that was to be moved out of the tier.
 *
 * @param target the file
 * @param state what has become of it
 * @param bytes bytes of its logs
 * @param why what stood in the way, empty where nothing did
 */
public record Staged(Path target, State state, long bytes, String why) {
  /** What may become of a file. */
  public enum State {
    /** All that was put is in the target. */
    COMPLETE,
    /** It is on its way. */
    PENDING,
    /** It waits, on the tier. */
    DEFERRED,
    /** Not all of it could be moved; what could not is on the tier as it was. */
    FAILED
  }
}
