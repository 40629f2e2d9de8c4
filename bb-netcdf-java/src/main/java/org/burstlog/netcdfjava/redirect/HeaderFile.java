package org.burstlog.netcdfjava.redirect;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A temporary file in which NetCDF-Java's own writer keeps the header of a file, and nothing else:
 * so the header is NetCDF-Java's to the byte, and what its writer has in memory of the file is
 * never older than what was put.
 *
 * <p>It has no name any more once that writer has opened it, so that a killed process leaves none.
 */
final class HeaderFile implements Closeable {
  private final Path path;
  private final FileChannel channel;

  private HeaderFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static HeaderFile make() throws IOException {
    Path path = Files.createTempFile("burstlog-header", ".nc");
    try {
      return new HeaderFile(
          path, FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException e) {
      Files.delete(path);
      throw e;
    }
  }

  /** By which NetCDF-Java opens it. */
  String location() {
    return path.toString();
  }

  /** Takes its name away; whoever has opened it goes on. */
  void hide() throws IOException {
    Files.deleteIfExists(path);
  }

  /** How long NetCDF-Java has made it: at first the header, in the end what the file has to be. */
  long length() throws IOException {
    return channel.size();
  }

  /** Copies the beginning of a file, and makes this as long as that is. */
  void copyFrom(Path file, long length) throws IOException {
    try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ)) {
      copy(from, channel, 0, length);
      if (channel.size() < from.size()) {
        channel.write(ByteBuffer.allocate(1), from.size() - 1);
      }
    }
  }

  /** Copies a part of the header to where it belongs. */
  void copyTo(Path file, long begin, long end) throws IOException {
    try (FileChannel to = FileChannel.open(file, StandardOpenOption.WRITE)) {
      copy(channel, to, begin, Math.min(end, channel.size()));
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
