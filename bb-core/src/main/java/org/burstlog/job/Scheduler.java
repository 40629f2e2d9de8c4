package org.burstlog.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler of jobs: how a program knows that it is in a job of it, and how it is asked when that
 * ends.
 */
public enum Scheduler {
  /** Slurm. Since version 20.11 it says the end in a variable. */
  SLURM("SLURM_JOB_ID", "squeue --noheader --format=%L --jobs") {
    @Override
    public Optional<Instant> told(Map<String, String> environment) {
      return Optional.ofNullable(environment.get("SLURM_JOB_END_TIME"))
          .filter(text -> text.matches("\\d{1,12}"))
          .map(text -> Instant.ofEpochSecond(Long.parseLong(text)));
    }

    @Override
    public Optional<Duration> left(String answer) {
      return clock(answer.strip());
    }
  },
  /** PBS and its kin. */
  PBS("PBS_JOBID", "qstat -f") {
    @Override
    public Optional<Duration> left(String answer) {
      Optional<Duration> all = value(answer, "Resource_List.walltime");
      Duration used = value(answer, "resources_used.walltime").orElse(Duration.ZERO);
      return all.map(most -> most.minus(used)).map(Scheduler::atLeastNothing);
    }

    private Optional<Duration> value(String answer, String name) {
      Matcher line = Pattern.compile(Pattern.quote(name) + "\\s*=\\s*(\\S+)").matcher(answer);
      return line.find() ? clock(line.group(1)) : Optional.empty();
    }
  },
  /** LSF. */
  LSF("LSB_JOBID", "bjobs -noheader -o time_left") {
    @Override
    public Optional<Duration> left(String answer) {
      // Hours and minutes, and a letter that says whether the limit is the job's own.
      Matcher time = Pattern.compile("^\\s*(\\d{1,6}):(\\d\\d)(\\s+[LEX])?\\s*$").matcher(answer);
      return time.find()
          ? Optional.of(
              Duration.ofHours(Long.parseLong(time.group(1)))
                  .plusMinutes(Long.parseLong(time.group(2))))
          : Optional.empty();
    }
  },
  /** Flux. */
  FLUX("FLUX_JOB_ID", "flux job timeleft") {
    @Override
    public Optional<Duration> left(String answer) {
      String text = answer.strip();
      return text.matches("\\d{1,9}(\\.\\d*)?")
          ? Optional.of(Duration.ofMillis((long) (Double.parseDouble(text) * MILLIS)))
          : Optional.empty();
    }
  };

  private static final int MILLIS = 1000;
  private static final Pattern CLOCK =
      Pattern.compile("(?:(\\d{1,5})-)?(?:(\\d{1,6}):)?(\\d{1,6}):(\\d\\d)");

  private final String variable;

  /** The words of a command, which the job's name follows. */
  private final String question;

  Scheduler(String variable, String question) {
    this.variable = variable;
    this.question = question;
  }

  /**
   * Tells in whose job a program is.
   *
   * @param environment its environment
   * @return the scheduler; nothing where it is in none, or in that of an unknown one
   */
  public static Optional<Scheduler> of(Map<String, String> environment) {
    return Arrays.stream(values())
        .filter(each -> !environment.getOrDefault(each.variable, "").isBlank())
        .findFirst();
  }

  /**
   * Tells when the job ends, as far as the environment says that.
   *
   * @param environment the environment of a program of the job
   * @return the end; nothing where the scheduler has to be asked
   */
  public Optional<Instant> told(Map<String, String> environment) {
    return Optional.empty();
  }

  /**
   * Returns the command that asks for how long the job may run yet.
   *
   * @param environment the environment of a program of the job
   * @return the command and its arguments
   */
  public List<String> question(Map<String, String> environment) {
    List<String> command = new ArrayList<>(List.of(question.split(" ", -1)));
    command.add(environment.getOrDefault(variable, ""));
    return List.copyOf(command);
  }

  /**
   * Reads the answer.
   *
   * @param answer what the command has written
   * @return for how long the job may run yet; nothing where there is no limit, or no answer
   */
  public abstract Optional<Duration> left(String answer);

  /** Reads {@code days-hours:minutes:seconds}, of which the first two may be missing. */
  private static Optional<Duration> clock(String text) {
    Matcher time = CLOCK.matcher(text);
    if (!time.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofDays(number(time.group(1)))
            .plusHours(number(time.group(2)))
            .plusMinutes(number(time.group(3)))
            .plusSeconds(number(time.group(4))));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static Duration atLeastNothing(Duration left) {
    return left.isNegative() ? Duration.ZERO : left;
  }
}
