package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.NcFile;
import org.burstlog.target.TargetFile;

/**
 * The file itself is on the tier; once it is closed it is copied to the target. The application
 * does not wait for that: on machines with a burst buffer of their own it happens after the job.
 */
final class Stage extends Direct {
  private static final int PIECE = 16 << 20;

  @Override
  public String name() {
    return "stage";
  }

  @Override
  public String meaning() {
    return "The file is written on the tier by blocking collective writes, and copied out when it"
        + " is closed.";
  }

  @Override
  public boolean needsTier() {
    return true;
  }

  @Override
  Path path(Site site, String name) throws IOException {
    Path tier = site.requireTier();
    ProcessGroup group = site.group();
    String made = "";
    IOException failure = null;
    try {
      if (group.rank() == 0) {
        made = String.valueOf(Files.createTempFile(tier, "stage-", "").getFileName());
      }
    } catch (IOException e) {
      failure = e;
    }
    byte[] message = group.broadcast(made.getBytes(StandardCharsets.UTF_8), 0);
    if (failure == null
        && !Files.exists(tier.resolve(new String(message, StandardCharsets.UTF_8)))) {
      failure =
          new BurstlogException(
              "strategy 'stage' needs a tier that all processes share, and what the first makes in "
                  + tier
                  + " is not seen here");
    }
    try {
      Together.reach(group, "staging", failure);
    } finally {
      if (!made.isEmpty()) {
        Files.delete(tier.resolve(made));
      }
    }
    return tier.resolve(prefix(site) + name);
  }

  /** Files of several runs may be on the tier, but none is from two. */
  private static String prefix(Site site) {
    return "stage-" + site.directory().getFileName() + "-";
  }

  @Override
  Output output(Site site, NcFile file, Manner manner, Measures measures) {
    return new Staged(site, file, manner, measures);
  }

  private static final class Staged extends Written {
    Staged(Site site, NcFile file, Manner manner, Measures measures) {
      super(site, file, manner, measures);
    }

    /** Copying out makes it durable. */
    @Override
    public void finish() throws IOException {
      close();
    }

    @Override
    public void close() throws IOException {
      ProcessGroup group = site.group();
      group.barrier();
      measures.time(Phase.CLOSE, file()::close);
      group.barrier();
      long begin = System.nanoTime();
      Path staged = file().path();
      String name = String.valueOf(staged.getFileName()).substring(prefix(site).length());
      copy(staged, site.directory().resolve(name));
      long time = System.nanoTime() - begin;
      measures.add(Phase.FLUSH, time);
      measures.add(Phase.AFTERWARDS, time);
      if (group.rank() == 0) {
        Files.delete(staged);
      }
    }

    /** Each process copies an equal share. */
    private void copy(Path from, Path to) throws IOException {
      ProcessGroup group = site.group();
      long size = Files.size(from);
      long at = size * group.rank() / group.size();
      long end = size * (group.rank() + 1) / group.size();
      try (TargetFile target = site.targets().open(group, to, TargetFile.Mode.CREATE)) {
        target.empty();
        IOException failure = null;
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ)) {
          ByteBuffer piece = ByteBuffer.allocateDirect((int) Math.min(PIECE, end - at));
          ExtentList extent = new ExtentList();
          while (at < end) {
            read(source, at, piece.clear().limit((int) Math.min(piece.capacity(), end - at)));
            extent.clear();
            extent.add(at, piece.flip().remaining());
            measures.time(Phase.FLUSH_WRITE, () -> target.write(extent, piece));
            at += extent.bytes();
          }
        } catch (IOException e) {
          failure = e;
        }
        Together.reach(group, "copying " + from + " to " + to, failure);
        measures.time(Phase.FLUSH_SYNC, target::sync);
      }
    }

    private void read(FileChannel source, long at, ByteBuffer piece) throws IOException {
      measures.time(
          Phase.FLUSH_READ,
          () -> {
            while (piece.hasRemaining()) {
              if (source.read(piece, at + piece.position()) < 0) {
                throw new BurstlogException("the staged file ends at byte " + source.size());
              }
            }
          });
    }
  }
}
