package org.burstlog.bench.simulate;

import java.io.PrintStream;
import java.util.Locale;
import org.burstlog.BurstlogException;
import org.burstlog.cli.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bb simulate faults}: whether laws hold under faults, seed by seed. */
@Command(
    name = "faults",
    mixinStandardHelpOptions = true,
    description = {
      "Drains of a few simulated processes with data, under faults that are drawn from a seed:"
          + " processes killed, nodes lost, slow servers, failed writes, messages cut short; then"
          + " recoveries. Says of each seed that breaks a law what was broken.",
      "Exit code: 0 all laws held, 1 one was broken, 2 it cannot be run as given."
    })
final class FaultsVerb implements Verb {
  private static final int SHOWN = 10;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many seeds (default ${DEFAULT-VALUE}).")
  private int seeds = 1000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The first of them (default ${DEFAULT-VALUE}).")
  private long first = 1;

  @Option(
      names = "--plant",
      paramLabel = "BUG",
      description =
          "Puts a bug in, to see that it is found: ${COMPLETION-CANDIDATES} (default"
              + " ${DEFAULT-VALUE}).")
  private Plant plant = Plant.NOTHING;

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (seeds < 1) {
      throw new BurstlogException("--seeds is " + seeds + "; give a number of at least 1");
    }
    int broken = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      String wrong = Trial.of(seed, plant);
      if (wrong != null && ++broken <= SHOWN) {
        out.println("seed " + seed + ": " + wrong);
      }
    }
    out.printf(Locale.ROOT, "%,d seeds, %,d of them broke a law%n", seeds, broken);
    return broken == 0 ? OK : WRONG;
  }
}
