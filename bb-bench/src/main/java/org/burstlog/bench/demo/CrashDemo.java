package org.burstlog.bench.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.cli.Verb;

/** Kills a job in its middle, recovers what it had put, and proves that nothing is missing. */
final class CrashDemo {
  private static final String CRASHED = "crashed.nc";
  private static final String WHOLE = "whole.nc";

  private final Simulation simulation;
  private final LocalPlace place;
  private final PrintStream out;
  private final PrintStream err;

  CrashDemo(Simulation simulation, LocalPlace place, PrintStream out, PrintStream err) {
    this.simulation = simulation;
    this.place = place;
    this.out = out;
    this.err = err;
  }

  int run() throws IOException {
    final long acknowledged = crash();
    out.printf(
        Locale.ROOT,
        "The file has %d records now; %d were acknowledged. They are in the logs:%n%n",
        Comparison.records(place.here(CRASHED)),
        acknowledged);
    user("list", place.tier().toString());
    int code = user("recover", "--tier", place.tier().toString(), place.here(CRASHED).toString());
    if (code != Verb.OK) {
      out.println("The recovery ended with " + code + "; its own messages are above.");
      return Verb.WRONG;
    }
    simulation.run("off", WHOLE, place, "once more, undisturbed: ", err);
    long same = Comparison.same(place.here(CRASHED), place.here(WHOLE), acknowledged);
    out.printf(
        Locale.ROOT,
        "%nThe file has %d records after the recovery. Of the %d that were acknowledged, %d are"
            + " there and the same%nas in the file of an undisturbed run.%n",
        Comparison.records(place.here(CRASHED)),
        acknowledged,
        same);
    return same == acknowledged ? Verb.OK : Verb.WRONG;
  }

  /** Returns how many records every rank had put when the job was killed. */
  private long crash() throws IOException {
    int victim = Math.max(1, simulation.records() / 2);
    AtomicLong acknowledged = new AtomicLong();
    List<Long> killed = new ArrayList<>();
    simulation.runWatched(
        CRASHED,
        place,
        "burst buffer on: ",
        err,
        (record, job) -> {
          acknowledged.set(record);
          if (record >= victim && killed.isEmpty()) {
            killed.addAll(kill(job));
          }
        });
    if (killed.isEmpty()) {
      throw new BurstlogException(
          "the simulation ended before its record " + victim + "; its own messages are above");
    }
    out.println(
        "$ kill -9 " + killed.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    return acknowledged.get();
  }

  /** Ranks first: mpirun would ask them to end, and they are to have no chance to. */
  private static List<Long> kill(Process job) {
    List<ProcessHandle> handles = new ArrayList<>(job.descendants().toList());
    Collections.reverse(handles);
    handles.add(job.toHandle());
    handles.forEach(ProcessHandle::destroyForcibly);
    return handles.stream().map(ProcessHandle::pid).toList();
  }

  /** Does what a user would, and shows it. */
  private int user(String... words) throws IOException {
    out.println("$ ./bb " + String.join(" ", words));
    List<String> command =
        Stream.concat(Stream.of(place.tools().bb().toString()), Stream.of(words)).toList();
    ProcessBuilder builder = new ProcessBuilder(command);
    // The build that this program runs from is not to be replaced under it.
    builder.environment().put("BB_BUILDING", "1");
    Tools.Answer answer = Tools.ask(builder);
    answer.text().lines().forEach(line -> out.println("  " + line));
    out.println();
    return answer.code();
  }
}
