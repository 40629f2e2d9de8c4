package org.burstlog.log.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.burstlog.BurstlogException;
import org.burstlog.log.option.DataPlace;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/**
 * The files on other tiers that have data of one lane of a log. Each is made when it is needed
 * first, holds nothing but data, and is used again by later generations.
 */
public final class Spills implements Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.log");

  private final SessionDirectory directory;
  private final String log;
  private final int lane;
  private final List<DataPlace> places;
  private final boolean synced;
  private final Maker maker;

  /** By place; null where none was needed. */
  private final @Nullable Spill[] open;

  /** By place: it was tried, and cannot be used. */
  private final boolean[] unusable;

  /** Makes a file of a log of what was created. */
  public interface Maker {
    /**
     * Makes it, in the way that suits its file system.
     *
     * @param file the file; the result's then
     * @param tier where it is
     * @param limit bytes that it may take, 0 for no limit
     */
    LogFile of(StorageFile file, Path tier, long limit);
  }

  /**
   * A file with data.
   *
   * @param path where it is
   * @param note says so in the directory of the session
   * @param named whether its name and its note survive the machine
   */
  record Spill(Path path, Path note, LogFile file, AtomicBoolean named) {}

  /**
   * No file yet.
   *
   * @param directory the directory of the session
   * @param log name of the log
   * @param lane which of its lanes
   * @param places where data may go, in their order
   * @param synced whether it is to survive the machine
   * @param maker makes the files
   */
  public Spills(
      SessionDirectory directory,
      String log,
      int lane,
      List<DataPlace> places,
      boolean synced,
      Maker maker) {
    this.directory = directory;
    this.log = log;
    this.lane = lane;
    this.places = List.copyOf(places);
    this.synced = synced;
    this.maker = maker;
    this.open = new Spill[places.size()];
    this.unusable = new boolean[places.size()];
  }

  int count() {
    return places.size();
  }

  /** Tells whether a place is where the log itself is. */
  boolean isHome(int place) {
    return places.get(place).tier().isEmpty();
  }

  /** Returns the bytes that may go to a place; 0 for no limit. */
  long limit(int place) {
    return places.get(place).limit();
  }

  /** Returns the file of a place, made if it is not there; null when the place cannot be used. */
  @Nullable Spill open(int place) {
    Spill known = open[place];
    if (known != null || unusable[place]) {
      return known;
    }
    Path tier = places.get(place).tier().orElseThrow();
    try {
      Spill made = make(place, tier);
      open[place] = made;
      return made;
    } catch (IOException | RuntimeException e) {
      unusable[place] = true;
      LOGGER.log(
          System.Logger.Level.WARNING,
          directory.path().resolve(log)
              + ": tier "
              + tier
              + " takes no data of this log until it is opened again: "
              + BurstlogException.messageOf(e));
      return null;
    }
  }

  private Spill make(int place, Path tier) throws IOException {
    Storage storage = directory.storage();
    Path own = SessionDirectory.makeOwn(storage, tier);
    Path note = SpillNotes.of(directory, log, lane, place);
    Path path = SpillNotes.named(directory, own, note);
    SpillNotes.write(directory, note, path);
    StorageFile file = null;
    try {
      file = storage.create(path);
      LogFile made = maker.of(file, tier, places.get(place).limit());
      Spill spill = new Spill(path, note, made, new AtomicBoolean());
      if (synced) {
        // Before any entry can say that data goes on there.
        syncNames(spill);
      }
      return spill;
    } catch (IOException | RuntimeException e) {
      try (StorageFile closes = file) {
        SpillNotes.drop(storage, note, path);
        assert closes == file;
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  /** Makes the name of a file durable, and the note of it. */
  void syncNames(LogFile file) throws IOException {
    for (Spill spill : open) {
      if (spill != null && spill.file == file) {
        syncNames(spill);
      }
    }
  }

  private void syncNames(Spill spill) throws IOException {
    if (spill.named.get()) {
      return;
    }
    Storage storage = directory.storage();
    try (StorageFile note = storage.open(spill.note, true)) {
      note.force();
    }
    storage.syncDirectory(directory.path());
    for (Path around = spill.path.getParent(); around != null; around = around.getParent()) {
      storage.syncDirectory(around);
      if (!String.valueOf(around.getFileName()).startsWith(Storage.USER_PREFIX)) {
        break;
      }
    }
    spill.named.set(true);
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (Spill spill : open) {
      if (spill != null) {
        try {
          spill.file.close();
        } catch (IOException e) {
          first = first == null ? e : first;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Closes and deletes all files. Only for when nothing in them is needed any more. */
  void delete() {
    for (int place = 0; place < open.length; place++) {
      Spill spill = open[place];
      open[place] = null;
      unusable[place] = true;
      if (spill != null) {
        try (LogFile closes = spill.file) {
          SpillNotes.drop(directory.storage(), spill.note, spill.path);
          assert closes != null;
        } catch (IOException e) {
          // Its note stays, and whoever removes the session tries again.
          LOGGER.log(System.Logger.Level.DEBUG, spill.path + " could not be deleted", e);
        }
      }
    }
  }
}
