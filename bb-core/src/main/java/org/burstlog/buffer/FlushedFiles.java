package org.burstlog.buffer;

import java.util.Locale;
import org.burstlog.drain.files.FilesPlan;

/**
 * How a file was flushed together with others the last time.
 *
 * @param plan what was planned
 * @param files how many files there were
 * @param nanos how long that took here
 */
record FlushedFiles(FilesPlan plan, int files, long nanos) {
  /** Says what was predicted and what was measured. */
  String explain() {
    return String.format(
        Locale.ROOT,
        "%d files were flushed together: %s; took %.1f ms",
        files,
        plan.explain(),
        nanos / 1e6);
  }
}
