package org.burstlog.recover;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.burstlog.log.DrainedLog;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.burstlog.target.TargetIdentity;
import org.burstlog.target.TargetPath;
import org.burstlog.target.TargetStamp;
import org.jspecify.annotations.Nullable;

/**
 * What is said of logs that are retained: a small file beside those of one node, written when their
 * target was closed. It saves reading the logs to find out which bytes of the target each has. All
 * of it is proven in the target, so where the file is missing or damaged nothing is lost, and where
 * the logs say otherwise they are not used.
 *
 * @param target path of the target
 * @param stamp what the target was like
 * @param kept when it was written, in milliseconds since 1970
 * @param head the first bytes of the target, which no log has; not to be moved
 * @param lanes what each lane of the node has, of each epoch
 * @param nodes how many nodes have written one of these
 * @param epochs what the processes of all nodes have put in each epoch
 */
record Catalogue(
    Path target,
    TargetStamp stamp,
    long kept,
    ByteBuffer head,
    List<DrainedLog> lanes,
    int nodes,
    List<Extent> epochs) {
  private static final String PREFIX = "retained-";
  private static final int MAGIC = 0x42424331;
  private static final int MOST = 1 << 28;

  Catalogue {
    lanes = List.copyOf(lanes);
    epochs = List.copyOf(epochs);
  }

  /**
   * Where in the target an epoch has anything.
   *
   * @param drain number of the drain that brought it there
   * @param first the first byte
   * @param end the first byte behind all of it
   */
  record Extent(long drain, long first, long end) {
    Extent with(Extent other) {
      return new Extent(drain, Math.min(first, other.first), Math.max(end, other.end));
    }

    void write(DataOutput out) throws IOException {
      out.writeLong(drain);
      out.writeLong(first);
      out.writeLong(end);
    }

    static Extent read(DataInput in) throws IOException {
      return new Extent(in.readLong(), in.readLong(), in.readLong());
    }
  }

  /** Returns this as it is for one node. */
  Catalogue of(List<DrainedLog> here, int count, List<Extent> all) {
    return new Catalogue(target, stamp, kept, head, here, count, all);
  }

  Catalogue withoutHead() {
    return new Catalogue(target, stamp, kept, ByteBuffer.allocate(0), lanes, nodes, epochs);
  }

  /** Names the file of a node. */
  static Path file(Path session, int leader) {
    return session.resolve(PREFIX + String.format(Locale.ROOT, "%05d", leader));
  }

  /** Tells whether a file of a session is a catalogue. */
  static boolean isOne(Path file) {
    return String.valueOf(file.getFileName()).startsWith(PREFIX);
  }

  /** Writes it into a file that is made for it, durably. */
  void write(Storage storage, Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writeBody(new DataOutputStream(bytes));
    byte[] body = bytes.toByteArray();
    CRC32C crc = new CRC32C();
    crc.update(body);
    ByteBuffer all = ByteBuffer.allocate(body.length + 2 * Integer.BYTES);
    all.putInt(MAGIC).putInt((int) crc.getValue()).put(body).flip();
    try (StorageFile made = storage.create(file)) {
      made.write(0, all);
      made.force();
    }
  }

  /** Reads one; null when it is not there, or not whole. */
  static @Nullable Catalogue read(Storage storage, Path file) throws IOException {
    ByteBuffer all;
    try (StorageFile open = storage.open(file, false)) {
      long size = open.size();
      if (size < 2 * Integer.BYTES || size > MOST) {
        return null;
      }
      all = ByteBuffer.allocate((int) size);
      if (open.read(0, all) < size) {
        return null;
      }
    } catch (NoSuchFileException e) {
      return null;
    }
    all.flip();
    int magic = all.getInt();
    int expected = all.getInt();
    CRC32C crc = new CRC32C();
    crc.update(all.slice());
    if (magic != MAGIC || (int) crc.getValue() != expected) {
      return null;
    }
    byte[] body = new byte[all.remaining()];
    all.get(body);
    try {
      return readBody(new DataInputStream(new ByteArrayInputStream(body)));
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      return null;
    }
  }

  void writeBody(DataOutput out) throws IOException {
    Wire.writeText(out, TargetPath.text(target));
    Wire.writeText(out, stamp.identity().toString());
    Wire.writeText(out, stamp.modified().toString());
    Wire.writeText(out, stamp.changed().toString());
    out.writeLong(kept);
    byte[] first = new byte[head.limit()];
    head.get(0, first);
    out.writeInt(first.length);
    out.write(first);
    Wire.writeList(out, lanes, Catalogue::write);
    out.writeInt(nodes);
    Wire.writeList(out, epochs, Extent::write);
  }

  static Catalogue readBody(DataInput in) throws IOException {
    Path target = TargetPath.of(Wire.readText(in));
    TargetIdentity identity =
        TargetIdentity.parse(Wire.readText(in)).orElseThrow(IllegalArgumentException::new);
    Instant modified = Instant.parse(Wire.readText(in));
    Instant changed = Instant.parse(Wire.readText(in));
    long kept = in.readLong();
    int length = in.readInt();
    if (length < 0 || length > MOST) {
      throw new IllegalArgumentException("a head of " + length + " bytes");
    }
    byte[] head = new byte[length];
    in.readFully(head);
    return new Catalogue(
        target,
        new TargetStamp(identity, modified, changed),
        kept,
        ByteBuffer.wrap(head).asReadOnlyBuffer(),
        Wire.readList(in, Catalogue::readLane),
        in.readInt(),
        Wire.readList(in, Extent::read));
  }

  static void write(DrainedLog lane, DataOutput out) throws IOException {
    out.writeUTF(lane.log());
    out.writeInt(lane.lane());
    out.writeInt(lane.rank());
    out.writeLong(lane.drain());
    out.writeInt(lane.generation());
    out.writeLong(lane.entries());
    out.writeLong(lane.records());
    out.writeLong(lane.first());
    out.writeLong(lane.end());
    out.writeLong(lane.begins());
  }

  static DrainedLog readLane(DataInput in) throws IOException {
    return new DrainedLog(
        in.readUTF(),
        in.readInt(),
        in.readInt(),
        in.readLong(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong());
  }
}
