package org.burstlog.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.burstlog.cli.Main;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages show compiles, exists, or is at least well formed. */
class DocsTest {
  /** Variables that begin as ours do and are no settings. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of("BURSTLOG_MPI_JAR", "BURSTLOG_CLUSTER", "BURSTLOG_CLUSTER_MEMBER", "BURSTLOG_TEIR");

  /** Verbs that are not of the Java command line but of the launcher. */
  private static final Set<String> LAUNCHER_VERBS = Set.of("run", "test", "build", "setup");

  private static final Pattern VARIABLE = Pattern.compile("\\bBURSTLOG_[A-Z_]*[A-Z]\\b");
  private static final Pattern CLASS = Pattern.compile("\\borg\\.burstlog(\\.[a-z]+)*\\.[A-Z]\\w+");
  private static final Pattern VERB =
      Pattern.compile("(?:^|[\\s`'(])(?:\\./)?bb ([a-z]+)([^`'#\n]*)");
  private static final Pattern OWN_VERB = Pattern.compile("^\\s+([a-z]+)");
  private static final Pattern OPTION = Pattern.compile("(?:^|\\s)(--[a-z][a-z-]*)");
  private static final Pattern KEYED_HINT = Pattern.compile("\\bnc_burst_buf\\w*");

  @TempDir Path directory;

  @Test
  void javaCompilesOrIsQuotedWordForWord() throws IOException {
    int seen = 0;
    for (Page page : Page.all()) {
      for (Page.Block block : page.blocks()) {
        if (!block.source().isEmpty()) {
          assertThat(Files.readString(Page.HOME.resolve(block.source())))
              .as(place(page, block))
              .contains(block.text().stripTrailing());
          seen++;
        } else if (block.language().equals("java")) {
          assertThat(Snippets.errorsOf(block.text(), directory)).as(place(page, block)).isEmpty();
          seen++;
        }
      }
    }
    assertThat(seen).isGreaterThan(5);
  }

  private static String place(Page page, Page.Block block) {
    return page.name() + ", line " + block.line();
  }

  @Test
  void theReadmeShowsTheFirstProgram() throws IOException {
    Path sample = Page.HOME.resolve("samples/first-program/src/main/java/example");
    String shown =
        new Page(Path.of("README.md"), Files.readAllLines(Page.HOME.resolve("README.md")))
            .blocks().stream()
                .filter(block -> block.language().equals("java"))
                .flatMap(block -> block.text().lines())
                .map(line -> line.isEmpty() ? line : "  " + line)
                .collect(Collectors.joining("\n"));
    assertThat(Files.readString(sample.resolve("FirstProgram.java"))).contains(shown);
  }

  @Test
  void shellScriptsParse() throws IOException, InterruptedException {
    for (Page page : Page.all()) {
      for (Page.Block block : shell(page)) {
        if (isGrammar(block)) {
          continue;
        }
        Path script = Files.writeString(directory.resolve("block.sh"), block.text());
        Process bash =
            new ProcessBuilder("bash", "-n", script.toString()).redirectErrorStream(true).start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(place(page, block) + ": " + said).isZero();
      }
    }
  }

  private static List<Page.Block> shell(Page page) {
    return page.blocks().stream()
        .filter(block -> block.language().equals("sh") || block.language().equals(Page.INDENTED))
        .toList();
  }

  /** The log's format is told in rules of the form {@code name = parts}. */
  private static boolean isGrammar(Page.Block block) {
    return block.text().lines().allMatch(line -> line.isBlank() || line.contains(" = "));
  }

  @Test
  void variablesAreSettings() throws IOException {
    Set<String> known =
        Settings.all().stream()
            .map(Setting::variable)
            .collect(Collectors.toCollection(TreeSet::new));
    known.addAll(OTHER_VARIABLES);
    for (Page page : Page.all()) {
      Matcher variable = VARIABLE.matcher(String.join("\n", page.lines()));
      while (variable.find()) {
        assertThat(known).as(page.name()).contains(variable.group());
      }
    }
  }

  @Test
  void hintsAreUnderstood() throws IOException {
    for (Page page : Page.all()) {
      Matcher hint = KEYED_HINT.matcher(String.join("\n", page.lines()));
      while (hint.find()) {
        if (!hint.group().equals("nc_burst_buf_")) {
          assertThat(Files.readString(Page.HOME.resolve("docs/settings.md")))
              .as(page.name())
              .contains("`" + hint.group() + "`");
        }
      }
    }
  }

  @Test
  void classesExist() throws IOException {
    String sources = Messages.everything();
    for (Page page : Page.all()) {
      Matcher name = CLASS.matcher(String.join("\n", page.lines()));
      while (name.find()) {
        String path = name.group().replace('.', '/') + ".class";
        // Events of Flight Recorder have names of the same kind.
        assertThat(
                DocsTest.class.getClassLoader().getResource(path) != null
                    || sources.contains("@Name(\"" + name.group() + "\")"))
            .as(page.name() + " names " + name.group())
            .isTrue();
      }
    }
  }

