package org.burstlog.cli;

import java.io.PrintStream;
import picocli.CommandLine.Command;

/** {@code bb stage}: files between the tier and the parallel file system. */
@Command(
    name = "stage",
    mixinStandardHelpOptions = true,
    subcommands = StageOutVerb.class,
    synopsisSubcommandLabel = "WHERE",
    description = "Moves files between the tier and the parallel file system.")
public final class StageVerb implements Verb {
  /** Creates the verb. */
  public StageVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) {
    err.println("bb stage: where to? 'bb stage --help' lists it");
    return REFUSED;
  }
}
