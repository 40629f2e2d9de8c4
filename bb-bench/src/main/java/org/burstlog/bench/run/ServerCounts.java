package org.burstlog.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;

/**
 * What the servers of the target's file system counted of a run, by a command that knows the words
 * of {@code native/pfs}. The first process asks.
 *
 * @param group the processes
 * @param command what is asked, and the words before its verb
 */
record ServerCounts(ProcessGroup group, List<String> command) {
  /** Begins to count, with servers that know of no earlier run. Collective. */
  void reset() throws IOException {
    ask("reset", "--cold");
  }

  /** Tells what was counted, as JSON, in the first process. Collective. */
  String read() throws IOException {
    return ask("counters", "--json");
  }

  private String ask(String... verb) throws IOException {
    String said = "";
    Exception failure = null;
    try {
      said = group.rank() == 0 ? run(verb) : "";
    } catch (IOException | InterruptedException e) {
      failure = e;
    }
    Together.reach(group, "asking what the file system counted", failure);
    return said;
  }

  private String run(String... verb) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(command);
    words.addAll(Arrays.asList(verb));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new BurstlogException(said);
    }
    return said;
  }
}
