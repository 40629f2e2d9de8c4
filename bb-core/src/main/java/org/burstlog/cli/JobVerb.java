package org.burstlog.cli;

import java.io.PrintStream;
import picocli.CommandLine.Command;

/** {@code bb job}: what scripts and hooks need for the end of a job. */
@Command(
    name = "job",
    mixinStandardHelpOptions = true,
    subcommands = {JobEndVerb.class, JobHookVerb.class},
    synopsisSubcommandLabel = "WHAT",
    description = "Shows when the job ends, and writes texts for its scripts and hooks.")
public final class JobVerb implements Verb {
  /** Creates the verb. */
  public JobVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) {
    err.println("bb job: what of it? 'bb job --help' lists what there is");
    return REFUSED;
  }
}
