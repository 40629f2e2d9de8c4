package org.burstlog.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.burstlog.drain.files.FileLoad;
import org.burstlog.drain.files.FilesPlan;
import org.burstlog.drain.files.Places;
import org.burstlog.drain.files.Rates;
import org.burstlog.drain.files.Scheme;
import org.burstlog.group.Nodes;
import org.burstlog.settings.Settings;
import org.burstlog.target.Striping;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb explain files}: who writes what where several files are flushed together. */
@Command(
    name = "files",
    mixinStandardHelpOptions = true,
    description = {
      "Tells which ranks write which of several files that are flushed together, and how long each"
          + " scheme is predicted to take with usual rates.",
      "What a job has measured is told by NcFile.explain().",
      "Exit code: 0, or 2 when it cannot be told as asked."
    })
final class FilesVerb implements Verb {
  private static final int MOST_RANKS = 1 << 20;

  @Parameters(paramLabel = "MIB", arity = "1..*", description = "Mebibytes of each file.")
  private List<Integer> sizes = new ArrayList<>();

  @Option(names = "-n", required = true, paramLabel = "N", description = "How many ranks.")
  private int ranks;

  @Option(
      names = "--per-node",
      paramLabel = "N",
      defaultValue = "1",
      description = "Ranks of a node; default ${DEFAULT-VALUE}.")
  private int perNode;

  @Option(
      names = "--servers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Servers of the file system; default ${DEFAULT-VALUE}.")
  private int servers;

  @Option(
      names = "--scheme",
      paramLabel = "SCHEME",
      defaultValue = "auto",
      description = "auto, bps, lps, spread or turns; default ${DEFAULT-VALUE}.")
  private String scheme = "auto";

  /** Creates the verb. */
  FilesVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws BurstlogException {
    if (ranks < 1 || ranks > MOST_RANKS || perNode < 1 || servers < 1) {
      throw new BurstlogException(
          "there are no plans for "
              + ranks
              + " ranks, "
              + perNode
              + " a node, and "
              + servers
              + " servers; give numbers of at least 1, and at most "
              + MOST_RANKS
              + " ranks");
    }
    int[] leaders = IntStream.range(0, ranks).map(rank -> rank - rank % perNode).toArray();
    List<FileLoad> files = new ArrayList<>();
    for (int each : sizes) {
      files.add(new FileLoad((long) Math.max(0, each) << 20, new Striping(1 << 20, servers)));
    }
    Places places = new Places(Nodes.of(leaders), ranks);
    FilesPlan plan = FilesPlan.of(scheme(), files, places, Rates.USUAL, FilesPlan.USUAL_LANES);
    out.println(plan.explain());
    for (int i = 0; i < files.size(); i++) {
      List<Integer> writers = plan.deal().writers().get(i);
      out.println(
          sizes.get(i)
              + " MiB: "
              + (writers.isEmpty() ? "all ranks" : writers.size() + " ranks: " + writers));
    }
    return OK;
  }

  private Scheme scheme() throws BurstlogException {
    return Settings.builder().set(Settings.DRAIN_FILES, scheme).build().get(Settings.DRAIN_FILES);
  }
}
