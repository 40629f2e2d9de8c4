package org.burstlog.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.burstlog.BurstlogException;
import org.burstlog.recover.TierSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How the verbs that work on sessions are told which, and how they answer. */
final class SessionOptions {
  @Parameters(
      paramLabel = "SESSION|TARGET",
      arity = "0..*",
      description = {
        "Directories of sessions, or targets whose sessions are looked for. A path whose bytes are"
            + " no text is given as 'bb list' shows it: as a URI, file:///..."
      })
  private List<Path> named = new ArrayList<>();

  @Option(
      names = "--tier",
      paramLabel = "DIR",
      description =
          "Where to look for sessions; may be given several times. Default: the tier that the"
              + " settings name.")
  private List<Path> tiers = new ArrayList<>();

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  /**
   * Returns what was chosen.
   *
   * @param all what else is wanted of the tiers; null for nothing
   * @param hint how else sessions can be chosen
   */
  Selection selection(@Nullable Predicate<TierSession> all, String hint) throws BurstlogException {
    if (named.isEmpty() && all == null) {
      throw new BurstlogException(
          "which sessions? Name their directories or their targets"
              + hint
              + "; 'bb list' shows what there is");
    }
    return new Selection(tiers, named, all);
  }
}
