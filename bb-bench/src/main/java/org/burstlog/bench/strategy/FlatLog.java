package org.burstlog.bench.strategy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.bench.plan.Batch;
import org.burstlog.bench.plan.LogFsTree;
import org.burstlog.drain.DirectPut;

/** A file of bytes as they were put, and a tree that knows where in the target they belong. */
final class FlatLog implements Closeable {
  private final Path path;
  private final FileChannel channel;
  private final boolean synced;
  private final Measures measures;
  private final ByteBuffer buffer;
  private LogFsTree tree = new LogFsTree();
  private long length;
  private long end;

  FlatLog(Path tier, int buffer, boolean synced, Measures measures) throws IOException {
    path = Files.createTempFile(tier, "logfs-", "");
    channel =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    this.synced = synced;
    this.measures = measures;
    this.buffer = ByteBuffer.allocateDirect(buffer);
  }

  /** Appends bytes and remembers where they belong. */
  void append(ExtentList extents, ByteBuffer data) throws IOException {
    long position = length;
    while (data.hasRemaining()) {
      length += channel.write(data, length);
    }
    for (int i = 0; i < extents.size(); i++) {
      tree.insert(extents.offset(i), extents.length(i), position);
      position += extents.length(i);
    }
    end = Math.max(end, extents.end());
  }

  void endPut() throws IOException {
    if (synced) {
      channel.force(false);
    }
  }

  /** The first byte behind all that was ever put. */
  long end() {
    return end;
  }

  /** Writes everything in the order of the target and begins anew. */
  void replay(DirectPut.Sink target) throws IOException {
    if (length == 0) {
      return;
    }
    tree.replay(
        buffer.capacity(),
        batch -> {
          measures.time(Phase.FLUSH_READ, () -> read(batch));
          measures.time(Phase.FLUSH_WRITE, () -> target.write(batch.extents(), buffer.flip()));
        });
    tree = new LogFsTree();
    length = 0;
  }

  private void read(Batch batch) throws IOException {
    buffer.clear();
    for (int i = 0; i < batch.pieces(); i++) {
      buffer.limit(buffer.position() + batch.length(i));
      long position = batch.position(i) - buffer.position();
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, position + buffer.position()) < 0) {
          throw new BurstlogException(path + " ends at byte " + channel.size());
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
