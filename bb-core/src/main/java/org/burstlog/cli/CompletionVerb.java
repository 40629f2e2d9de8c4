package org.burstlog.cli;

import java.io.PrintStream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bb completion}: what a shell needs to complete verbs and options. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a script that has bash or zsh complete the verbs and options of bb.",
      "For this shell: source <(bb completion). For all that come, write it to a file that the"
          + " shell reads when it starts. In zsh, call 'autoload bashcompinit; bashcompinit'"
          + " before.",
      "Exit code: 0."
    })
public final class CompletionVerb implements Verb {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Creates the verb. */
  public CompletionVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) {
    CommandLine all = spec.root().commandLine();
    for (String verb : Main.launcherVerbs()) {
      all.addSubcommand(verb, CommandSpec.create());
    }
    out.print(AutoComplete.bash("bb", all));
    return OK;
  }
}
