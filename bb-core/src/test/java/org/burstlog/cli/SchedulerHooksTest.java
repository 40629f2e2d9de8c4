package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.recover.Wreck.longs;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.burstlog.recover.Wreck;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of jobs and hooks, run as a scheduler runs them, by one that stands in for it. */
class SchedulerHooksTest {
  @TempDir Path directory;

  private Wreck wreck;
  private Path commands;

  @BeforeEach
  void standIn() throws Exception {
    wreck = new Wreck(directory);
    commands = Files.createDirectory(directory.resolve("commands"));
    command(
        "bb",
        "exec '"
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + "' -XX:TieredStopAtLevel=1 -cp '"
            + System.getProperty("java.class.path")
            + "' "
            + Main.class.getName()
            + " \"$@\"");
    command("runuser", "echo \"$2\" > '" + directory + "/user'\nshift 3\nexec \"$@\"");
    command("squeue", "echo 10:00");
    command("qstat", "printf 'Resource_List.walltime = 00:10:00\\n'");
    command("bjobs", "echo '0:10 L'");
    command("flux", "echo 600.0");
    command("logger", "shift 2\necho \"$@\" > '" + directory + "/logged'");
  }

  private void command(String name, String text) throws Exception {
    Path file = commands.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private String hook(String name, String... more) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    String[] arguments = new String[4 + more.length];
    arguments[0] = "job";
    arguments[1] = "hook";
    arguments[2] = name;
    arguments[3] = "--tier=" + wreck.tier();
    System.arraycopy(more, 0, arguments, 4, more.length);
    assertThat(Main.run(stream, stream, arguments)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private Process run(String script, Map<String, String> environment) throws Exception {
    Path file = directory.resolve("script.sh");
    Files.writeString(file, script);
    ProcessBuilder builder =
        new ProcessBuilder("sh", file.toString()).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    builder.environment().put("PATH", commands + ":" + System.getenv("PATH"));
    return builder.start();
  }

  private static String said(Process process) throws Exception {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Nested
  class OfAJobsScript {
    @ParameterizedTest
    @CsvSource({"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "FLUX_JOB_ID"})
    void programsKnowWhenTheJobEnds(String variable) throws Exception {
      long before = System.currentTimeMillis() / 1000;
      Process job =
          run(
              hook("script") + "\necho \"$BURSTLOG_DRAIN_DEADLINE\"\ntrap - EXIT\n",
              Map.of(variable, "7"));
      long end = Long.parseLong(said(job).strip());
      assertThat(end).isBetween(before + 600, System.currentTimeMillis() / 1000 + 600);
      assertThat(job.waitFor()).isZero();
    }

    @Test
    void whatIsPendingMovesWhenTheScriptEnds() throws Exception {
      wreck.small("out");
      Process job = run(hook("script") + "\nexit 3\n", Map.of());
      assertThat(said(job)).contains("complete").contains("out");
      assertThat(job.waitFor()).isEqualTo(3);
      assertThat(wreck.content("out")).isEqualTo(longs(1, 2, 3, 4));
      assertThat(wreck.sessions()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"script, USR1, 138", "script, TERM, 143", "flux, USR1, 138", "flux, TERM, 143"})
    void whatIsPendingMovesWhenTheSchedulerSignals(String hook, String signal, int code)
        throws Exception {
      wreck.small("out");
      // A program of the job, which is told to end as well; the script waits for it.
      String script = hook(hook) + "\ncat <&3 >/dev/null &\necho ready\nwait\n";
      Path fifo = directory.resolve("pipe");
      assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
      Process job = run("exec 3<>'" + fifo + "'\n" + script, Map.of("FLUX_JOB_ID", "f1"));
      BufferedReader out =
          new BufferedReader(new InputStreamReader(job.getInputStream(), StandardCharsets.UTF_8));
      assertThat(out.readLine()).isEqualTo("ready");
      ProcessHandle program = job.descendants().findAny().orElseThrow();
      new ProcessBuilder("kill", "-" + signal, Long.toString(job.pid())).start().waitFor();
      assertThat(out.readLine()).contains("complete");
      assertThat(job.waitFor()).isEqualTo(code);
      assertThat(program.destroy()).isTrue();
      assertThat(wreck.content("out")).isEqualTo(longs(1, 2, 3, 4));
    }
  }

  @Nested
  class OfSlurm {
    @Test
    void theEpilogMovesWhatIsPendingAsTheUserOfTheJob() throws Exception {
      wreck.small("out");
      Process epilog =
          run(hook("slurm-epilog"), Map.of("SLURM_JOB_USER", "ann", "SLURM_JOB_ID", "7"));
      assertThat(said(epilog)).contains("complete");
      assertThat(epilog.waitFor()).isZero();
      assertThat(directory.resolve("user")).hasContent("ann");
      assertThat(directory.resolve("logged")).doesNotExist();
      assertThat(wreck.content("out")).isEqualTo(longs(1, 2, 3, 4));
    }

    @Test
    void theEpilogKeepsTheNodeInServiceWhenSomethingIsRefused() throws Exception {
      Path session = wreck.small("out");
      Wreck.damage(session.resolve("r00000.meta"), 8192 + 8);
      Process epilog =
          run(hook("slurm-epilog"), Map.of("SLURM_JOB_USER", "ann", "SLURM_JOB_ID", "7"));
      assertThat(said(epilog)).isNotEmpty();
      assertThat(epilog.waitFor()).isZero();
    }

    @Test
    void theEpilogOfNobodysJobDoesNothing() throws Exception {
      wreck.small("out");
      assertThat(run(hook("slurm-epilog"), Map.of()).waitFor()).isZero();
      assertThat(wreck.sessions()).hasSize(1);
    }

    @Test
    void thePlugInHasAllFunctionsThatSlurmCalls() {
      String lua = hook("slurm-lua", "--budget=30s");
      for (String function :
          new String[] {
            "job_process",
            "pools",
            "setup",
            "data_in",
            "real_size",
            "paths",
            "pre_run",
            "post_run",
            "data_out",
            "job_teardown",
            "get_status"
          }) {
        assertThat(lua).contains("function slurm_bb_" + function + "(");
      }
      assertThat(lua).contains("--budget 30s").contains(wreck.tier().toString());
    }
  }

  @Test
  void theScriptOfADataWarpJobMovesOutOfItsInstance() throws Exception {
    wreck.small("out");
    Process job =
        run(hook("datawarp"), Map.of("DW_JOB_STRIPED", wreck.tier() + "/", "SLURM_JOB_ID", "7"));
    assertThat(said(job)).contains("complete");
    assertThat(wreck.content("out")).isEqualTo(longs(1, 2, 3, 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"script", "slurm-epilog", "datawarp", "flux"})
  void everyScriptIsOneForAShell(String hook) throws Exception {
    Path file = directory.resolve("script.sh");
    Files.writeString(file, hook(hook, "--command=/opt/it's here/bb"));
    assertThat(new ProcessBuilder("sh", "-n", file.toString()).inheritIO().start().waitFor())
        .isZero();
  }

  @Test
  void anUnknownHookIsRefusedWithThoseThatThereAre() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertThat(Main.run(stream, stream, "job", "hook", "nope", "--tier=/tmp"))
        .isEqualTo(Verb.REFUSED);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("slurm-epilog");
  }
}
