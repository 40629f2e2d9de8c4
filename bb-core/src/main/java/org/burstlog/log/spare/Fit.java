package org.burstlog.log.spare;

import java.nio.file.Path;
import org.burstlog.storage.Storage;

/**
 * What a session has in common with the one whose directory, lock and logs it may take over.
 *
 * @param storage the door to its tier
 * @param own the directory of the user on the tier
 * @param members what tells its processes from those of other groups
 * @param rank the place of this process among them
 * @param shape what is set that its logs depend on: how many there are, who shares them, and how
 *     they are written
 */
public record Fit(Storage storage, Path own, Object members, int rank, Object shape) {}
