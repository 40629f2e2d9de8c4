package org.burstlog.bench.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.burstlog.BurstlogException;
import org.burstlog.cli.Verb;

/** Runs the simulation with the burst buffer off and on, and compares. */
final class OffAndOn {
  private static final List<String> OFF_AND_ON = List.of("off", "on");

  private final Simulation simulation;
  private final Path base;
  private final PrintStream out;
  private final PrintStream err;

  OffAndOn(Simulation simulation, Path base, PrintStream out, PrintStream err) {
    this.simulation = simulation;
    this.base = base;
    this.out = out;
    this.err = err;
  }

  /** A run, and what it asked of the target where that was counted. */
  private record Result(Simulation.Times times, OptionalLong requests) {}

  /** On files of this machine; where it can be done, the requests of two more runs are counted. */
  int onLocalFiles(LocalPlace place) throws IOException {
    introduce(place.target("on.nc").getParent() + " of this machine");
    Simulation.Times off = simulation.run("off", "off.nc", place, "burst buffer off: ", err);
    Simulation.Times on = simulation.run("on", "on.nc", place, "burst buffer on:  ", err);
    String why = "";
    OptionalLong offRequests = OptionalLong.empty();
    OptionalLong onRequests = OptionalLong.empty();
    try (Place counted = CountedPlace.begin(place.tools(), base.resolve("counted"), place.tier())) {
      offRequests = run("off", counted, "counting, off:    ").requests();
      onRequests = run("on", counted, "counting, on:     ").requests();
    } catch (BurstlogException e) {
      why = "Requests were not counted: " + BurstlogException.reason(e);
    }
    table(new Result(off, offRequests), new Result(on, onRequests));
    if (!why.isEmpty()) {
      out.println(why);
    }
    speak(off, on, offRequests, onRequests);
    out.println(
        "The memory of this machine takes small writes at once, so here a burst buffer gains time"
            + " in writes, safety\nand larger requests, and its copy costs total time. It pays"
            + " where a write waits for servers and locks:\n'./bb demo --pfs emulated' shows that,"
            + " './bb demo --crash' the safety.");
    showModel(place);
    return prove(place.here("off.nc"), place.here("on.nc"));
  }

  /** On a file system that counts, and takes its time. */
  int onSlowFiles(Place place) throws IOException {
    introduce("an emulated parallel file system: 4 nodes, 4 servers of 200 MB/s");
    Result off = run("off", place, "burst buffer off: ");
    Result on = run("on", place, "burst buffer on:  ");
    table(off, on);
    speak(off.times(), on.times(), off.requests(), on.requests());
    out.printf(
        Locale.ROOT,
        "In all it was %.1f times as fast.%n",
        off.times().total() / on.times().total());
    showModel(place);
    for (String which : OFF_AND_ON) {
      Files.copy(
          place.here(which + ".nc"),
          base.resolve(which + ".nc"),
          java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
    return prove(base.resolve("off.nc"), base.resolve("on.nc"));
  }

  private void showModel(Place place) throws IOException {
    out.println();
    new ModelDemo(simulation.ranks(), place, out, err).run();
  }

  private Result run(String onOff, Place place, String title) throws IOException {
    place.reset();
    Simulation.Times times = simulation.run(onOff, onOff + ".nc", place, title, err);
    return new Result(times, place.requests());
  }

  private void introduce(String where) {
    out.printf(
        Locale.ROOT,
        "Waves in a basin of %d x %d cells on %d ranks; %d records of height, u and v, %.1f MiB, to"
            + "%n%s.%n%n",
        simulation.rows(),
        simulation.columns(),
        simulation.ranks(),
        simulation.records(),
        simulation.bytes() / 1048576.0,
        where);
  }

  private void table(Result off, Result on) {
    out.printf(
        Locale.ROOT,
        "%n%-14s%12s%12s%26s%n",
        "burst buffer",
        "in writes",
        "in all",
        "requests to the target");
    row("off", off);
    row("on", on);
    out.println();
  }

  private void row(String what, Result result) {
    String requests =
        result.requests().isPresent()
            ? String.valueOf(result.requests().getAsLong())
            : "not counted";
    out.printf(
        Locale.ROOT,
        "%-14s%10.3f s%10.2f s%26s%n",
        what,
        result.times().writing(),
        result.times().total(),
        requests);
  }

  private void speak(
      Simulation.Times off, Simulation.Times on, OptionalLong offRequests, OptionalLong requests) {
    out.printf(
        Locale.ROOT,
        "With the buffer on, the program waited %.1f times %s for its writes",
        ratio(off.writing(), on.writing()),
        off.writing() >= on.writing() ? "less" : "longer");
    if (offRequests.isPresent() && requests.isPresent()) {
      out.printf(
          Locale.ROOT,
          ", and the target got %.0f times fewer requests",
          (double) offRequests.getAsLong() / Math.max(1, requests.getAsLong()));
    }
    out.println(".");
  }

  private static double ratio(double one, double other) {
    return Math.max(one, other) / Math.max(1e-3, Math.min(one, other));
  }

  /** The files are identical; here is what they look like. */
  private int prove(Path off, Path on) throws IOException {
    long differs = Files.mismatch(off, on);
    out.println();
    if (differs >= 0) {
      out.printf(Locale.ROOT, "%s and %s differ from byte %d on.%n", off, on, differs);
      return Verb.WRONG;
    }
    out.printf(Locale.ROOT, "Both files are identical, %d bytes: %s%n", Files.size(on), on);
    try {
      Tools.Answer header = Tools.ask(new ProcessBuilder("ncdump", "-h", on.toString()));
      out.printf(Locale.ROOT, "%n$ ncdump -h %s%n%s%n%n", on, header.text());
    } catch (IOException e) {
      out.println("ncdump is not installed here (Debian: netcdf-bin), so its header is not shown.");
    }
    Path png = base.resolve("height.png");
    Picture.draw(on, "height", png);
    out.println("The height at the end: " + png);
    return Verb.OK;
  }
}
