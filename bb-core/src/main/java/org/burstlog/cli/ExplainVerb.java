package org.burstlog.cli;

import java.io.PrintStream;
import picocli.CommandLine.Command;

/** {@code bb explain}: what Burstlog would decide, and why. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    subcommands = {RedundancyVerb.class, FilesVerb.class},
    synopsisSubcommandLabel = "WHAT",
    description = "Explains what is decided by rules.")
public final class ExplainVerb implements Verb {
  /** Creates the verb. */
  public ExplainVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) {
    err.println("bb explain: explain what? 'bb explain --help' lists what there is");
    return REFUSED;
  }
}
