package org.burstlog.report;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/**
 * The file on a tier in which the processes of a session write down their figures while they go on:
 * {@code <tier>/burstlog-<uid>/report-<session id>}.
 *
 * <p>Each process has a slot of its own at {@code rank * SLOT}, made of two halves that it writes
 * in turn. So one half is whole whenever the process dies.
 *
 * <pre>{@code
 *  0        4        8                16
 * +--------+--------+----------------+------------------------
 * | CRC32C | length | turn           | text, see FiguresText
 * +--------+--------+----------------+------------------------
 * }</pre>
 *
 * The checksum covers all that follows it, as far as the length says. What no process has written
 * is a hole of the file and takes no space. The number in the name is that of the session's
 * directory.
 */
public final class ReportFile implements Closeable {
  /** What the names of these files begin with. */
  static final String PREFIX = "report-";

  /** How many files of sessions that are gone stay on a tier for each user. */
  static final int KEPT = 16;

  private static final int HALF = 16 << 10;
  private static final int SLOT = 2 * HALF;
  private static final int LENGTH = 4;
  private static final int TURN = 8;
  private static final int TEXT = 16;

  private final StorageFile file;
  private final long slot;
  private final ByteBuffer half = ByteBuffer.allocateDirect(HALF);
  private long turn;

  private ReportFile(StorageFile file, int rank) {
    this.file = file;
    this.slot = (long) rank * SLOT;
  }

  /**
   * Opens the file of a session for one of its processes, and makes it where no other process has.
   *
   * @param storage the door to the tier
   * @param own the directory of the user on the tier
   * @param session the session's random number
   * @param rank rank of this process
   * @return the open file
   * @throws IOException when it cannot be opened
   */
  public static ReportFile open(Storage storage, Path own, long session, int rank)
      throws IOException {
    Path path = own.resolve(PREFIX + id(session));
    try {
      return new ReportFile(storage.open(path, true), rank);
    } catch (NoSuchFileException e) {
      try {
        return new ReportFile(storage.create(path), rank);
      } catch (FileAlreadyExistsException other) {
        return new ReportFile(storage.open(path, true), rank);
      }
    }
  }

  private static String id(long session) {
    return String.format(Locale.ROOT, "%016x", session);
  }

  /**
   * Writes the figures of this process, instead of those before.
   *
   * @param figures what to write
   * @throws IOException when they cannot be written
   */
  void write(Figures figures) throws IOException {
    byte[] text = FiguresText.write(figures).getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, HALF - TEXT);
    turn++;
    half.clear();
    half.putInt(0, 0).putInt(LENGTH, length).putLong(TURN, turn);
    half.put(TEXT, text, 0, length);
    half.putInt(0, crc(half, length));
    file.write(slot + turn % 2 * HALF, half.position(0).limit(TEXT + length));
  }

  private static int crc(ByteBuffer half, int length) {
    CRC32C crc = new CRC32C();
    crc.update(half.duplicate().clear().position(LENGTH).limit(TEXT + length));
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Finds the files of all sessions that have written one.
   *
   * @param storage the door to the tier
   * @param own the directory of the user on the tier
   * @return their paths
   * @throws IOException when the directory cannot be read
   */
  public static List<Path> find(Storage storage, Path own) throws IOException {
    return storage.listIfThere(own).stream()
        .filter(path -> String.valueOf(path.getFileName()).startsWith(PREFIX))
        .toList();
  }

  /**
   * Tells of which session a file is.
   *
   * @param path the file
   * @return the session's number in hexadecimal digits, as in the name of its directory
   */
  public static String session(Path path) {
    return String.valueOf(path.getFileName()).substring(PREFIX.length());
  }

  /**
   * Reads the figures of all processes in a file. What is damaged is left out.
   *
   * @param storage the door to the tier
   * @param path the file
   * @return figures of one process each, in the order of the ranks
   * @throws IOException when the file cannot be read
   */
  public static List<Figures> read(Storage storage, Path path) throws IOException {
    List<Figures> all = new ArrayList<>();
    try (StorageFile file = storage.open(path, false)) {
      for (long at = 0; at < file.size(); at += SLOT) {
        newest(file, at).ifPresent(all::add);
      }
    }
    return all;
  }

  private record Half(long turn, Figures figures) {}

  private static Optional<Figures> newest(StorageFile file, long slot) throws IOException {
    List<Half> halves = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ByteBuffer half = ByteBuffer.allocate(HALF);
      int read = file.read(slot + (long) i * HALF, half);
      int length = half.getInt(LENGTH);
      if (length > 0 && length <= read - TEXT && half.getInt(0) == crc(half, length)) {
        String text = new String(half.array(), TEXT, length, StandardCharsets.UTF_8);
        try {
          halves.add(new Half(half.getLong(TURN), FiguresText.read(text)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
          // Of a version of this library that is not like this one.
        }
      }
    }
    return halves.stream().max(Comparator.comparingLong(Half::turn)).map(Half::figures);
  }

  /**
   * Deletes the oldest files of sessions that have no directory any more.
   *
   * @param storage the door to the tier
   * @param own the directory of the user on the tier
   * @throws IOException when they cannot be looked at
   */
  public static void clean(Storage storage, Path own) throws IOException {
    List<Path> entries = storage.listIfThere(own);
    List<Path> over = new ArrayList<>();
    for (Path path : entries) {
      if (String.valueOf(path.getFileName()).startsWith(PREFIX)) {
        String id = session(path);
        boolean there =
            entries.stream()
                .map(entry -> String.valueOf(entry.getFileName()))
                .anyMatch(name -> !name.startsWith(PREFIX) && name.contains("." + id));
        if (!there) {
          over.add(path);
        }
      }
    }
    if (over.size() <= KEPT) {
      return;
    }
    List<Long> began = new ArrayList<>();
    for (Path path : over) {
      began.add(read(storage, path).stream().mapToLong(f -> f.subject().began()).min().orElse(0));
    }
    List<Integer> oldest = new ArrayList<>();
    for (int i = 0; i < over.size(); i++) {
      oldest.add(i);
    }
    oldest.sort(Comparator.comparing(began::get));
    for (int i : oldest.subList(0, over.size() - KEPT)) {
      storage.delete(over.get(i));
    }
  }
}
