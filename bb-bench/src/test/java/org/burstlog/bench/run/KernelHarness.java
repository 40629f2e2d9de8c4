package org.burstlog.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.bench.strategy.Site;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.bench.strategy.Wrong;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetSystem;

/** Runs kernels in every process of a group, and looks at what they leave. */
abstract class KernelHarness {
  /** Runs a program in every process of a group. */
  abstract void run(RankProgram program) throws Exception;

  /** What opens files. */
  abstract TargetSystem targets();

  private interface DirectoryProgram {
    void run(ProcessGroup group, Path directory) throws Exception;
  }

  private void withDirectory(DirectoryProgram program) throws Exception {
    run(
        group -> {
          String made = group.rank() == 0 ? Files.createTempDirectory("kernels").toString() : "";
          byte[] name = group.broadcast(made.getBytes(StandardCharsets.UTF_8), 0);
          Path directory = Path.of(new String(name, StandardCharsets.UTF_8));
          program.run(group, directory);
          group.barrier();
          if (group.rank() == 0) {
            try (Stream<Path> files = Files.walk(directory)) {
              for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
              }
            }
          }
          group.barrier();
        });
  }

  /** BTIO runs on square numbers of ranks; that it refuses others is told elsewhere. */
  private static boolean fits(String kernel, int ranks) {
    int side = (int) Math.round(Math.sqrt(ranks));
    return !kernel.startsWith("btio") || side * side == ranks;
  }

  void leavesTheSameFilesByAllStrategies(String words) throws Exception {
    withDirectory(
        (group, directory) -> {
          if (!fits(words, group.size())) {
            return;
          }
          List<String> strategies = Strategies.writing().stream().map(Strategy::name).toList();
          List<String> args = new ArrayList<>();
          for (String word : words.split(" ", -1)) {
            args.addAll(args.isEmpty() ? List.of(word) : List.of("--set", word));
          }
          args.addAll(List.of("--strategies", String.join(",", strategies), "--keep"));
          args.addAll(List.of("--target", directory.resolve("target").toString()));
          args.addAll(List.of("--tier", directory.resolve("tier").toString()));
          Path out = directory.resolve("out");
          args.addAll(List.of("--out", out.toString()));
          ByteArrayOutputStream said = new ByteArrayOutputStream();
          PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
          int code = KernelRun.run(group, targets(), err, args.toArray(String[]::new));
          assertThat(said.toString(StandardCharsets.UTF_8)).as(words).isEmpty();
          assertThat(code).isZero();
          if (group.rank() == 0) {
            checkLines(Files.readAllLines(out), strategies);
            checkFiles(directory.resolve("target"), words.split(" ", -1)[0], strategies);
            checkTier(directory.resolve("tier"));
          }
        });
  }

  private static void checkLines(List<String> lines, List<String> strategies) {
    assertThat(lines).hasSameSizeAs(strategies);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i))
          .contains("\"strategy\":\"" + strategies.get(i) + "\"", "\"verified\":true");
    }
  }

  /** Spare sessions are left, and go with this process. */
  private static void checkTier(Path tier) throws IOException {
    try (Stream<Path> left = Files.walk(tier)) {
      assertThat(left.filter(Files::isRegularFile))
          .allMatch(file -> file.toString().contains("/spare-"));
    }
  }

  private static void checkFiles(Path target, String kernel, List<String> strategies)
      throws IOException {
    Map<String, byte[]> first = content(target.resolve("bb-" + kernel + "-direct-0"));
    assertThat(first).isNotEmpty();
    for (String strategy : strategies) {
      Map<String, byte[]> other = content(target.resolve("bb-" + kernel + "-" + strategy + "-0"));
      assertThat(other.keySet()).as(strategy).isEqualTo(first.keySet());
      first.forEach((file, bytes) -> assertThat(other.get(file)).as(file).isEqualTo(bytes));
    }
  }

  private static Map<String, byte[]> content(Path directory) throws IOException {
    Map<String, byte[]> content = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        content.put(directory.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return content;
  }

  /** Runs kernels by a strategy that does wrong, and expects to be told. */
  void isSeen(List<String> kernels, String strategy, Wrong.Way way) throws Exception {
    Strategy wrong = new Wrong(Strategies.named(strategy), way);
    for (String words : kernels) {
      withDirectory(
          (group, directory) -> {
            if (!fits(words, group.size())) {
              return;
            }
            Kernel kernel = Kernels.named(words.split(" ", -1)[0]);
            Map<String, String> values = new LinkedHashMap<>();
            for (String word : words.split(" ", -1)) {
              if (word.contains("=")) {
                values.put(word.split("=", -1)[0], word.split("=", -1)[1]);
              }
            }
            Parameters parameters = Parameters.of(kernel, null, values);
            Job job =
                new Job(
                    kernel,
                    null,
                    parameters,
                    kernel.program(parameters, group.size()),
                    List.of(wrong),
                    1,
                    false);
            Path tier = directory.resolve("tier");
            if (group.rank() == 0) {
              Files.createDirectory(tier);
            }
            group.barrier();
            Site site = new Site(group, targets(), directory, tier, Settings.builder().build());
            StringWriter out = new StringWriter();
            Runs runs = new Runs(job, site, group.rank() == 0 ? out : null, null);
            assertThatThrownBy(runs::run)
                .as(words)
                .isInstanceOf(BurstlogException.class)
                .hasMessageContaining("must be ");
            if (group.rank() == 0) {
              assertThat(out.toString()).as(words).contains("\"verified\":false");
            }
          });
    }
  }
}
