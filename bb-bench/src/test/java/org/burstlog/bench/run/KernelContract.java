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
import org.burstlog.Settings;
import org.burstlog.bench.kernel.Kernel;
import org.burstlog.bench.kernel.Kernels;
import org.burstlog.bench.kernel.Parameters;
import org.burstlog.bench.strategy.Site;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.bench.strategy.Wrong;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.target.TargetSystem;
import org.junit.jupiter.api.Test;

/**
 * What every kernel promises with every strategy: all elements are right, the files are the same
 * byte for byte, and it is noticed when one extent is missing or in another's place.
 */
abstract class KernelContract {
  private static final String[] KERNELS = {
    "ior segments=1 block=2KiB transfer=512",
    "ior segments=3 block=1KiB transfer=1KiB calls=independent",
    "ior segments=2 block=1KiB transfer=256 file-per-process=on",
    "ior segments=2 block=512 transfer=256 sync=on",
    "btio grid=7 steps=3",
    "btio grid=6 steps=2 scaling=weak calls=independent",
    "flash blocks=2 cells=4 guard=2 unknowns=3 plotted=2",
    "madbench order=17 bins=4 gangs=1",
    "madbench order=17 bins=4 phases=s",
    "metarates files=3 sessions=2",
    "metarates files=2 sessions=1 directories=own",
    "inserts inserts=5 page=512"
  };

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

  private void leavesTheSameFilesByAllStrategies(String words) throws Exception {
    withDirectory(
        (group, directory) -> {
          if (!fits(words, group.size())) {
            return;
          }
          List<String> strategies = Strategies.all().stream().map(Strategy::name).toList();
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
            try (Stream<Path> left = Files.walk(directory.resolve("tier"))) {
              assertThat(left.filter(Files::isRegularFile)).isEmpty();
            }
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

  /** Runs a strategy that does wrong, and expects to be told. */
  private void isSeen(Wrong.Way way) throws Exception {
    for (String words : KERNELS) {
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
                    List.of(new Wrong(way)),
                    1,
                    false);
            Site site = new Site(group, targets(), directory, null, Settings.builder().build());
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

  @Test
  void oneExtentThatIsMissingIsSeenByEveryKernel() throws Exception {
    isSeen(Wrong.Way.DROP);
  }

  @Test
  void twoExtentsInEachOthersPlaceAreSeenByEveryKernel() throws Exception {
    isSeen(Wrong.Way.SWAP);
  }

  @Test
  void iorContiguous() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[0]);
  }

  @Test
  void iorStrided() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[1]);
  }

  @Test
  void iorWithFilePerProcess() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[2]);
  }

  @Test
  void iorSynced() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[3]);
  }

  @Test
  void btioStrong() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[4]);
  }

  @Test
  void btioWeak() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[5]);
  }

  @Test
  void flash() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[6]);
  }

  @Test
  void madbench() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[7]);
  }

  @Test
  void madbenchWriteOnly() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[8]);
  }

  @Test
  void madbenchInGangs() throws Exception {
    leavesTheSameFilesByAllStrategies(gangs("madbench order=17 bins=4"));
  }

  /** Two where the ranks can be divided; the number is the same in every rank. */
  private String gangs(String words) throws Exception {
    int[] size = new int[1];
    run(group -> size[0] = group.size());
    return words + " gangs=" + (size[0] % 2 == 0 ? 2 : 1);
  }

  @Test
  void metarates() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[9]);
  }

  @Test
  void metaratesInDirectoriesOfTheirOwn() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[10]);
  }

  @Test
  void inserts() throws Exception {
    leavesTheSameFilesByAllStrategies(KERNELS[11]);
  }
}
