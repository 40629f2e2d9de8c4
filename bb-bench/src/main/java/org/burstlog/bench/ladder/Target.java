package org.burstlog.bench.ladder;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.burstlog.array.ExtentList;
import org.burstlog.bench.strategy.Site;
import org.burstlog.group.Together;
import org.burstlog.target.TargetFile;

/**
 * One file of the target, of which each writer has a contiguous piece: by requests of a MiB that
 * begin where stripes do, and by requests of a million bytes, most of which lie across two.
 */
final class Target {
  private static final int ALIGNED = 1 << 20;
  private static final int UNALIGNED = 1_000_000;

  private final Crew crew;
  private final Site site;
  private final long bytes;

  Target(Crew crew, Site site, long bytes) {
    this.crew = crew;
    this.site = site;
    this.bytes = bytes;
  }

  /** Measures with more and more writers, and reads back with all. Collective. */
  void measure(Consumer<Rung> rungs) throws IOException {
    for (int active : crew.sizes()) {
      one("aligned", ALIGNED, active, rungs);
      one("unaligned", UNALIGNED, active, rungs);
    }
  }

  private void one(String how, int request, int active, Consumer<Rung> rungs) throws IOException {
    Path path = site.directory().resolve("bb-ladder");
    ByteBuffer data = Storage.pages(request);
    long times = Math.max(1, bytes / request);
    long first = crew.place() * times * request;
    try (TargetFile file = site.targets().open(site.group(), path, TargetFile.Mode.CREATE)) {
      file.empty();
      rungs.accept(
          crew.measure(
              5,
              "target write, " + how,
              active,
              request,
              times,
              () -> {
                ExtentList extent = new ExtentList();
                for (long i = 0; i < times; i++) {
                  extent.clear();
                  extent.add(first + i * request, request);
                  file.write(extent, data.clear());
                }
                file.syncOwn();
              }));
      file.sync();
      rungs.accept(
          crew.measure(
              5,
              "target read, " + how,
              active,
              request,
              times,
              () -> {
                for (long i = 0; i < times; i++) {
                  file.read(first + i * request, data.clear());
                }
              }));
    }
    IOException failure = null;
    if (site.group().rank() == 0) {
      try {
        Files.delete(path);
      } catch (IOException e) {
        failure = e;
      }
    }
    Together.reach(site.group(), "removing " + path, failure);
  }
}
