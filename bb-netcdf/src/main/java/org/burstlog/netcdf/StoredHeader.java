package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.recover.Attachment;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/** The header that a target has: the first process reads, and the others are sent what it read. */
final class StoredHeader {
  private static final byte READ = 0;
  private static final byte FAILED = 1;

  private StoredHeader() {}

  /** Reads it. Collective; all processes return or throw the same. */
  static HeaderCodec.Decoded read(ProcessGroup group, TargetFile target) throws IOException {
    return read(group, target, null);
  }

  /**
   * As above, from what is retained of the target where that has it.
   *
   * @param attachment what is read besides the target; null where nothing is
   */
  static HeaderCodec.Decoded read(
      ProcessGroup group, TargetFile target, @Nullable Attachment attachment) throws IOException {
    long[] position = {0};
    return HeaderCodec.decode(
        into -> {
          byte[] piece = group.broadcast(piece(group, target, attachment, position[0], into), 0);
          if (piece[0] == FAILED) {
            throw new NcException(NcError.NC_EREAD, "the header cannot be read");
          }
          position[0] += piece.length - 1;
          into.put(piece, 1, piece.length - 1);
          return piece.length == 1 ? -1 : piece.length - 1;
        });
  }

  /** What was read, behind a byte that says whether it could be. */
  private static byte[] piece(
      ProcessGroup group,
      TargetFile target,
      @Nullable Attachment attachment,
      long position,
      ByteBuffer into) {
    if (group.rank() != 0) {
      return new byte[0];
    }
    try {
      ByteBuffer buffer = ByteBuffer.allocateDirect(into.remaining());
      int known = attachment == null ? -1 : attachment.head(position, buffer);
      int length = known < 0 ? target.read(position, buffer) : known;
      byte[] piece = new byte[length + 1];
      piece[0] = READ;
      buffer.flip().get(piece, 1, length);
      return piece;
    } catch (IOException e) {
      return new byte[] {FAILED};
    }
  }
}
