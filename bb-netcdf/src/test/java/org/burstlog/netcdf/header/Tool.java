package org.burstlog.netcdf.header;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A program of the C libraries, if it is installed. */
public final class Tool {
  private final String name;

  private Tool(String name) {
    this.name = name;
  }

  /**
   * How a run ended.
   *
   * @param exit its exit status
   * @param output what it printed, standard error included
   */
  public record Result(int exit, String output) {}

  /**
   * Finds a program.
   *
   * @param name its name
   * @return the program, when it is installed
   */
  public static Optional<Tool> find(String name) {
    Pattern separator = Pattern.compile(":");
    boolean installed =
        separator
            .splitAsStream(System.getenv().getOrDefault("PATH", ""))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, name)));
    return installed ? Optional.of(new Tool(name)) : Optional.empty();
  }

  /**
   * Finds a program, or skips the test.
   *
   * @param name its name
   * @return the program
   */
  public static Tool require(String name) {
    Optional<Tool> found = find(name);
    assumeTrue(found.isPresent(), name + " is not installed");
    return found.orElseThrow();
  }

  /**
   * Runs it and waits.
   *
   * @param arguments its arguments
   * @return how it ended
   */
  public Result run(Object... arguments) {
    List<String> command = new ArrayList<>(List.of(name));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      // Started by a rank of a job, it would take itself for another one.
      builder.environment().keySet().removeIf(name -> name.matches("(OMPI|PMIX|ORTE)_.*"));
      builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
      builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
