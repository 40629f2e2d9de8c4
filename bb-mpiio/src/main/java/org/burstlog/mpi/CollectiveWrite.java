package org.burstlog.mpi;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;

/** How a round of all processes is written. */
interface CollectiveWrite extends Closeable {
  /**
   * What every process knows of a round.
   *
   * @param refused whether the arguments of some process were wrong
   * @param romio whether all handles that are open are ROMIO's
   * @param begin the first byte of all processes, the largest long when there is none
   * @param end behind the last byte of all processes
   * @param interleaved whether the extents of a process begin before those of a lower rank end
   * @param apart whether another process than the first may have written the file by itself
   */
  record Round(
      boolean refused, boolean romio, long begin, long end, boolean interleaved, boolean apart) {
    private static final long REFUSED = 1;
    private static final long NOT_ROMIO = 2;
    private static final long APART = 4;

    /**
     * Tells the others about this process's part, and learns of theirs. Collective.
     *
     * @param refused whether the arguments of this process are wrong
     * @param romio whether its handle, where it is open, is ROMIO's
     * @param open whether it has the file open by itself
     */
    static Round agree(
        ProcessGroup group, ExtentList extents, boolean refused, boolean romio, boolean open)
        throws IOException {
      boolean none = refused || extents.size() == 0;
      ByteBuffer mine = ByteBuffer.allocate(3 * Long.BYTES);
      mine.putLong(none ? -1 : extents.offset(0)).putLong(none ? 0 : extents.end());
      boolean apart = open && group.rank() != 0;
      mine.putLong((refused ? REFUSED : 0) | (romio ? 0 : NOT_ROMIO) | (apart ? APART : 0));
      long flags = 0;
      boolean interleaved = false;
      long begin = Long.MAX_VALUE;
      long end = 0;
      List<byte[]> all = group.gather(mine.array());
      for (byte[] each : all) {
        ByteBuffer other = ByteBuffer.wrap(each);
        long first = other.getLong();
        long last = other.getLong();
        flags |= other.getLong();
        if (first >= 0) {
          interleaved |= first < end;
          begin = Math.min(begin, first);
          end = Math.max(end, last);
        }
      }
      return new Round(
          (flags & REFUSED) != 0,
          (flags & NOT_ROMIO) == 0,
          begin,
          end,
          interleaved,
          (flags & APART) != 0);
    }
  }

  /**
   * Writes a round. Collective.
   *
   * @param round what was agreed
   * @param extents this process's part
   * @param data its bytes; left at its limit
   * @throws IOException when it failed here, or the others went no further because one of them
   *     failed
   */
  void write(Round round, ExtentList extents, ByteBuffer data) throws IOException;

  /**
   * Makes durable what was written. Collective.
   *
   * @throws IOException when that failed here
   */
  default void sync() throws IOException {}

  /**
   * Ends. Collective.
   *
   * @throws IOException when that failed here
   */
  @Override
  default void close() throws IOException {}
}
