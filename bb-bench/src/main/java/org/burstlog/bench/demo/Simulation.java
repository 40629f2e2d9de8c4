package org.burstlog.bench.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;

/**
 * {@link ShallowWater}, to be run: the same main class and the same arguments every time, with
 * another environment.
 *
 * @param ranks how many processes
 * @param rows rows of the basin
 * @param columns its columns
 * @param records how many records are written
 * @param steps steps of the model between two
 */
record Simulation(int ranks, int rows, int columns, int records, int steps) {
  private static final Pattern RECORD = Pattern.compile("record (\\d+) of \\d+, .*");
  private static final Pattern DONE =
      Pattern.compile("done: ([0-9.]+) s in writes, ([0-9.]+) s in all");

  Simulation {
    if (ranks < 1 || records < 1 || steps < 1 || rows < ranks || columns < ranks) {
      throw new IllegalArgumentException(
          "--np, --records and --steps must be at least 1, --rows and --columns at least --np");
    }
  }

  /** What a run told of itself, in seconds. */
  record Times(double writing, double total) {}

  /** Is told of every record that all ranks have put. */
  @FunctionalInterface
  interface Watcher {
    void at(int record, Process job);
  }

  /** How a run ended: its exit code, and its times if it came so far. */
  private record End(int code, List<Times> times) {}

  /** The program and its arguments. */
  List<String> program(Path target) {
    List<String> words = new ArrayList<>(List.of(ShallowWater.class.getName(), target.toString()));
    Stream.of(rows, columns, records, steps).map(String::valueOf).forEach(words::add);
    return words;
  }

  /** Bytes of the values that are written. */
  long bytes() {
    return 3L * Float.BYTES * rows * columns * records;
  }

  /** What the buffer is told by the environment. */
  static Map<String, String> environment(String onOff, Place place) {
    return Map.of("BURSTLOG", onOff, "BURSTLOG_TIER", place.tier().toString());
  }

  /** Runs it to its end. */
  Times run(String onOff, String name, Place place, String title, PrintStream err)
      throws IOException {
    End end = watch(onOff, name, place, title, err, (record, job) -> {});
    if (end.code() != 0 || end.times().isEmpty()) {
      throw new BurstlogException(
          "the simulation with the burst buffer "
              + onOff
              + " ended with code "
              + end.code()
              + " before it was done; its own messages are above");
    }
    return end.times().get(0);
  }

  /** Runs it and lets somebody see each record, who may kill it. */
  void runWatched(String name, Place place, String title, PrintStream err, Watcher watcher)
      throws IOException {
    watch("on", name, place, title, err, watcher);
  }

  private End watch(
      String onOff, String name, Place place, String title, PrintStream err, Watcher watcher)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(place.command(ranks, program(place.target(name))));
    builder.environment().putAll(environment(onOff, place));
    Process job = builder.redirectErrorStream(true).start();
    job.getOutputStream().close();
    List<Times> times = new ArrayList<>();
    // What ends this process, such as an interrupt from the terminal, ends the job too.
    Thread last = new Thread(job::destroy);
    Runtime.getRuntime().addShutdownHook(last);
    try (LiveLine line = new LiveLine(title, err);
        BufferedReader said =
            new BufferedReader(
                new InputStreamReader(job.getInputStream(), StandardCharsets.UTF_8))) {
      for (String text = said.readLine(); text != null; text = said.readLine()) {
        Matcher record = RECORD.matcher(text);
        Matcher done = DONE.matcher(text);
        if (record.matches()) {
          line.show(text);
          watcher.at(Integer.parseInt(record.group(1)), job);
        } else if (done.matches()) {
          times.add(
              new Times(Double.parseDouble(done.group(1)), Double.parseDouble(done.group(2))));
        } else {
          line.other(text);
        }
      }
      return new End(Tools.end(job), times);
    } finally {
      job.destroy();
      Runtime.getRuntime().removeShutdownHook(last);
    }
  }
}
