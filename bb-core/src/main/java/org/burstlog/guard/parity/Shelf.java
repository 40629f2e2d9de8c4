package org.burstlog.guard.parity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.storage.ReadableFile;
import org.burstlog.storage.Storage;

/** Where what was kept is read: on a tier of this node, or of another one. */
public interface Shelf {
  /**
   * Lists a directory.
   *
   * @param directory the directory
   * @return the files in it, none where it is not there
   * @throws IOException when it cannot be listed
   */
  List<Path> list(Path directory) throws IOException;

  /**
   * Opens a file.
   *
   * @param file the file
   * @return the file, closed by the caller
   * @throws java.nio.file.NoSuchFileException when it is not there
   * @throws IOException when it cannot be opened
   */
  ReadableFile open(Path file) throws IOException;

  /**
   * Reads through a door to tiers that this process sees.
   *
   * @param storage the door
   * @return what reads through it
   */
  static Shelf of(Storage storage) {
    return new Shelf() {
      @Override
      public List<Path> list(Path directory) throws IOException {
        return storage.listIfThere(directory);
      }

      @Override
      public ReadableFile open(Path file) throws IOException {
        return storage.open(file, false);
      }
    };
  }
}
