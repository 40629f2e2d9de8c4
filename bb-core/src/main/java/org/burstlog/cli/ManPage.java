package org.burstlog.cli;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The help of one command in the language of manual pages. */
final class ManPage {
  private static final String EXIT_CODE = "Exit code: ";

  private final CommandSpec command;
  private final StringBuilder page = new StringBuilder();

  private ManPage(CommandSpec command) {
    this.command = command;
  }

  static String of(CommandSpec command) {
    return new ManPage(command).write();
  }

  private String write() {
    String name = command.qualifiedName("-");
    List<String> told = List.of(command.usageMessage().description());
    page.append(".TH \"").append(name.toUpperCase(Locale.ROOT)).append("\" 1 \"\" Burstlog\n");
    section("NAME");
    text(name + " - " + (told.isEmpty() ? "a verb of Burstlog" : told.get(0)));
    section("SYNOPSIS");
    page.append(".B ").append(escaped(command.qualifiedName())).append('\n');
    for (OptionSpec option : command.options()) {
      text("[" + option.longestName() + label(option.paramLabel(), option.arity().max()) + "]");
    }
    command.positionalParameters().forEach(each -> text("[" + each.paramLabel() + "]"));
    if (!command.subcommands().isEmpty()) {
      text(command.usageMessage().synopsisSubcommandLabel());
    }
    section("DESCRIPTION");
    told.stream().filter(each -> !each.startsWith(EXIT_CODE)).forEach(this::paragraph);
    if (!command.positionalParameters().isEmpty() || !command.options().isEmpty()) {
      section("OPTIONS");
      for (PositionalParamSpec each : command.positionalParameters()) {
        item(each.paramLabel(), each.description());
      }
      for (OptionSpec option : command.options()) {
        item(
            String.join(", ", option.names()) + label(option.paramLabel(), option.arity().max()),
            option.description());
      }
    }
    if (!command.subcommands().isEmpty()) {
      section("VERBS");
      command
          .subcommands()
          .forEach((verb, line) -> item(verb, line.getCommandSpec().usageMessage().description()));
    }
    section("EXIT STATUS");
    told.stream()
        .filter(each -> each.startsWith(EXIT_CODE))
        .findFirst()
        .ifPresentOrElse(
            each -> text(each.substring(EXIT_CODE.length())),
            () -> text("0 all is well, 1 something was found wrong, 2 refused."));
    return page.toString();
  }

  private static String label(String label, int arity) {
    return arity == 0 ? "" : "=" + label;
  }

  private void section(String title) {
    page.append(".SH ").append(title).append('\n');
  }

  private void text(String line) {
    page.append(escaped(line)).append('\n');
  }

  private void paragraph(String line) {
    page.append(".PP\n");
    text(line);
  }

  private void item(String term, String... told) {
    page.append(".TP\n.B ").append(escaped(term)).append('\n');
    text(String.join(" ", told));
  }

  /** What troff would take for an escape, a hyphen or a request is told to be text. */
  private static String escaped(String text) {
    String plain =
        text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%").replace("%n", " ");
    return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
  }
}
