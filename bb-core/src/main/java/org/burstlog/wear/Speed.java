package org.burstlog.wear;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/** Finds out how fast a tier is written, by writing a file to it and removing that. */
public final class Speed {
  private static final int PIECE = 1 << 20;
  private static final double SECOND = 1e9;

  private Speed() {}

  /**
   * Writes and syncs a file; what it writes counts.
   *
   * @param storage the door to the tier
   * @param directory a directory on it that only this user may write to
   * @param bytes how much to write
   * @param wear what is asked before that
   * @return bytes a second
   * @throws IOException when it cannot be written
   */
  public static double measure(Storage storage, Path directory, long bytes, Wear wear)
      throws IOException {
    wear.make(1);
    wear.write(bytes);
    Path path = directory.resolve("speed-" + UUID.randomUUID());
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    long begun;
    long ended;
    try (StorageFile file = storage.create(path)) {
      begun = storage.nanoTime();
      for (long at = 0; at < bytes; at += PIECE) {
        file.write(at, piece.clear().limit((int) Math.min(PIECE, bytes - at)));
      }
      file.force();
      ended = storage.nanoTime();
    } finally {
      storage.delete(path);
    }
    return bytes * SECOND / Math.max(1, ended - begun);
  }
}
