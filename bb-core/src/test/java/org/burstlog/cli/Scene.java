package org.burstlog.cli;

import java.nio.file.Path;
import java.util.List;

/**
 * What a verb finds.
 *
 * @param tiers where to look
 * @param target the file it is about
 * @param sessions the directories of its session, one on each tier that has logs of it; none when
 *     there is no session
 * @param recoverOptions what recovery is told besides
 */
record Scene(List<Path> tiers, Path target, List<Path> sessions, List<String> recoverOptions) {
  Scene {
    tiers = List.copyOf(tiers);
    sessions = List.copyOf(sessions);
    recoverOptions = List.copyOf(recoverOptions);
  }

  Scene(Path tier, Path target, Path session) {
    this(List.of(tier), target, List.of(session), List.of());
  }
}
