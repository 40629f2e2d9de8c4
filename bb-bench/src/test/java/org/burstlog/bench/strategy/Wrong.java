package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.ExtentList;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;

/**
 * A strategy whose target does not get all, or not in its place: of the extents of data that are
 * written, one is left out, or two have their bytes exchanged.
 */
public final class Wrong implements Strategy {
  /** What is done wrong. */
  public enum Way {
    /**
     * Of one extent, in whichever process writes the first, nothing is written; it stays zero, as
     * in a file that has grown. Without that a drain would see by the length that one is missing.
     */
    DROP,
    /** In the last process, two extents of one length get each other's bytes. */
    SWAP
  }

  private final Strategy right;
  private final Way way;

  /**
   * A strategy that does wrong.
   *
   * @param right what it does else
   * @param way how
   */
  public Wrong(Strategy right, Way way) {
    this.right = right;
    this.way = way;
  }

  @Override
  public String name() {
    return right.name() + (way == Way.DROP ? "-drops" : "-swaps");
  }

  @Override
  public String meaning() {
    return right.meaning();
  }

  @Override
  public boolean needsTier() {
    return right.needsTier();
  }

  @Override
  public Output create(
      Site site, String name, Manner manner, Measures measures, Definition definition)
      throws IOException {
    TargetSystem targets = site.targets();
    Path claim = site.directory().resolve("dropped");
    TargetSystem wrong =
        (group, path, mode) -> {
          TargetFile file = targets.open(group, path, mode);
          boolean last = group.rank() == group.size() - 1;
          return mode == TargetFile.Mode.CREATE
              ? new Careless(file, way, way == Way.DROP || last, claim)
              : file;
        };
    Site elsewhere = new Site(site.group(), wrong, site.directory(), site.tier(), site.settings());
    return right.create(elsewhere, name, manner, measures, definition);
  }

  private static final class Careless extends ForwardingTarget {
    private final Way way;

    /** Whether this process may do wrong. */
    private final boolean guilty;

    /** Who makes this file is the one who leaves an extent out. */
    private final Path claim;

    private final List<byte[]> seen = new ArrayList<>();
    private final List<Long> places = new ArrayList<>();
    private boolean done;

    /** What is to be written alone behind the next write, which may have its place in it. */
    private byte @Nullable [] late;

    private long lateAt;

    Careless(TargetFile file, Way way, boolean guilty, Path claim) {
      super(file);
      this.way = way;
      this.guilty = guilty;
      this.claim = claim;
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

    /** What is written instead of an extent's bytes, or those. */
    private byte[] change(long offset, byte[] piece) throws IOException {
      // The header is at 0, and what is shorter is the number of records in it.
      if (!guilty || done || offset == 0 || piece.length < 64) {
        return piece;
      }
      if (way == Way.DROP) {
        done = true;
        return isFirst() ? new byte[piece.length] : piece;
      }
      int other = matching(piece.length);
      if (other < 0) {
        seen.add(piece);
        places.add(offset);
        return piece;
      }
      done = true;
      late = piece;
      lateAt = places.get(other);
      return seen.get(other);
    }

    private boolean isFirst() throws IOException {
      try {
        Files.createFile(claim);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      }
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
