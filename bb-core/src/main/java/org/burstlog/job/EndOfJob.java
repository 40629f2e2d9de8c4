package org.burstlog.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out when the job ends that a program is in: from what its scheduler says in variables, else
 * by asking it. A job asks once, in its script; thousands of processes that ask would storm it.
 */
public final class EndOfJob {
  private final Map<String, String> environment;
  private final InstantSource clock;
  private final Question question;

  /** Runs a command. */
  @FunctionalInterface
  interface Question {
    /** Returns what it has written. */
    String ask(List<String> command) throws IOException;
  }

  /**
   * Asks by commands of the system.
   *
   * @param environment the environment of this process
   */
  public EndOfJob(Map<String, String> environment) {
    this(environment, InstantSource.system(), EndOfJob::run);
  }

  EndOfJob(Map<String, String> environment, InstantSource clock, Question question) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
    this.question = question;
  }

  /**
   * Finds it out.
   *
   * @return the end; nothing where this is in no job, or in one without a limit of time
   * @throws IOException when the scheduler cannot be asked
   */
  public Optional<Instant> find() throws IOException {
    Optional<Scheduler> scheduler = Scheduler.of(environment);
    if (scheduler.isEmpty()) {
      return Optional.empty();
    }
    Optional<Instant> told = scheduler.get().told(environment);
    if (told.isPresent()) {
      return told;
    }
    Instant asked = clock.instant();
    Optional<Duration> left =
        scheduler.get().left(question.ask(scheduler.get().question(environment)));
    return left.map(asked::plus);
  }

  private static String run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
