package org.burstlog.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * Small files beside a log, each with the path of a file on another tier that has data of the log:
 * {@code <log>-<lane>-<place>.spill}. A note is there before the file that it names and until that
 * is deleted, so whoever removes a session finds all that belongs to it.
 */
public final class SpillNotes {
  /** How the name of a note ends. */
  private static final String SUFFIX = ".spill";

  private static final int LONGEST = 1 << 16;

  private SpillNotes() {}

  /** Names the note of a file. */
  static Path of(SessionDirectory directory, String log, int lane, int place) {
    return directory.path().resolve(log + "-" + lane + "-" + place + SUFFIX);
  }

  /**
   * Tells whether a file in the directory of a session is a note.
   *
   * @param file the file
   * @return true when it is one, by its name
   */
  public static boolean isOne(Path file) {
    return String.valueOf(file.getFileName()).endsWith(SUFFIX);
  }

  /** Writes a note. */
  static void write(SessionDirectory directory, Path note, Path named) throws IOException {
    Storage storage = directory.storage();
    ByteBuffer text = ByteBuffer.wrap(named.toString().getBytes(StandardCharsets.UTF_8));
    try (StorageFile file = storage.create(note)) {
      file.write(0, text);
    } catch (IOException | RuntimeException e) {
      storage.delete(note);
      throw e;
    }
  }

  /**
   * Reads a note.
   *
   * @param storage the door to the tier
   * @param note the note
   * @return the path in it, which may be that of no file
   * @throws IOException when it cannot be read, or was not written to its end
   */
  public static Path read(Storage storage, Path note) throws IOException {
    ByteBuffer text;
    try (StorageFile file = storage.open(note, false)) {
      text = ByteBuffer.allocate((int) Math.min(file.size(), LONGEST));
      int length = file.read(0, text);
      text.flip().limit(length);
    }
    Path named = Path.of(StandardCharsets.UTF_8.decode(text).toString());
    if (!isNamed(note, named)) {
      throw new NoSuchFileException(note + " names no file with data of its log");
    }
    return named;
  }

  /** Tells whether a path can be that of a file that a note is of. */
  private static boolean isNamed(Path note, Path named) {
    Path session = note.getParent();
    String prefix = session == null ? "" : session.getFileName() + ".";
    return named.isAbsolute()
        && named.equals(named.normalize())
        && name(named).startsWith(prefix)
        && isOne(named);
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** Names the file on another tier that a note is of. */
  static Path named(SessionDirectory directory, Path own, Path note) {
    return own.resolve(name(directory.path()) + "." + name(note));
  }

  /**
   * Deletes the files that notes in a directory name, and the notes.
   *
   * @param storage the door to the tiers
   * @param directory the directory of a session, whose data is needed no more
   * @throws IOException when a file cannot be deleted; its note stays then
   */
  public static void drop(Storage storage, Path directory) throws IOException {
    for (Path entry : storage.listIfThere(directory)) {
      if (isOne(entry)) {
        drop(storage, entry, /* known= */ null);
      }
    }
  }

  /** Deletes a file and its note. */
  static void drop(Storage storage, Path note, @Nullable Path known) throws IOException {
    Path named = known;
    if (named == null) {
      try {
        named = read(storage, note);
      } catch (NoSuchFileException e) {
        // A process was killed while it wrote the note, so there is no file yet.
        named = null;
      }
    }
    if (named != null) {
      storage.delete(named);
    }
    storage.delete(note);
  }
}
