package org.burstlog.recover;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetIdentity;

/** Whether a file is the one that a session was opened for. */
final class TargetDoubt {
  private TargetDoubt() {}

  /**
   * Tells why a file may not be the one that was logged, as the first process sees it. Collective.
   *
   * @return what speaks against it; empty when nothing does
   */
  static Optional<String> of(ProcessGroup group, TierSession session, Path target)
      throws IOException {
    String seen =
        group.rank() == 0 ? TargetIdentity.of(target).map(TargetIdentity::toString).orElse("") : "";
    Optional<TargetIdentity> now = TargetIdentity.parse(fromFirst(group, seen));
    // What cannot be known of a file is no reason to doubt it.
    return TargetIdentity.parse(session.identity())
        .flatMap(logged -> now.flatMap(known -> logged.doubt(known)));
  }

  private static String fromFirst(ProcessGroup group, String text) throws IOException {
    return new String(
        group.broadcast(text.getBytes(StandardCharsets.UTF_8), 0), StandardCharsets.UTF_8);
  }
}
