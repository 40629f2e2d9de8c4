package org.burstlog.cli;

import picocli.CommandLine.Command;

/** {@code bb stage out}: moves what fits into a time from the tier to the targets. */
@Command(
    name = "out",
    mixinStandardHelpOptions = true,
    description = {
      "Moves the records that dead processes have left on the tier to their files, the newest file"
          + " first, as long as there is time. A file is moved whole or not begun. The rest stays"
          + " on the tier, for 'bb recover' or the next 'bb stage out'.",
      "Use it at the end of a job and in hooks of schedulers; 'bb job hook' writes such hooks. It"
          + " may be killed and run again at any time.",
      "Exit code: 0 all records are in the files, 1 records are left, because the time was too"
          + " short or a program is writing the file, 2 a file was refused, or its move failed; its"
          + " records are still on the tier."
    })
final class StageOutVerb extends StagingOut {
  /** Creates the verb. */
  StageOutVerb() {}
}
