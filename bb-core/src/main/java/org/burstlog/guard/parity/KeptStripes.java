package org.burstlog.guard.parity;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a member has kept of a stream, as it is found behind a crash. */
public final class KeptStripes implements Closeable {
  private final Map<Long, Slot> parities = new TreeMap<>();
  private final Map<Long, RawStripe> raws = new TreeMap<>();
  private @Nullable ParityFile file;

  private record Slot(long number, ParityHeader header) {}

  private KeptStripes() {}

  /**
   * Looks what there is.
   *
   * @param shelf where
   * @param directory the directory in which the member kept it
   * @param stream the stream
   * @param layout how its stripes are made
   * @return what is there, which may be nothing
   * @throws IOException when it cannot be read
   */
  public static KeptStripes find(Shelf shelf, Path directory, Stream stream, StripeLayout layout)
      throws IOException {
    KeptStripes kept = new KeptStripes();
    try {
      for (Path path : shelf.list(directory)) {
        long stripe = RawStripe.stripe(path, stream);
        if (stripe >= 0) {
          kept.raws.put(stripe, RawStripe.open(shelf, path, layout));
        }
      }
      kept.readParities(shelf, directory, stream, layout);
      return kept;
    } catch (IOException | RuntimeException e) {
      kept.close();
      throw e;
    }
  }

  /**
   * Tells whether a file is one of those in which parity is kept.
   *
   * @param file the file
   * @return true for parity, and for chunks of which there is none yet
   */
  public static boolean isOne(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(RawStripe.SUFFIX) || name.endsWith(ParityFile.SUFFIX);
  }

  private void readParities(Shelf shelf, Path directory, Stream stream, StripeLayout layout)
      throws IOException {
    ParityFile found;
    try {
      found = ParityFile.open(shelf, directory, stream, layout);
    } catch (NoSuchFileException e) {
      return;
    }
    file = found;
    long slots = found.slots();
    for (long slot = 0; slot < slots; slot++) {
      ParityHeader header = found.header(slot);
      if (header != null) {
        parities.put(header.stripe(), new Slot(slot, header));
      }
    }
  }

  /** Returns the chunks of a stripe, null where they are not kept as they were. */
  @Nullable RawStripe raw(long stripe) {
    return raws.get(stripe);
  }

  /** Returns what the parity of a stripe says of itself, null where there is none. */
  @Nullable ParityHeader header(long stripe) {
    Slot slot = parities.get(stripe);
    return slot == null ? null : slot.header();
  }

  /** Reads the parity of a stripe that has a header, and tells whether it is whole. */
  boolean read(long stripe, ByteBuffer into) throws IOException {
    Slot slot = parities.get(stripe);
    return slot != null && file != null && file.read(slot.number(), slot.header(), into);
  }

  @Override
  public void close() throws IOException {
    for (RawStripe raw : raws.values()) {
      raw.close();
    }
    if (file != null) {
      file.close();
    }
  }
}
