package org.burstlog.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.burstlog.log.format.SlotDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * A lane of a data log that goes on in files on other tiers, each where the one before is full. Its
 * header is at home, in the log's own file. Each generation begins there, too, or in the first
 * place where that is another one; which it is at a position, an entry of the metadata log says.
 */
public final class SpillingLogFile implements LogFile {
  private final LogFile home;
  private final Spills spills;
  private volatile Part[] parts;

  /** The place of the last part; before the first one where only the header is anywhere. */
  private int place;

  /** Bytes that earlier generations have put elsewhere than at home. */
  private volatile long before;

  /** Data from a position on, in one file. */
  private record Part(long start, long base, long limit, LogFile file) implements PartsView.Part {
    @Override
    public DataView view() {
      return file.view();
    }

    long at(long position) {
      return position - start + base;
    }
  }

  /**
   * The next place, which is not in use yet.
   *
   * @param place its number
   * @param path what its entry says, see {@link org.burstlog.log.format.PlaceDescriptor}
   */
  record Step(int place, long base, String path, LogFile file) {}

  /**
   * A lane of which nothing is on another tier.
   *
   * @param home the lane of the log's own file; closed with this
   * @param spills the other places; closed with this
   */
  public SpillingLogFile(LogFile home, Spills spills) {
    this.home = home;
    this.spills = spills;
    parts = new Part[] {new Part(0, 0, 0, home)};
    place = first();
  }

  private int first() {
    return spills.isHome(0) ? 0 : -1;
  }

  /** Returns the file of a log that has the header. */
  public static LogFile home(LogFile file) {
    return file instanceof SpillingLogFile spilling ? spilling.home : file;
  }

  /** Tells whether the first data of a generation goes to another place than home. */
  boolean beginsElsewhere() {
    return place < 0;
  }

  /** Tells whether any data of this generation is not where it would be without other places. */
  boolean hasGoneOn() {
    return parts.length > 1;
  }

  /** Tells whether data goes to another place than home. */
  boolean isAway() {
    return last().file != home;
  }

  private Part last() {
    Part[] all = parts;
    return all[all.length - 1];
  }

  /** Returns where the data at home ends, when all data ends at a position. */
  long homeEnd(long position) {
    Part[] all = parts;
    long end = SlotDescriptor.BLOCK;
    for (int i = 0; i < all.length; i++) {
      if (all[i].file == home) {
        long stop = i + 1 < all.length ? all[i + 1].start : position;
        end = Math.max(end, all[i].at(stop));
      }
    }
    return end;
  }

  /** Returns the bytes that went elsewhere than home, when all data ends at a position. */
  long away(long position) {
    Part[] all = parts;
    long bytes = before;
    for (int i = 0; i < all.length; i++) {
      if (all[i].file != home) {
        bytes += (i + 1 < all.length ? all[i + 1].start : position) - all[i].start;
      }
    }
    return bytes;
  }

  /** Returns the next place that can be used; null when there is none. */
  @Nullable Step next() {
    for (int next = place + 1; next < spills.count(); next++) {
      if (spills.isHome(next)) {
        return new Step(next, SlotDescriptor.BLOCK, "", home);
      }
      Spills.Spill spill = spills.open(next);
      if (spill != null) {
        return new Step(next, 0, spill.path().toString(), spill.file());
      }
    }
    return null;
  }

  /** Has data go on there from a position on. */
  void goOn(Step step, long position) {
    Part[] all = parts;
    Part[] more = Arrays.copyOf(all, all.length + 1);
    more[all.length] = new Part(position, step.base, spills.limit(step.place), step.file);
    parts = more;
    place = step.place;
  }

  /**
   * Has a new generation begin at home.
   *
   * @param end where the data of the last one ends
   */
  void beginAnew(long end) {
    before = away(end);
    parts = new Part[] {parts[0]};
    place = first();
  }

  /** Closes and deletes what is elsewhere; nothing of it is needed any more. */
  void deleteSpills() {
    spills.delete();
  }

  private Part part(long position) {
    Part[] all = parts;
    return all[PartsView.find(all, position)];
  }

  @Override
  public void reserve(long from, long to) throws IOException {
    Part part = part(from);
    if (part.file != home && part.limit > 0 && part.at(to) > part.limit) {
      throw new Budget.SpentException(to - from, Math.max(0, part.limit - part.at(from)));
    }
    part.file.reserve(part.at(from), part.at(to));
  }

  @Override
  public void copy(long position, Object source, long offset, long length, CRC32C crc)
      throws IOException {
    Part part = part(position);
    part.file.copy(part.at(position), source, offset, length, crc);
  }

  @Override
  public void commit(long position, ByteBuffer entry) {
    throw new UnsupportedOperationException("a data log has no entries");
  }

  @Override
  public void write(long position, ByteBuffer bytes) throws IOException {
    Part part = part(position);
    part.file.write(part.at(position), bytes);
  }

  @Override
  public void store(int position, long word) throws IOException {
    home.store(position, word);
  }

  @Override
  public void sync(long from, long to) throws IOException {
    Part[] all = parts;
    for (int i = 0; i < all.length; i++) {
      long begin = Math.max(from, all[i].start);
      long stop = i + 1 < all.length ? Math.min(to, all[i + 1].start) : to;
      if (begin < stop) {
        if (all[i].file != home) {
          spills.syncNames(all[i].file);
        }
        all[i].file.sync(all[i].at(begin), all[i].at(stop));
      }
    }
  }

  @Override
  public DataView view() {
    return new PartsView(() -> parts);
  }

  @Override
  public long allocated() {
    Part last = last();
    return last.start - last.base + last.file.allocated();
  }

  @Override
  public void close() throws IOException {
    try (Spills closesSecond = spills;
        LogFile closesFirst = home) {
      assert closesFirst == home && closesSecond == spills;
    }
  }
}
