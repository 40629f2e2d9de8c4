package org.burstlog.cli;

import picocli.CommandLine.Command;

/** {@code bb drain}: brings all that is on tiers into the targets, and waits for it. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    description = {
      "As 'bb stage out': moves what dead processes have left on the tier to its files, the newest"
          + " file first. With --wait until nothing is pending there, also of programs that still"
          + " write.",
      "Exit code: 0 everything is in the files, 1 something is left for lack of time, or because a"
          + " program is writing it, 2 something was refused or failed; nothing of that was removed."
    })
public final class DrainVerb extends StagingOut {
  /** Creates the verb. */
  public DrainVerb() {}
}
