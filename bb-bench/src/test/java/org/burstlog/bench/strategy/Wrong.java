package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;

/**
 * The direct strategy, but what it gives the target is not all, or not in its place: in the last
 * process, of the extents of data it writes, one is left out, or two have their bytes exchanged.
 */
public final class Wrong extends Direct {
  /** What is done wrong. */
  public enum Way {
    /** One extent is not written. */
    DROP,
    /** Two extents of one length get each other's bytes. */
    SWAP
  }

  private final Way way;

  /**
   * A strategy that does wrong.
   *
   * @param way how
   */
  public Wrong(Way way) {
    this.way = way;
  }

  @Override
  public String name() {
    return way == Way.DROP ? "drop" : "swap";
  }

  @Override
  public Output create(
      Site site, String name, Manner manner, Measures measures, Definition definition)
      throws IOException {
    TargetSystem right = site.targets();
    TargetSystem wrong =
        (group, path, mode) -> {
          TargetFile file = right.open(group, path, mode);
          return mode == TargetFile.Mode.CREATE ? new Careless(file, group, way) : file;
        };
    Site elsewhere = new Site(site.group(), wrong, site.directory(), site.tier(), site.settings());
    return super.create(elsewhere, name, manner, measures, definition);
  }

  private static final class Careless extends ForwardingTarget {
    /** Whether this is the process that does wrong. */
    private final boolean guilty;

    private final Way way;
    private final List<byte[]> seen = new ArrayList<>();
    private final List<Long> places = new ArrayList<>();
    private boolean done;

    /** What is to be written alone behind the next write, which may have its place in it. */
    private byte @Nullable [] late;

    private long lateAt;

    Careless(TargetFile file, ProcessGroup group, Way way) {
      super(file);
      this.way = way;
      guilty = group.rank() == group.size() - 1;
    }

    /** Writes what it is given, changed as it has to be. */
    private void write(ExtentList extents, ByteBuffer data, boolean together) throws IOException {
      ExtentList changed = new ExtentList();
      ByteBuffer bytes = ByteBuffer.allocateDirect(data.remaining());
      for (int i = 0; i < extents.size(); i++) {
        byte[] piece = new byte[(int) extents.length(i)];
        data.get(piece);
        byte[] written = change(extents.offset(i), piece);
        changed.add(extents.offset(i), written.length);
        bytes.put(written);
      }
      bytes.flip();
      if (together) {
        real.writeAll(changed, bytes);
      } else {
        real.write(changed, bytes);
      }
      byte[] last = late;
      if (last != null) {
        late = null;
        ExtentList one = new ExtentList();
        one.add(lateAt, last.length);
        real.write(one, ByteBuffer.allocateDirect(last.length).put(last).flip());
      }
    }

    /** What is written instead of an extent's bytes; nothing, when it is left out. */
    private byte[] change(long offset, byte[] piece) {
      // The header is at 0, and what is shorter is the number of records in it.
      if (!guilty || done || offset == 0 || piece.length < 64) {
        return piece;
      }
      int other = matching(piece.length);
      if (way == Way.SWAP && other < 0) {
        seen.add(piece);
        places.add(offset);
        return piece;
      }
      done = true;
      if (way == Way.DROP) {
        return new byte[0];
      }
      late = piece;
      lateAt = places.get(other);
      return seen.get(other);
    }

    private int matching(int length) {
      for (int i = 0; i < seen.size(); i++) {
        if (seen.get(i).length == length) {
          return i;
        }
      }
      return -1;
    }

    @Override
    public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
      write(extents, data, true);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      write(extents, data, false);
    }
  }
}
