package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;

/** How a round of all processes is written. */
interface CollectiveWrite {
  /**
   * What every process knows of a round.
   *
   * @param refused whether the arguments of some process were wrong
   * @param begin the first byte of all processes, the largest long when there is none
   * @param end behind the last byte of all processes
   * @param interleaved whether the extents of a process begin before those of a lower rank end
   */
  record Round(boolean refused, long begin, long end, boolean interleaved) {
    /** Tells the others about this process's part, and learns of theirs. Collective. */
    static Round agree(ProcessGroup group, ExtentList extents, boolean refused) throws IOException {
      boolean none = refused || extents.size() == 0;
      ByteBuffer mine = ByteBuffer.allocate(3 * Long.BYTES);
      mine.putLong(none ? -1 : extents.offset(0)).putLong(none ? 0 : extents.end());
      mine.putLong(refused ? 1 : 0);
      boolean anyRefused = false;
      boolean interleaved = false;
      long begin = Long.MAX_VALUE;
      long end = 0;
      List<byte[]> all = group.gather(mine.array());
      for (byte[] each : all) {
        ByteBuffer other = ByteBuffer.wrap(each);
        long first = other.getLong();
        long last = other.getLong();
        anyRefused |= other.getLong() != 0;
        if (first >= 0) {
          interleaved |= first < end;
          begin = Math.min(begin, first);
          end = Math.max(end, last);
        }
      }
      return new Round(anyRefused, begin, end, interleaved);
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
}
