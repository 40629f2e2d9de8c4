package org.burstlog.netcdf.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.BurstlogException;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.recover.Attachment;
import org.burstlog.target.TargetFile;

/**
 * Writes what a file will be once all that logs have of it is drained. How long it is and how many
 * records it has is settled first: a program that goes on putting does not make the export longer.
 */
final class Export {
  private static final int PIECE = 8 << 20;

  private final TargetFile target;
  private final Attachment attachment;
  private final MergedBytes merged;
  private final Layout layout;
  private final CdfVersion version;
  private final long records;
  private final long size;

  /**
   * Finds out what there is.
   *
   * @param target the file, open for reading
   * @param attachment what sessions have of it, found before anything of the file was read
   */
  Export(TargetFile target, Attachment attachment) throws IOException {
    this.target = target;
    this.attachment = attachment;
    this.merged = new MergedBytes(target, attachment);
    HeaderCodec.Decoded header = header();
    this.layout = header.layout();
    this.version = header.header().version();
    if (attachment.isEmpty()) {
      this.records = header.records();
      this.size = target.size();
      return;
    }
    long told = recordsTold();
    long end = Math.max(target.size(), attachment.end());
    if (told == HeaderCodec.STREAMING) {
      this.records = told;
      this.size = end;
    } else {
      // Processes that drained alone may have had no chance to tell of their records.
      this.records = Math.max(told, layout.recordsBegunIn(end));
      this.size = Math.max(end, sizeOf(records));
    }
  }

  private HeaderCodec.Decoded header() throws IOException {
    long[] position = {0};
    try {
      return HeaderCodec.decode(
          into -> {
            ByteBuffer piece = ByteBuffer.allocateDirect(into.remaining());
            int length = target.read(position[0], piece);
            position[0] += Math.max(length, 0);
            into.put(piece.flip());
            return length > 0 ? length : -1;
          });
    } catch (NcException e) {
      throw e.file(target.path().toString());
    }
  }

  /** The number of records in the header, which may be in a log as well. */
  private long recordsTold() throws IOException {
    ByteBuffer count = ByteBuffer.allocateDirect(version.countBytes());
    merged.read(HeaderCodec.RECORDS_OFFSET, count);
    if (count.limit() == Long.BYTES) {
      return count.getLong(0);
    }
    int told = count.getInt(0);
    return told == -1 ? HeaderCodec.STREAMING : Integer.toUnsignedLong(told);
  }

  private long sizeOf(long count) throws BurstlogException {
    try {
      return layout.size(count);
    } catch (ArithmeticException e) {
      throw new BurstlogException(
          target.path()
              + " cannot be exported: it has "
              + count
              + " records, and no file is that long; its header is damaged, replace it by a copy",
          e);
    }
  }

  /** How long the exported file is. */
  long size() {
    return size;
  }

  /** How many records it has, or {@link HeaderCodec#STREAMING}. */
  long records() {
    return records;
  }

  /** Writes it into an empty file. */
  void write(NewFile out) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect((int) Math.min(PIECE, size));
    for (long position = 0; position < size; position += piece.limit()) {
      piece.clear().limit((int) Math.min(piece.capacity(), size - position));
      // What is nowhere reads as zero, and takes no room where the file system leaves holes.
      if (merged.read(position, piece)) {
        out.write(position, piece);
      }
    }
    if (!attachment.isEmpty()) {
      ByteBuffer count = HeaderCodec.encodeRecords(version, records);
      out.write(
          HeaderCodec.RECORDS_OFFSET,
          ByteBuffer.allocateDirect(count.remaining()).put(count).flip());
    }
    if (!header().layout().equals(layout)) {
      throw new BurstlogException(
          target.path()
              + " cannot be exported: the program that writes it changed its definitions"
              + " meanwhile; run the command again");
    }
    out.complete(size);
  }
}
