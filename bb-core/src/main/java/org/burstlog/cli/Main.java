package org.burstlog.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import org.burstlog.BurstlogException;
import org.burstlog.settings.Nearest;
import org.burstlog.target.TargetPath;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line behind {@code bb}: finds the verb, runs it, and ends with its exit code. */
@Command(
    name = "bb",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Tools of the Burstlog burst buffer.",
    synopsisSubcommandLabel = "VERB",
    subcommands = CommandLine.HelpCommand.class)
public final class Main {
  /** Verbs of the script that starts this command line, which are not looked for here. */
  private static final List<String> LAUNCHER_VERBS = List.of("build", "run", "setup", "test");

  private Main() {}

  /** The version that the build wrote into the jar. */
  static final class Version implements CommandLine.IVersionProvider {
    Version() {}

    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"Burstlog " + (version == null ? "(not from a jar)" : version)};
    }
  }

  /**
   * Runs a verb and ends the process.
   *
   * @param args the verb and what belongs to it
   */
  @SuppressForbidden("the standard streams are handed on from here, and only here")
  public static void main(String[] args) {
    int code = run(System.out, System.err, args);
    System.out.flush();
    System.exit(code);
  }

  /**
   * Runs a verb.
   *
   * @param out where results go
   * @param err where progress and errors go
   * @param args the verb and what belongs to it
   * @return the exit code: 0 all is well, 1 something was found wrong, 2 refused
   */
  public static int run(PrintStream out, PrintStream err, String... args) {
    CommandLine line = new CommandLine(new Main());
    ServiceLoader.load(Verb.class).forEach(line::addSubcommand);
    line.registerConverter(Path.class, Main::path);
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    line.setExecutionStrategy(parsed -> execute(parsed, out, err));
    line.setParameterExceptionHandler((e, given) -> refuse(e, err));
    line.setExecutionExceptionHandler((e, command, parsed) -> explain(e, command, err));
    return line.execute(args);
  }

  /** Takes a path as it is, or as the verbs tell one whose bytes are no text: as a URI. */
  private static Path path(String text) {
    try {
      return text.startsWith("file:/") ? TargetPath.of(text) : Path.of(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'" + text + "' is no path: " + BurstlogException.messageOf(e));
    }
  }

  private static int execute(CommandLine.ParseResult parsed, PrintStream out, PrintStream err) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    CommandLine command = parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
    if (!(command.getCommand() instanceof Verb verb)) {
      throw new ParameterException(command, "which verb? 'bb help' lists them");
    }
    try {
      return verb.run(out, err);
    } catch (Exception e) {
      throw new CommandLine.ExecutionException(command, BurstlogException.messageOf(e), e);
    }
  }

  private static int refuse(ParameterException e, PrintStream err) {
    String name = e.getCommandLine().getCommandName();
    if (e instanceof UnmatchedArgumentException u && name.equals("bb")) {
      String verb = Words.line(u.getUnmatched().get(0));
      err.println("bb: " + Nearest.unknown("there is no verb", verb, verbs(e)));
    } else {
      String full = e.getCommandLine().getCommandSpec().qualifiedName();
      err.println(
          full + ": " + Words.line(BurstlogException.messageOf(e)) + "; see '" + full + " --help'");
    }
    return Verb.REFUSED;
  }

  /** Every verb that can be typed here. */
  private static List<String> verbs(ParameterException e) {
    List<String> verbs = new ArrayList<>(e.getCommandLine().getSubcommands().keySet());
    verbs.addAll(launcherVerbs());
    Collections.sort(verbs);
    return verbs;
  }

  /** Verbs of the script that has started this; none where no script has. */
  static List<String> launcherVerbs() {
    return System.getProperty("bb.launcher") == null ? List.of() : LAUNCHER_VERBS;
  }

  private static int explain(Exception e, CommandLine command, PrintStream err) {
    Throwable cause =
        e instanceof CommandLine.ExecutionException && e.getCause() != null ? e.getCause() : e;
    // A message of ours says all there is to say; anything else is told by its name as well.
    String text =
        cause instanceof BurstlogException
            ? BurstlogException.messageOf(cause)
            : cause instanceof NoSuchFileException gone
                ? gone.getFile() + " does not exist; check the path"
                : cause instanceof AccessDeniedException denied
                    ? denied.getFile()
                        + " cannot be read: permission denied; run the command as its owner"
                    : cause.toString();
    err.println(command.getCommandSpec().qualifiedName() + ": " + Words.line(text));
    return Verb.REFUSED;
  }
}
