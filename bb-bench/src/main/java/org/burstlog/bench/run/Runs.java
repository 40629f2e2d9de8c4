package org.burstlog.bench.run;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.bench.kernel.Gap;
import org.burstlog.bench.kernel.Space;
import org.burstlog.bench.strategy.Measures;
import org.burstlog.bench.strategy.Site;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.jspecify.annotations.Nullable;

/** Carries out a job: all strategies once, then all of them again. */
final class Runs {
  private final Job job;
  private final Site site;
  private final ProcessGroup group;
  private final @Nullable Writer out;
  private final @Nullable ServerCounts counts;

  /**
   * Prepares.
   *
   * @param out gets a line for each run; only in the first process
   * @param counts asks the target's file system what it has counted, or null
   */
  Runs(Job job, Site site, @Nullable Writer out, @Nullable ServerCounts counts) {
    this.job = job;
    this.site = site;
    this.group = site.group();
    this.out = out;
    this.counts = counts;
  }

  private static Path directory(Job job, Site site, Strategy strategy, int repeat) {
    String name = "bb-" + job.kernel().name() + "-" + strategy.name() + "-" + repeat;
    return site.directory().resolve(name);
  }

  /**
   * Looks for what an earlier job has left, and may be wanted. Collective.
   *
   * @throws BurstlogException in every process, when a directory is there that a run would make
   */
  static void refuseExisting(Job job, Site site) throws IOException {
    String there = "";
    for (int repeat = 0; site.group().rank() == 0 && repeat < job.repeat(); repeat++) {
      for (Strategy strategy : job.strategies()) {
        Path directory = directory(job, site, strategy, repeat);
        there = there.isEmpty() && Files.exists(directory) ? directory.toString() : there;
      }
    }
    byte[] known = site.group().broadcast(there.getBytes(StandardCharsets.UTF_8), 0);
    if (known.length > 0) {
      throw new BurstlogException(
          new String(known, StandardCharsets.UTF_8)
              + " was left by an earlier run; remove it, or name another directory by --target");
    }
  }

  /** Runs everything. Collective; ends with the first run that fails or leaves a wrong element. */
  void run() throws IOException {
    Gap gap = Gap.of(job.parameters(), group);
    for (int repeat = 0; repeat < job.repeat(); repeat++) {
      Limits limits = null;
      for (Strategy strategy : job.strategies()) {
        limits = run(strategy, gap, repeat, limits);
      }
    }
  }

  private @Nullable Limits run(Strategy strategy, Gap gap, int repeat, @Nullable Limits known)
      throws IOException {
    Path directory = directory(job, site, strategy, repeat);
    make(directory);
    Space space = new Space(site.in(directory), strategy, new Measures(), gap);
    String what = job.kernel().name() + " by strategy '" + strategy.name() + "'";
    Exception failure = null;
    if (counts != null) {
      counts.reset();
    }
    group.barrier();
    long begin = System.nanoTime();
    try {
      job.program().write(space);
      space.measures().settle();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    space.measures().ran(System.nanoTime() - begin);
    Together.reach(group, what, failure);
    String counted = counts == null ? null : counts.read();
    // In the same minute as what it is compared with, and with as many bytes.
    Limits limits = known;
    if (limits == null && strategy.writes()) {
      limits = Limits.measure(space.site(), space.measures().bytes());
    }
    BurstlogException wrong = null;
    try {
      verify(space);
    } catch (BurstlogException e) {
      wrong = e;
    }
    space.measures().reduce(group);
    tell(strategy, repeat, wrong == null, space.measures(), limits, counted);
    if (wrong != null) {
      throw wrong;
    }
    if (!job.keep()) {
      remove(directory);
    }
    return limits;
  }

  /** Where nothing is to be written, that nothing was; what kernels write are netCDF files. */
  private void verify(Space space) throws IOException {
    if (space.strategy().writes()) {
      job.program().verify(space);
      return;
    }
    IOException failure = null;
    try (Stream<Path> all = Files.list(space.site().directory())) {
      List<Path> written = all.filter(path -> path.toString().endsWith(".nc")).toList();
      if (!written.isEmpty()) {
        failure = new BurstlogException("nothing was to be written, and there are " + written);
      }
    } catch (IOException e) {
      failure = e;
    }
    Together.reach(group, "looking for files", failure);
  }

  private void make(Path directory) throws IOException {
    Together.first(
        group, Telling.of("making " + directory), () -> Files.createDirectory(directory));
  }

  private void tell(
      Strategy strategy,
      int repeat,
      boolean verified,
      Measures measures,
      @Nullable Limits limits,
      @Nullable String counted)
      throws IOException {
    IOException failure = null;
    Writer lines = out;
    if (lines != null) {
      try {
        lines.write(
            ResultLine.of(
                job, strategy.name(), repeat, group.size(), verified, measures, limits, counted));
        lines.write('\n');
        lines.flush();
      } catch (IOException e) {
        failure = e;
      }
    }
    Together.reach(group, "writing the results", failure);
  }

  private void remove(Path directory) throws IOException {
    Together.first(group, Telling.of("removing " + directory), () -> delete(directory));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    }
  }
}
