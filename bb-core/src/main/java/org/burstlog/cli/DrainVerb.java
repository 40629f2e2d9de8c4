package org.burstlog.cli;

import picocli.CommandLine.Command;

/** {@code bb drain}: brings all that is on tiers into the targets, and waits for it. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    description = {
      "Moves the records that dead processes have left on the tier to their files, the newest"
          + " file first, as 'bb stage out' does. With --wait, it also waits for the programs that"
          + " are still writing, until no record is pending on the tier.",
      "Exit code: 0 all records are in the files, 1 records are left, because the time was too"
          + " short or a program is writing the file, 2 a file was refused, or its move failed; its"
          + " records are still on the tier."
    })
public final class DrainVerb extends StagingOut {
  /** Creates the verb. */
  public DrainVerb() {}
}
