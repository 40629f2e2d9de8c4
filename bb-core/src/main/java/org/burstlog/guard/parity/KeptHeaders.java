package org.burstlog.guard.parity;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/** Copies of header blocks of lanes, that of each member at its number times the size of one. */
final class KeptHeaders implements Closeable {
  private static final String SUFFIX = ".heads";

  private final StorageFile file;

  private KeptHeaders(StorageFile file) {
    this.file = file;
  }

  static Path path(Path directory, Stream stream) {
    return directory.resolve(stream.name() + SUFFIX);
  }

  static KeptHeaders create(Storage storage, Path directory, Stream stream) throws IOException {
    return new KeptHeaders(storage.create(path(directory, stream)));
  }

  static KeptHeaders open(Storage storage, Path directory, Stream stream) throws IOException {
    return new KeptHeaders(storage.open(path(directory, stream), false));
  }

  void write(int member, int offset, ByteBuffer bytes) throws IOException {
    file.write((long) member * SlotDescriptor.BLOCK + offset, bytes);
  }

  /** Reads a header block; what was never written of it is zero. */
  ByteBuffer read(int member) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(SlotDescriptor.BLOCK).order(ByteOrder.LITTLE_ENDIAN);
    file.read((long) member * SlotDescriptor.BLOCK, block);
    return block.clear();
  }

  void force() throws IOException {
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
