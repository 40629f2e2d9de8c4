package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/**
 * A small file in a session's directory that says what was decided about its logs. What is marked
 * is never replayed on its own account, whatever is left of the logs.
 */
enum Marker {
  /**
   * Everything was proven in the target. Made before the first log is deleted, so that a recovery
   * killed between two deletions leaves no half session behind that looks like a whole one.
   */
  RECOVERED("recovered"),
  /**
   * Something was wrong with a log, and what was whole is in the target. Only who discards the
   * session gives up the rest.
   */
  DOUBTFUL("doubtful"),
  /** The target was created anew. */
  SUPERSEDED("superseded"),
  /** Its logs are being rebuilt from what other nodes have kept, and are not whole yet. */
  UNFINISHED("unfinished");

  private final String fileName;

  Marker(String fileName) {
    this.fileName = fileName;
  }

  Path in(Path directory) {
    return directory.resolve(fileName);
  }

  /** Makes the mark and makes it durable; nothing happens when it is there. */
  void make(Storage storage, Path directory) throws IOException {
    StorageFile file;
    try {
      file = storage.create(in(directory));
    } catch (FileAlreadyExistsException marked) {
      return;
    }
    try (file) {
      String text = fileName + " " + Instant.now() + "\n";
      file.write(0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
      file.force();
      storage.syncDirectory(directory);
    } catch (IOException e) {
      unmake(storage, directory, e);
      throw e;
    }
  }

  /** What is there counts as a mark, whatever is in it, and who was told that it failed goes on. */
  private void unmake(Storage storage, Path directory, IOException because) {
    try {
      storage.delete(in(directory));
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }
}
