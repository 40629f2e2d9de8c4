package org.burstlog.netcdfjava.redirect;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;

/**
 * A temporary file in which NetCDF-Java's own writer keeps the header of a file, and nothing else:
 * so the header is NetCDF-Java's to the byte, and what its writer has in memory of the file is
 * never older than what was put.
 *
 * <p>It has no name any more once that writer has opened it, so that a killed process leaves none.
 */
final class HeaderFile implements Closeable {
  /** Longer than headers are, and odd; nothing of it takes space before it is written. */
  private static final long LONGEST = (64L << 20) + 1;

  private final Path path;
  private final FileChannel channel;
  private long longest;

  private HeaderFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static HeaderFile make() throws IOException {
    Path path = Files.createTempFile("burstlog-header", ".nc");
    try {
      HeaderFile made =
          new HeaderFile(
              path, FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
      // NetCDF-Java's reading does not forget that it has met the end of a file.
      made.lengthen(LONGEST);
      return made;
    } catch (IOException e) {
      Files.delete(path);
      throw e;
    }
  }

  private void lengthen(long length) throws IOException {
    if (channel.size() < length) {
      channel.write(ByteBuffer.allocate(1), length - 1);
    }
    longest = channel.size();
  }

  /** By which NetCDF-Java opens it. */
  String location() {
    return path.toString();
  }

  /** Takes its name away; whoever has opened it goes on. */
  void hide() throws IOException {
    Files.deleteIfExists(path);
  }

  /** How long NetCDF-Java has made its file in the end; -1 when it did not care. */
  long length() throws IOException {
    long length = channel.size();
    return length == longest ? -1 : length;
  }

  /** What NetCDF-Java has defined, and where. */
  Layout layout() throws IOException {
    channel.position(0);
    return HeaderCodec.decode(channel::read).layout();
  }

  /** Copies the beginning of a file, and makes this at least as long as that is. */
  void copyFrom(Path file, long length) throws IOException {
    try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ)) {
      copy(from, channel, 0, length);
      lengthen(from.size());
      ByteBuffer records = ByteBuffer.allocate(Integer.BYTES);
      channel.read(records, HeaderCodec.RECORDS_OFFSET);
      if (records.flip().getInt() == HeaderCodec.STREAMING) {
        throw new IOException("its header does not say how many records it has");
      }
    }
  }

  /** Copies the header to where it belongs, from an offset on. */
  void copyTo(Path file, long begin) throws IOException {
    try (FileChannel to = FileChannel.open(file, StandardOpenOption.WRITE)) {
      copy(channel, to, begin, layout().headerSize());
    }
  }

  private static void copy(FileChannel from, FileChannel to, long begin, long end)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
    long at = begin;
    while (at < end) {
      bytes.clear().limit((int) Math.min(bytes.capacity(), end - at));
      if (from.read(bytes, at) < 0) {
        return;
      }
      bytes.flip();
      while (bytes.hasRemaining()) {
        at += to.write(bytes, at);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    hide();
  }
}
