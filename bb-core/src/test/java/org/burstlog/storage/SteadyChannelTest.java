package org.burstlog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SteadyChannelTest {
  @TempDir Path directory;

  private static final Set<OpenOption> ACCESS =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

  private static SteadyChannel steady(Path path, Buffering writer) throws IOException {
    return new SteadyChannel(writer, path, ACCESS);
  }

  private Path file() throws IOException {
    return Files.createFile(directory.resolve("file"));
  }

  @Nested
  class OnAFileSystemThatKeepsWhatADescriptorWrote {
    @Test
    void aSyncIsThatOfTheChannelThatWrote() throws IOException {
      Path path = file();
      Buffering writer = new Buffering(path);
      try (SteadyChannel channel = steady(path, writer)) {
        channel.write(0, ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertThat(path).isEmptyFile();
        channel.force();
        assertThat(path).hasBinaryContent(new byte[] {1, 2, 3});
      }
    }

    @Test
    void aSyncThatFailsIsTold() throws IOException {
      Path path = file();
      Buffering writer = new Buffering(path);
      try (SteadyChannel channel = steady(path, writer)) {
        channel.write(0, ByteBuffer.allocate(1));
        writer.failure = new IOException("no space there");
        assertThatThrownBy(channel::force).hasMessage("no space there");
        writer.failure = null;
        channel.force();
        assertThat(path).hasSize(1);
      }
    }

    @Test
    void aSyncThatAnInterruptEndsIsMadeUpFor() throws IOException {
      Path path = file();
      Buffering writer = new Buffering(path);
      try (SteadyChannel channel = steady(path, writer)) {
        channel.write(0, ByteBuffer.allocate(2));
        writer.failure = new ClosedByInterruptException();
        channel.force();
        channel.write(2, ByteBuffer.allocate(2));
        channel.force();
        assertThat(path).hasSize(4);
      }
    }
  }

  /** Writes what it was given when it is synced or closed, as some file systems do. */
  private static final class Buffering extends FileChannel {
    private final FileChannel real;
    private final ByteBuffer kept = ByteBuffer.allocate(100);
    private @Nullable IOException failure;

    Buffering(Path path) throws IOException {
      real = FileChannel.open(path, ACCESS);
    }

    @Override
    public int write(ByteBuffer bytes, long position) {
      assertThat(position).isEqualTo(kept.position());
      int length = bytes.remaining();
      kept.put(bytes);
      return length;
    }

    private void flush() throws IOException {
      real.write(kept.duplicate().flip(), 0);
    }

    @Override
    public void force(boolean metaData) throws IOException {
      if (failure instanceof ClosedByInterruptException) {
        close();
      }
      if (failure != null) {
        throw failure;
      }
      flush();
      real.force(metaData);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      flush();
      real.close();
    }

    @Override
    public long size() throws IOException {
      return real.size();
    }

    @Override
    public int read(ByteBuffer into, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer into) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long read(ByteBuffer[] into, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long write(ByteBuffer[] bytes, int offset, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel position(long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileChannel truncate(long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
      throw new UnsupportedOperationException();
    }
  }
}
