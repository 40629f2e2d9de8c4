package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
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

  private static final class Careless implements TargetFile {
    /** The header is shorter in all kernels, and what it has no place for comes after it. */
    private final boolean guilty;

    private final TargetFile file;
    private final Way way;
    private final List<byte[]> seen = new ArrayList<>();
    private final List<Long> places = new ArrayList<>();
    private boolean done;

    Careless(TargetFile file, ProcessGroup group, Way way) {
      this.file = file;
      this.way = way;
      guilty = group.rank() == group.size() - 1;
    }

    /** Puts the pieces of a write together anew, changed as it has to be. */
    private void write(ExtentList extents, ByteBuffer data, boolean together) throws IOException {
      ExtentList changed = new ExtentList();
      ByteBuffer bytes = ByteBuffer.allocateDirect(data.remaining());
      for (int i = 0; i < extents.size(); i++) {
        byte[] piece = new byte[(int) extents.length(i)];
        data.get(piece);
        if (guilty && !done && extents.offset(i) > 0 && piece.length >= 64) {
          if (way == Way.DROP) {
            done = true;
            continue;
          }
          int other = matching(piece.length);
          if (other >= 0) {
            done = true;
            rewrite(places.get(other), piece);
            piece = seen.get(other);
          } else {
            seen.add(piece.clone());
            places.add(extents.offset(i));
          }
        }
        changed.add(extents.offset(i), piece.length);
        bytes.put(piece);
      }
      bytes.flip();
      if (together) {
        file.writeAll(changed, bytes);
      } else {
        file.write(changed, bytes);
      }
      if (late != null) {
        ExtentList one = new ExtentList();
        one.add(lateAt, late.length);
        file.write(one, ByteBuffer.allocateDirect(late.length).put(late).flip());
        late = null;
      }
    }

    private byte @Nullable [] late;
    private long lateAt;

    /** Written alone behind this write, which may have the extent in it. */
    private void rewrite(long place, byte[] piece) {
      lateAt = place;
      late = piece;
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

    @Override
    public java.nio.file.Path path() {
      return file.path();
    }

    @Override
    public Mode mode() {
      return file.mode();
    }

    @Override
    public boolean can(Capability capability) {
      return file.can(capability);
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      return file.read(position, into);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void resize(long size) throws IOException {
      file.resize(size);
    }

    @Override
    public void sync() throws IOException {
      file.sync();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
