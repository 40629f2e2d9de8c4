package org.burstlog.netcdfjava;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdfjava.programs.Cases;
import org.burstlog.testing.SuppressForbidden;

/** A JVM in which a program runs that writes by NetCDF-Java. */
final class Jvm {
  private static final AtomicInteger JVMS = new AtomicInteger();
  private static final Path PLACE = Path.of("/usr/lib/jvm");
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private Path java = ownJava();

  /** What came of it. */
  record Result(int status, String printed, String errors) {
    Result well() {
      assertThat(status).as(errors).isZero();
      return this;
    }
  }

  static Jvm plain() {
    Jvm jvm = new Jvm();
    jvm.options.add("-XX:+UseSerialGC");
    coverage().ifPresent(jvm.options::add);
    return jvm;
  }

  /** With the agent, which is on, and a tier. */
  static Jvm buffered(Path tier) {
    return plain()
        .with("-javaagent:" + agent())
        .set("BURSTLOG", "on")
        .set("BURSTLOG_TIER", tier.toString());
  }

  static String agent() {
    return System.getProperty("bb.agent", "../target/agent/burstlog-agent.jar");
  }

  Jvm with(String... more) {
    options.addAll(Arrays.asList(more));
    return this;
  }

  Jvm set(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Jvm by(Path otherJava) {
    java = otherJava;
    return this;
  }

  /** Runs a program that is on a class path with NetCDF-Java and no Burstlog. */
  Result run(Class<?> program, Object... arguments) throws IOException, InterruptedException {
    with(
        "-cp",
        join(netcdfJava()) + ":" + place(Cases.class) + ":" + place(SuppressForbidden.class));
    return command(program.getName(), arguments);
  }

  /** Runs what the options say. */
  Result command(String last, Object... arguments) throws IOException, InterruptedException {
    Path printed = Files.createTempFile("printed", ".txt");
    Path errors = Files.createTempFile("errors", ".txt");
    Process process = start(last, ProcessBuilder.Redirect.to(printed.toFile()), errors, arguments);
    int status = process.waitFor();
    Result result = new Result(status, read(printed), read(errors));
    Files.delete(printed);
    Files.delete(errors);
    return result;
  }

  Process start(String last, ProcessBuilder.Redirect printed, Path errors, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.addAll(options);
    command.add(last);
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(printed).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("BURSTLOG"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  /** NetCDF-Java and what it needs for the classic format. */
  static List<Path> netcdfJava() {
    return Stream.of("cdm-", "httpservices-", "slf4j-api-", "slf4j-nop-")
        .map(
            name ->
                Arrays.stream(System.getProperty("java.class.path").split(":"))
                    .map(Path::of)
                    .filter(path -> path.getFileName().toString().startsWith(name))
                    .findFirst()
                    .orElseThrow())
        .toList();
  }

  static String join(List<Path> places) {
    return String.join(":", places.stream().map(Path::toString).toList());
  }

  static Path place(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  /** Burstlog's own classes, as a program has them that uses it. */
  static List<Path> burstlog() {
    return List.of(place(NcFile.class), place(org.burstlog.buffer.BurstBuffer.class));
  }

  static Path ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** A JDK of this machine of a version, or of a newer one. */
  static Optional<Path> java(int version) throws IOException {
    if (Runtime.version().feature() >= version) {
      return Optional.of(ownJava());
    }
    if (!Files.isDirectory(PLACE)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(PLACE)) {
      return homes
          .sorted()
          .filter(home -> version(home) >= version)
          .map(home -> home.resolve("bin/java"))
          .findFirst();
    }
  }

  private static int version(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
      return 0;
    }
    try {
      Matcher version = VERSION.matcher(Files.readString(release));
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The coverage agent of this JVM, told to write to a file of its own. */
  private static Optional<String> coverage() {
    Pattern place = Pattern.compile("destfile=([^,]*)/[^/,]*\\.exec");
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-javaagent:") && argument.contains("jacoco"))
        .map(place::matcher)
        .filter(Matcher::find)
        .map(
            found ->
                found.replaceFirst(
                    "destfile=$1/jacoco-jvm-"
                        + ProcessHandle.current().pid()
                        + "-"
                        + JVMS.incrementAndGet()
                        + ".exec"))
        .findFirst();
  }
}
