package org.burstlog.wear;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.burstlog.BurstlogException;
import org.burstlog.storage.Mapping;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;

/**
 * Where the counts of each host lie: {@code <tier>/burstlog-<uid>/wear-<host>/counts}. A file that
 * several hosts map would not show one what another stores, and a file for each process would be
 * many; so the processes of a host share one, and read those of the others.
 *
 * @param storage the door to the tier
 * @param own the directory of the user on it
 */
record Hosts(Storage storage, Path own) {
  private static final String PREFIX = "wear-";
  private static final String FILE = "counts";

  /** Returns what this machine is called. */
  static String here() throws IOException {
    return InetAddress.getLocalHost().getHostName();
  }

  /** Opens the counts of a host for adding to them; makes them where there are none. */
  Mapping open(String host, long second) throws IOException {
    Path directory = own.resolve(PREFIX + host);
    try {
      return map(directory);
    } catch (NoSuchFileException e) {
      make(directory, second);
      return map(directory);
    }
  }

  /** Makes them under another name first, so that nobody ever finds half of them. */
  private void make(Path directory, long second) throws IOException {
    Path making = own.resolve("making-" + PREFIX + UUID.randomUUID());
    storage.makeDirectory(making);
    Path file = making.resolve(FILE);
    try {
      try (StorageFile made = storage.create(file)) {
        made.allocate(0, Counts.SIZE);
        try (Mapping mapping = made.map(0, Counts.SIZE)) {
          new Counts(mapping.buffer()).begin(second);
        }
        made.force();
      }
      storage.renameDirectory(making, directory);
      storage.syncDirectory(own);
    } catch (FileAlreadyExistsException e) {
      // Another process of this host was faster.
      remove(making, file);
    } catch (IOException | RuntimeException e) {
      remove(making, file);
      throw e;
    }
  }

  private void remove(Path making, Path file) throws IOException {
    storage.delete(file);
    storage.delete(making);
  }

  private Mapping map(Path directory) throws IOException {
    Path path = directory.resolve(FILE);
    try (StorageFile file = storage.open(path, true)) {
      if (file.size() < Counts.SIZE) {
        throw notCounts(path);
      }
      Mapping mapping = file.map(0, Counts.SIZE);
      if (!new Counts(mapping.buffer()).isValid()) {
        mapping.close();
        throw notCounts(path);
      }
      return mapping;
    }
  }

  private static IOException notCounts(Path path) {
    return new BurstlogException(
        path
            + " does not hold counts of what was written to the tier; remove it, and counting"
            + " begins anew");
  }

  /** Reads what other hosts have counted, without those of one host. */
  List<Counts> others(String host) throws IOException {
    List<Counts> all = new ArrayList<>();
    for (Path directory : storage.listIfThere(own)) {
      String name = String.valueOf(directory.getFileName());
      if (name.startsWith(PREFIX) && !name.equals(PREFIX + host)) {
        read(directory, all);
      }
    }
    return List.copyOf(all);
  }

  private void read(Path directory, List<Counts> all) throws IOException {
    ByteBuffer memory = ByteBuffer.allocateDirect(Counts.SIZE);
    try (StorageFile file = storage.open(directory.resolve(FILE), false)) {
      int read = file.read(0, memory);
      Counts counts = new Counts(memory);
      if (read == Counts.SIZE && counts.isValid()) {
        all.add(counts);
      }
    } catch (NoSuchFileException e) {
      // Somebody has cleaned the tier meanwhile.
    }
  }
}