  @Test
  void verbsAndTheirOptionsExist() throws IOException, InterruptedException {
    Map<String, String> helps = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    for (Page page : Page.all()) {
      Matcher verb = VERB.matcher(String.join("\n", page.lines()));
      while (verb.find()) {
        String name = verb.group(1);
        if (!helps.containsKey(name)) {
          helps.put(name, help(name));
        }
        // What a verb's own verb takes is told by that one.
        Matcher own = OWN_VERB.matcher(verb.group(2));
        String help =
            helps.get(name)
                + (own.find() && !LAUNCHER_VERBS.contains(name) ? help(name, own.group(1)) : "");
        if (help.isEmpty()) {
          unknown.add(page.name() + ": there is no verb 'bb " + name + "'");
        }
        // What follows a lone --, or a main class, is another program's.
        Matcher option = OPTION.matcher(verb.group(2).split(" -- | org\\.", 2)[0]);
        while (option.find()) {
          if (!help.contains(option.group(1)) && !option.group(1).equals("--help")) {
            unknown.add(page.name() + ": 'bb " + name + "' has no option " + option.group(1));
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(helps).containsKeys("demo", "test", "recover", "list", "run");
  }

  /** The help of a verb, empty when there is no such verb. */
  private static String help(String... path) throws IOException, InterruptedException {
    String verb = path[0];
    String[] words = Stream.concat(Stream.of(path), Stream.of("--help")).toArray(String[]::new);
    if (verb.equals("help") || verb.equals("tools")) {
      return "--help";
    }
    if (LAUNCHER_VERBS.contains(verb)) {
      Process bb = new ProcessBuilder(Page.HOME.resolve("bb").toString(), verb, "--help").start();
      String said = new String(bb.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return bb.waitFor() == 0 ? said : "";
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    boolean known = Main.run(stream, stream, words) == 0;
    return known ? out.toString(StandardCharsets.UTF_8) : "";
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Page page : Page.all()) {
      for (String link : page.links()) {
        if (link.startsWith("https://")) {
          continue;
        }
        String[] parts = link.split("#", 2);
        Path file =
            parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]).normalize();
        if (!Files.exists(file)) {
          broken.add(page.name() + " -> " + link);
        } else if (parts.length == 2
            && !new Page(file, Files.readAllLines(file)).anchors().contains(parts[1])) {
          broken.add(page.name() + " -> " + link + " (no such heading)");
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void noMergeHasLeftItsMarks() throws IOException {
    for (Page page : Page.all()) {
      assertThat(page.lines())
          .as(page.name())
          .noneMatch(line -> line.matches("(<{7}|={7}|>{7})( .*)?"));
    }
  }

  @Test
  void theReadmeLeadsToEveryPage() throws IOException {
    Map<Path, Page> pages =
        Page.all().stream().collect(Collectors.toMap(page -> page.path(), page -> page));
    Set<Path> reached = new TreeSet<>();
    Deque<Path> next = new ArrayDeque<>(List.of(Page.HOME.resolve("README.md")));
    while (!next.isEmpty()) {
      Path path = next.remove();
      Page page = pages.get(path);
      if (page != null && reached.add(path)) {
        page.links().stream()
            .filter(link -> !link.startsWith("https://"))
            .map(link -> path.resolveSibling(link.split("#", 2)[0]).normalize())
            .forEach(next::add);
      }
    }
    assertThat(reached).containsAll(pages.keySet());
  }

  @Test
  void everyPackageExplainsItself() throws IOException {
    List<String> silent = new ArrayList<>();
    for (String module :
        List.of("bb-core", "bb-netcdf", "bb-netcdf-java", "bb-mpiio", "bb-bench")) {
      try (Stream<Path> files = Files.walk(Page.HOME.resolve(module).resolve("src"))) {
        Set<Path> packages =
            files
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("module-info.java"))
                .map(Path::getParent)
                .collect(Collectors.toSet());
        for (Path directory : packages) {
          Path file = directory.resolve("package-info.java");
          String text = Files.exists(file) ? Files.readString(file) : "";
          String comment = text.substring(0, Math.max(0, text.indexOf("*/")));
          if (comment.split("\\s+", -1).length < 10) {
            silent.add(Page.HOME.relativize(directory).toString());
          }
        }
      }
    }
    assertThat(silent).isEmpty();
  }

  @Test
  void troubleshootingQuotesRealMessages() throws IOException {
    Path page = Page.HOME.resolve("docs/troubleshooting.md");
    String sources = Messages.everything() + shellSources();
    List<String> headings = new Page(page, Files.readAllLines(page)).headings("###");
    assertThat(headings.stream().filter(heading -> !sources.contains(heading)))
        .as("quoted, and said nowhere")
        .containsExactly(
            // Those of the JDK and of Open MPI.
            "no mpi_java in java.library.path",
            "There are not enough slots available",
            "mpirun has detected an attempt to run as root",
            "A restricted method in java.lang.System has been called");
  }

  private static String shellSources() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String place : List.of("native/launcher", "native/mpi-java")) {
      try (Stream<Path> files = Files.list(Page.HOME.resolve(place))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".sh")).toList()) {
          text.append(Files.readString(file));
        }
      }
    }
    return text.toString();
  }
}
