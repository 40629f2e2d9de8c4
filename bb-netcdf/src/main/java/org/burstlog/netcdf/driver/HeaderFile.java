package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.Move;
import org.burstlog.target.TargetFile;

/** What the first process does to the file on behalf of all: its header, and moves in it. */
final class HeaderFile {
  private static final int PIECE = 8 << 20;

  private final TargetFile target;
  private final ExtentList extent = new ExtentList();

  HeaderFile(TargetFile target) {
    this.target = target;
  }

  void writeHeader(Layout layout, long records) throws IOException {
    write(0, HeaderCodec.encode(layout, records));
  }

  void writeRecords(CdfVersion version, long records) throws IOException {
    write(HeaderCodec.RECORDS_OFFSET, HeaderCodec.encodeRecords(version, records));
  }

  void move(Iterable<Move> moves) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    for (Move move : moves) {
      move.run(
          PIECE,
          (from, to, length) -> {
            target.read(from, piece.clear().limit(length));
            extent.clear();
            extent.add(to, piece.position());
            target.write(extent, piece.flip());
          });
    }
  }

  private void write(long position, ByteBuffer bytes) throws IOException {
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
    extent.clear();
    extent.add(position, direct.remaining());
    target.write(extent, direct);
  }
}
