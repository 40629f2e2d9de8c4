package org.burstlog.bench.bundles;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import org.burstlog.BurstlogException;
import org.burstlog.bench.run.RankMain;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.mpi.MpiJob;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;

/**
 * The kernel {@code bundles}, alone or in every rank. Each output step creates seven files, writes
 * them and closes them; the result has one line of JSON for each step of each way. All ways leave
 * the same files, which is checked.
 *
 * <p>Ways: {@code direct} writes one file after the other collectively; {@code master} has one
 * process a file, which gathers it plane by plane; {@code turns}, {@code bps}, {@code lps}, {@code
 * spread} and {@code auto} put into logs and flush all files together by that scheme.
 */
public final class BundlesRun {
  private final ProcessGroup group;
  private final TargetSystem targets;
  private final Path directory;
  private final Path tier;
  private final Bundles bundles;
  private final PrintWriter out;

  /** Sums of files by step and number, of the first way that has left them. */
  private final Map<Integer, Long> sums = new HashMap<>();

  private BundlesRun(
      ProcessGroup group,
      TargetSystem targets,
      Path directory,
      Path tier,
      Bundles bundles,
      PrintWriter out) {
    this.group = group;
    this.targets = targets;
    this.directory = directory;
    this.tier = tier;
    this.bundles = bundles;
    this.out = out;
  }

  /**
   * Runs in every rank.
   *
   * @param args directory of the files, directory of the logs, planes of all files, elements of a
   *     plane's edge, steps, repetitions, the file for the result, and the ways
   * @throws IOException when something cannot be written
   */
  public static void main(String[] args) throws IOException {
    MpiJob job = new MpiJob();
    try (ProcessGroup group = job.present() ? job.group() : new SoloGroup()) {
      run(group, RankMain.targets(group, null, Settings.load()), args);
    }
  }

  static void run(ProcessGroup group, TargetSystem targets, String... args) throws IOException {
    Bundles bundles =
        Bundles.of(Integer.parseInt(args[2]), Integer.parseInt(args[3]), group.size());
    Path result = Path.of(group.rank() == 0 ? args[6] : "/dev/null");
    try (PrintWriter out =
        new PrintWriter(Files.newBufferedWriter(result, StandardCharsets.UTF_8))) {
      BundlesRun run =
          new BundlesRun(group, targets, Path.of(args[0]), Path.of(args[1]), bundles, out);
      List<String> ways = Arrays.asList(args).subList(7, args.length);
      for (int i = 0; i < Integer.parseInt(args[5]); i++) {
        for (String way : ways) {
          for (int step = 0; step < Integer.parseInt(args[4]); step++) {
            run.step(way, step);
          }
        }
      }
    }
  }

  /** How long parts of a step took, here; and what the drains counted. */
  private record Times(long put, long flush, long close, long exchange, long write, String told) {
    static Times of(long put, long flush, long close) {
      return new Times(put, flush, close, 0, 0, "");
    }
  }

  private void step(String way, int step) throws IOException {
    group.barrier();
    long begin = System.nanoTime();
    Times times =
        switch (way) {
          case "direct" -> together(step, Settings.builder().set(Settings.SWITCH, "off").build());
          case "master" -> masters(step);
          default -> together(step, buffered(way));
        };
    group.barrier();
    long[] most = {
      System.nanoTime() - begin, times.put, times.flush, times.close, times.exchange, times.write
    };
    group.max(most);
    if (group.rank() == 0) {
      tell(way, step, most, times.told);
      check(way, step);
    }
  }

  private void tell(String way, int step, long[] nanos, String told) {
    JsonObject line = new JsonObject();
    line.addProperty("kernel", "bundles");
    line.addProperty("way", way);
    line.addProperty("ranks", group.size());
    line.addProperty("step", step);
    line.addProperty("bytes", bundles.bytes());
    String[] names = {"millis", "put", "flush", "close", "shuffle", "write"};
    for (int i = 0; i < names.length; i++) {
      line.addProperty(names[i], nanos[i] / 1e6);
    }
    line.addProperty("explained", told);
    out.println(line);
    out.flush();
  }

  private Settings buffered(String scheme) throws BurstlogException {
    return Settings.builder()
        .environment(System.getenv())
        .properties(System.getProperties())
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.DRAIN_FILES, scheme.toLowerCase(Locale.ROOT))
        .build();
  }

  private Path path(int step, int file) {
    return directory.resolve("bundle-" + step + "-" + file + ".nc");
  }

  private NcFile create(int step, int file, ProcessGroup group, Settings settings)
      throws IOException {
    NcOptions options = NcOptions.defaults().group(group).settings(settings);
    TargetSystem system = group.size() == 1 ? PlainTarget.SYSTEM : targets;
    NcFile made = NcFile.create(path(step, file), options.target(system));
    bundles.define(made, file);
    return made;
  }

  private Times together(int step, Settings settings) throws IOException {
    long begin = System.nanoTime();
    List<NcFile> files = new ArrayList<>();
    float[] values = new float[bundles.height() * bundles.width()];
    for (int file = 0; file < bundles.files(); file++) {
      NcFile open = create(step, file, group, settings);
      files.add(open);
      for (int plane = 0; plane < bundles.planesOf(file); plane++) {
        bundles.fill(step, file, plane, group.rank(), values);
        bundles.put(
            file,
            plane,
            bundles.firstRow(group.rank()),
            bundles.firstColumn(group.rank()),
            bundles.height(),
            bundles.width(),
            values,
            (name, region, part) -> open.variable(name).collective().put(region, part));
      }
    }
    long put = System.nanoTime();
    NcFile.flushAll(files.toArray(new NcFile[0]));
    final long flushed = System.nanoTime();
    long exchange = 0;
    long write = 0;
    String told = files.get(0).explain();
    for (NcFile file : files) {
      exchange += counted(file, Counter.EXCHANGE_NANOS);
      write += counted(file, Counter.WRITE_NANOS);
      file.close();
    }
    long closed = System.nanoTime();
    return new Times(put - begin, flushed - put, closed - flushed, exchange, write, told);
  }

  private static long counted(NcFile file, Counter counter) {
    return file.statistics().map(all -> all.get(counter)).orElse(0L);
  }

  private Times masters(int step) throws IOException {
    Settings off = Settings.builder().set(Settings.SWITCH, "off").build();
    long begin = System.nanoTime();
    try (SoloGroup alone = new SoloGroup()) {
      new Masters(bundles, group).write(step, file -> create(step, file, alone, off));
    }
    return Times.of(System.nanoTime() - begin, 0, 0);
  }

  /** Files of all ways are the same, and go, as a burst of them would fill small file systems. */
  private void check(String way, int step) throws IOException {
    for (int file = 0; file < bundles.files(); file++) {
      CRC32C sum = new CRC32C();
      sum.update(Files.readAllBytes(path(step, file)));
      Files.delete(path(step, file));
      Long before = sums.putIfAbsent(step * bundles.files() + file, sum.getValue());
      if (before != null && before != sum.getValue()) {
        throw new BurstlogException(
            path(step, file)
                + " of way '"
                + way
                + "' is not what the first way has left; report it, with both ways");
      }
    }
  }
}
