package org.burstlog.cli;

import picocli.CommandLine.Command;

/** {@code bb stage out}: moves what fits into a time from the tier to the targets. */
@Command(
    name = "out",
    mixinStandardHelpOptions = true,
    description = {
      "Moves what dead processes have left on the tier to its files, the newest file first, as far"
          + " as the time suffices. A file is moved whole or not begun; what is not begun stays on"
          + " the tier, for 'bb recover' or the next 'bb stage out'.",
      "For the end of a job, and for hooks of schedulers: 'bb job hook' writes some. May be killed"
          + " and run again at any time.",
      "Exit code: 0 everything is in the files, 1 something is left for lack of time, or because a"
          + " program is writing it, 2 something was refused or failed; nothing of that was removed."
    })
final class StageOutVerb extends StagingOut {
  /** Creates the verb. */
  StageOutVerb() {}
}
