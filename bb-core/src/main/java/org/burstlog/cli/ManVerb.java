package org.burstlog.cli;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bb man}: the help of the verbs as manual pages. */
@Command(
    name = "man",
    mixinStandardHelpOptions = true,
    description = {
      "Writes the manual page of a verb, or of bb itself, made from its help. Read it with"
          + " 'bb man VERB | man -l -', or write all pages to a directory for man to find them.",
      "Exit code: 0, or 2 where there is no such verb or a page cannot be written."
    })
public final class ManVerb implements Verb {
  @Parameters(paramLabel = "VERB", arity = "0..1", description = "Which verb; none for bb itself.")
  private @Nullable String verb;

  @Option(
      names = "--into",
      paramLabel = "DIR",
      description = "Writes the pages of all verbs to DIR/man1, to be named by MANPATH.")
  private @Nullable Path into;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the verb. */
  public ManVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Map<String, CommandLine> pages = new LinkedHashMap<>();
    CommandLine root = spec.root().commandLine();
    pages.put("bb", root);
    root.getSubcommands().forEach((name, line) -> pages.put("bb-" + name, line));
    if (into != null) {
      Path section = Files.createDirectories(into.resolve("man1"));
      for (Map.Entry<String, CommandLine> page : pages.entrySet()) {
        Files.writeString(
            section.resolve(page.getKey() + ".1"), ManPage.of(page.getValue().getCommandSpec()));
      }
      out.println(Words.count(pages.size(), "page", "pages") + " in " + Words.line(section));
      return OK;
    }
    String name = verb == null ? "bb" : "bb-" + verb;
    CommandLine line = pages.get(name);
    if (line == null) {
      throw new BurstlogException("there is no verb '" + verb + "'; 'bb help' lists the verbs");
    }
    out.print(ManPage.of(line.getCommandSpec()));
    return OK;
  }
}
