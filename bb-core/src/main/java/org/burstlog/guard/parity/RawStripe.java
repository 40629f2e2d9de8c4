package org.burstlog.guard.parity;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.burstlog.storage.ReadableFile;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * The chunks of a stripe as they arrive, in a file: column <i>c</i> begins at <i>c</i> times the
 * size of a chunk. Behind all columns stands for each, in 24 bytes, what it has once it is
 * complete: a one, its {@link Contribution}, and the CRC32C of these 20 bytes.
 */
final class RawStripe implements Closeable {
  static final String SUFFIX = ".raw";
  private static final int COMPLETE = 1;
  private static final int NOTE = 2 * Integer.BYTES + ParityDescriptor.COLUMN;

  private final Opener opener;
  private final StripeLayout layout;
  private @Nullable ReadableFile open;

  /** Opens the file again. */
  private interface Opener {
    ReadableFile open() throws IOException;
  }

  private RawStripe(Opener opener, StripeLayout layout) {
    this.opener = opener;
    this.layout = layout;
  }

  static Path path(Path directory, Stream stream, long stripe) {
    return directory.resolve(stream.name() + "." + stripe + SUFFIX);
  }

  /** Returns the stripe whose chunks a file has; negative when it is no such file of the stream. */
  static long stripe(Path file, Stream stream) {
    String name = String.valueOf(file.getFileName());
    String before = stream.name() + ".";
    if (!name.startsWith(before) || !name.endsWith(SUFFIX)) {
      return -1;
    }
    String number =
        name.substring(before.length(), Math.max(before.length(), name.length() - SUFFIX.length()));
    return number.matches("\\d{1,18}") ? Long.parseLong(number) : -1;
  }

  static RawStripe create(Storage storage, Path path, StripeLayout layout) throws IOException {
    RawStripe made = new RawStripe(() -> storage.open(path, true), layout);
    made.open = storage.create(path);
    return made;
  }

  static RawStripe open(Shelf shelf, Path path, StripeLayout layout) {
    return new RawStripe(() -> shelf.open(path), layout);
  }

  private ReadableFile file() throws IOException {
    ReadableFile file = open;
    if (file == null) {
      file = opener.open();
      open = file;
    }
    return file;
  }

  private StorageFile written() throws IOException {
    if (file() instanceof StorageFile file) {
      return file;
    }
    throw new IllegalStateException("it is only read");
  }

  /** Needs no open file until it is used again. */
  void rest() throws IOException {
    close();
  }

  private static ByteBuffer note() {
    return ByteBuffer.allocate(NOTE).order(ByteOrder.LITTLE_ENDIAN);
  }

  private long noteAt(int column) {
    return (long) layout.columns() * layout.chunk() + (long) column * NOTE;
  }

  void write(int column, int offset, ByteBuffer bytes) throws IOException {
    written().write((long) column * layout.chunk() + offset, bytes);
  }

  /** Notes that a column is complete. */
  void complete(int column, Contribution contribution) throws IOException {
    ByteBuffer note = note().putInt(0, COMPLETE);
    ParityDescriptor.encode(note, Integer.BYTES, contribution);
    note.putInt(NOTE - Integer.BYTES, ParityDescriptor.crc(note, 0, NOTE - Integer.BYTES));
    written().write(noteAt(column), note);
  }

  /** Returns what a column has, null where it is not complete. */
  @Nullable Contribution contribution(int column) throws IOException {
    ByteBuffer note = note();
    boolean whole =
        file().read(noteAt(column), note) == NOTE
            && note.getInt(0) == COMPLETE
            && note.getInt(NOTE - Integer.BYTES)
                == ParityDescriptor.crc(note, 0, NOTE - Integer.BYTES);
    return whole ? ParityDescriptor.contribution(note, Integer.BYTES) : null;
  }

  /** Fills a buffer from a column; what the file does not have is zero. */
  void read(int column, int offset, ByteBuffer into) throws IOException {
    int begin = into.position();
    int got = file().read((long) column * layout.chunk() + offset, into.duplicate());
    for (int i = begin + got; i < into.limit(); i++) {
      into.put(i, (byte) 0);
    }
  }

  void force() throws IOException {
    written().force();
  }

  @Override
  public void close() throws IOException {
    ReadableFile file = open;
    open = null;
    if (file != null) {
      file.close();
    }
  }
}
