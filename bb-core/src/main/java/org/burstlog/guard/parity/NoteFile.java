package org.burstlog.guard.parity;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.TallyDescriptor;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * The file of a {@link ParityNote}: two slots that are written in turn, so that one is whole
 * whenever the keeper dies. The later whole one counts. A slot is a header slot of the log, see
 * {@link SlotDescriptor}, and behind it, all numbers little-endian:
 *
 * <pre>
 *      0        8        16       24       32       40       48       56
 *      +--------+--------+--------+--------+--------+--------+--------+
 *      |sequence| block  | began  | meta   |covered | start  |  tail  |
 *      +--------+--------+--------+--------+--------+--------+--------+
 *   56 | set, place, member, keeper | members, losses, chunk, state |
 *   88 | words, of the tally | five words | crc |
 * </pre>
 *
 * <p>Those from 56 to 88 have four bytes each, as the number of words of the tally. The CRC32C
 * covers the slot from its beginning.
 */
public final class NoteFile implements Closeable {
  /** What the names of such files end with. */
  public static final String SUFFIX = ".note";

  private static final int FIELDS = SlotDescriptor.SLOT;
  private static final int CRC_AT = FIELDS + 12 * Long.BYTES + 9 * Integer.BYTES;
  private static final int BYTES = CRC_AT + Integer.BYTES;

  private final StorageFile file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long sequence;

  private NoteFile(StorageFile file) {
    this.file = file;
  }

  private static Path path(Path directory, String log, int lane) {
    return directory.resolve(log + ".l" + lane + SUFFIX);
  }

  /**
   * Makes one, or goes on with one.
   *
   * @param storage where
   * @param directory the directory it is in
   * @param log name of the files of the log
   * @param lane which lane of the log
   * @return the file, which says nothing yet
   * @throws IOException when it cannot be made
   */
  public static NoteFile create(Storage storage, Path directory, String log, int lane)
      throws IOException {
    Path path = path(directory, log, lane);
    try {
      return new NoteFile(storage.create(path));
    } catch (FileAlreadyExistsException e) {
      NoteFile known = new NoteFile(storage.open(path, true));
      known.sequence = 1 + known.latest();
      return known;
    }
  }

  private long latest() throws IOException {
    long latest = -1;
    for (int slot = 0; slot < 2; slot++) {
      if (readSlot(slot)) {
        latest = Math.max(latest, buffer.getLong(FIELDS));
      }
    }
    return latest;
  }

  /**
   * Writes a note in the place of the one before the last.
   *
   * @param note the note
   * @throws IOException when it cannot be written; the last one counts then
   */
  public void write(ParityNote note) throws IOException {
    SlotDescriptor.encode(buffer.clear(), SlotDescriptor.META, note.header());
    buffer.position(FIELDS);
    buffer.putLong(sequence).putLong(note.dataBlock()).putLong(note.began());
    buffer.putLong(note.metaEnd()).putLong(note.covered());
    buffer.putLong(note.start()).putLong(note.tail());
    buffer.putInt(note.set()).putInt(note.place()).putInt(note.member()).putInt(note.keeper());
    StripeLayout layout = note.layout();
    buffer.putInt(layout.members()).putInt(layout.losses()).putInt(layout.chunk());
    buffer.putInt(note.state().code());
    buffer.putInt(note.tally().size());
    for (int word = 0; word < TallyDescriptor.WORDS; word++) {
      buffer.putLong(word < note.tally().size() ? note.tally().get(word) : 0);
    }
    buffer.putInt(crc());
    file.write((sequence & 1) * BYTES, buffer.flip());
    sequence++;
  }

  private int crc() {
    CRC32C crc = new CRC32C();
    crc.update(buffer.duplicate().position(0).limit(CRC_AT));
    return (int) crc.getValue();
  }

  private boolean readSlot(int slot) throws IOException {
    return file.read((long) slot * BYTES, buffer.clear()) == BYTES
        && SlotDescriptor.valid(buffer)
        && buffer.getInt(CRC_AT) == crc();
  }

  /**
   * Reads a note.
   *
   * @param storage where
   * @param path the file
   * @return the note; null when neither slot of it is whole
   * @throws IOException when it cannot be read
   */
  public static @Nullable ParityNote read(Storage storage, Path path) throws IOException {
    try (NoteFile note = new NoteFile(storage.open(path, false))) {
      long latest = note.latest();
      for (int slot = 0; slot < 2; slot++) {
        if (latest >= 0 && note.readSlot(slot) && note.buffer.getLong(FIELDS) == latest) {
          String name = String.valueOf(path.getFileName());
          return note.decode(name.substring(0, name.lastIndexOf(".l")));
        }
      }
      return null;
    } catch (IllegalArgumentException e) {
      // Whole, and says what cannot be.
      return null;
    }
  }

  private ParityNote decode(String log) {
    LogHeader header = SlotDescriptor.decode(buffer);
    ByteBuffer from = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    from.position(FIELDS + Long.BYTES);
    long dataBlock = from.getLong();
    long began = from.getLong();
    long metaEnd = from.getLong();
    long covered = from.getLong();
    long start = from.getLong();
    long tail = from.getLong();
    int set = from.getInt();
    int place = from.getInt();
    int member = from.getInt();
    int keeper = from.getInt();
    StripeLayout layout = new StripeLayout(from.getInt(), from.getInt(), from.getInt());
    ParityNote.State state = ParityNote.State.of(from.getInt());
    int words = Math.min(from.getInt(), TallyDescriptor.WORDS);
    List<Long> tally = new ArrayList<>();
    for (int word = 0; word < words; word++) {
      tally.add(from.getLong());
    }
    return new ParityNote(
        log, header, dataBlock, began, set, place, member, keeper, layout, state, metaEnd, covered,
        start, tail, tally);
  }

  /**
   * Makes it durable.
   *
   * @throws IOException when that failed
   */
  public void force() throws IOException {
    file.force();
  }

  /**
   * Closes and deletes it.
   *
   * @param storage where
   * @param directory the directory it is in
   * @param log name of the files of the log
   * @param lane which lane of the log
   * @throws IOException when it cannot be deleted
   */
  public void delete(Storage storage, Path directory, String log, int lane) throws IOException {
    close();
    storage.delete(path(directory, log, lane));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
