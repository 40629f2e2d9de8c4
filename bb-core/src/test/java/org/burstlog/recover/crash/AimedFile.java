package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.burstlog.storage.Mapping;
import org.burstlog.storage.StorageFile;

/** A file of the tier that tells a line of all that is done to it. */
final class AimedFile implements StorageFile {
  private static final int PAGE = 4096;

  /** Reads as the letters BURSTLOG, which are what is written last of a header slot. */
  private static final long MAGIC = 0x474f4c5453525542L;

  private final StorageFile real;
  private final Line line;
  private final boolean metadata;

  AimedFile(StorageFile real, Path path, Line line) {
    this.real = real;
    this.line = line;
    this.metadata = path.toString().endsWith(".meta");
  }

  private Boundary step() {
    if (Thread.currentThread().getName().startsWith("burstlog-")) {
      return Boundary.GROWTH;
    }
    return switch (line.phase()) {
      case OPEN -> Boundary.OPEN;
      case TAKEOVER -> Boundary.TAKEOVER;
      case PUT -> Boundary.PUT;
      case DRAIN -> Boundary.RESET;
      case CLOSE -> Boundary.CLOSE;
      // Nothing but the mark that it is done.
      case RECOVER -> Boundary.REMOVAL;
    };
  }

  /** A metadata log is written and synced at the end of an epoch for its next header slot alone. */
  private Boundary seal() {
    Line.Phase phase = line.phase();
    boolean ends = phase == Line.Phase.DRAIN || phase == Line.Phase.CLOSE;
    return metadata && ends ? Boundary.SEAL : step();
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public void write(long position, ByteBuffer bytes) throws IOException {
    Boundary boundary = isSlot(position, bytes) ? seal() : step();
    line.arrive(boundary);
    // A kill can end a write between two pages.
    int inFirst = (int) Math.min(bytes.remaining(), PAGE - position % PAGE);
    int end = bytes.limit();
    real.write(position, bytes.limit(bytes.position() + inFirst));
    line.arrive(boundary);
    if (bytes.limit(end).hasRemaining()) {
      real.write(position + inFirst, bytes);
      line.arrive(boundary);
    }
  }

  /** A header slot is written in two steps: all but its first word, and then that. */
  private static boolean isSlot(long position, ByteBuffer bytes) {
    if (position % PAGE == 0) {
      return bytes.remaining() == Long.BYTES && bytes.getLong(bytes.position()) == MAGIC;
    }
    return position % PAGE == Long.BYTES && bytes.remaining() == PAGE - Long.BYTES;
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return real.read(position, into);
  }

  @Override
  public void allocate(long position, long length) throws IOException {
    line.arrive(Boundary.GROWTH);
    real.allocate(position, length);
    line.arrive(Boundary.GROWTH);
  }

  @Override
  public Mapping map(long position, int length) throws IOException {
    Mapping mapping = real.map(position, length);
    line.arrive(Boundary.GROWTH);
    return new AimedMapping(mapping);
  }

  @Override
  public void truncate(long size) throws IOException {
    line.arrive(step());
    real.truncate(size);
    line.arrive(step());
  }

  @Override
  public void renamed(Path to) {
    real.renamed(to);
  }

  @Override
  public void force() throws IOException {
    Boundary boundary = seal();
    line.arrive(boundary);
    real.force();
    line.arrive(boundary);
  }

  @Override
  public void close() throws IOException {
    real.close();
  }

  @Override
  public String toString() {
    return real.toString();
  }

  private final class AimedMapping implements Mapping {
    private final Mapping mapping;

    AimedMapping(Mapping mapping) {
      this.mapping = mapping;
    }

    @Override
    public ByteBuffer buffer() {
      return mapping.buffer();
    }

    @Override
    public void force(int index, int length) throws IOException {
      line.arrive(seal());
      mapping.force(index, length);
      line.arrive(step());
    }

    @Override
    public void close() throws IOException {
      mapping.close();
    }
  }
}
