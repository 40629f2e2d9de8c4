package org.burstlog.guard.parity;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.burstlog.storage.ReadableFile;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/** The parity chunks that a member keeps of a stream: slots that are written once, one by one. */
final class ParityFile implements Closeable {
  static final String SUFFIX = ".parity";

  private final ReadableFile file;
  private final @Nullable StorageFile written;
  private final Stream stream;
  private final StripeLayout layout;

  private ParityFile(
      ReadableFile file, @Nullable StorageFile written, Stream stream, StripeLayout layout) {
    this.file = file;
    this.written = written;
    this.stream = stream;
    this.layout = layout;
  }

  static Path path(Path directory, Stream stream) {
    return directory.resolve(stream.name() + SUFFIX);
  }

  static ParityFile create(Storage storage, Path directory, Stream stream, StripeLayout layout)
      throws IOException {
    StorageFile made = storage.create(path(directory, stream));
    return new ParityFile(made, made, stream, layout);
  }

  static ParityFile open(Shelf shelf, Path directory, Stream stream, StripeLayout layout)
      throws IOException {
    return new ParityFile(shelf.open(path(directory, stream)), null, stream, layout);
  }

  long slots() throws IOException {
    long slot = slot();
    return (file.size() + slot - 1) / slot;
  }

  private StorageFile written() {
    return Objects.requireNonNull(written, "it is only read");
  }

  private long slot() {
    return 2L * ParityDescriptor.room(layout) + layout.chunk();
  }

  private long headerAt(long slot, boolean behind) {
    return behind ? chunkAt(slot) + layout.chunk() : slot * slot();
  }

  private long chunkAt(long slot) {
    return slot * slot() + ParityDescriptor.room(layout);
  }

  /** Writes a part of a parity chunk. */
  void write(long slot, int offset, ByteBuffer bytes) throws IOException {
    written().write(chunkAt(slot) + offset, bytes);
  }

  /** Ends a slot: what its chunk is. */
  void write(long slot, ParityHeader header) throws IOException {
    ByteBuffer bytes = header();
    ParityDescriptor.encode(bytes, header);
    written().write(headerAt(slot, true), bytes.duplicate());
    written().write(headerAt(slot, false), bytes);
  }

  void force() throws IOException {
    written().force();
  }

  private ByteBuffer header() {
    return ByteBuffer.allocate(ParityDescriptor.room(layout)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns what the chunk of a slot is, null when neither header of it is whole. */
  @Nullable ParityHeader header(long slot) throws IOException {
    ByteBuffer header = header();
    for (boolean behind : new boolean[] {false, true}) {
      file.read(headerAt(slot, behind), header.clear());
      if (ParityDescriptor.valid(header.flip(), stream, layout)) {
        return ParityDescriptor.decode(header, stream, layout);
      }
    }
    return null;
  }

  /** Reads the parity of a slot, and tells whether it is whole. */
  boolean read(long slot, ParityHeader header, ByteBuffer into) throws IOException {
    into.clear().limit(header.length());
    if (file.read(chunkAt(slot), into) < header.length()) {
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(into.flip());
    into.rewind();
    return (int) crc.getValue() == header.crc();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
