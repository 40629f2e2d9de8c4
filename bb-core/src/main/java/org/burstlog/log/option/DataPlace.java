package org.burstlog.log.option;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where data of a log may go.
 *
 * @param tier the directory of the tier; empty for where the log itself is
 * @param limit bytes that the log of one process may take there; 0 for no limit but the tier's. Of
 *     where the log itself is, that is told by {@link LogOptions#capacity}
 */
public record DataPlace(Optional<Path> tier, long limit) {
  /** Where the log itself is. */
  public static final DataPlace HOME = new DataPlace(Optional.empty(), 0);
}
