package org.burstlog.bench.bundles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcFile;
import org.jspecify.annotations.Nullable;

/**
 * One process a file gathers it from all, plane by plane, and writes each plane. All files go on at
 * the same time, each with a master of its own as far as there are as many processes.
 */
final class Masters {
  private final Bundles bundles;
  private final ProcessGroup group;
  private final float[] piece;
  private final float[] plane;
  private final ByteBuffer send;
  private final ByteBuffer receive;

  /** Creates a file in its master alone. */
  interface Creating {
    NcFile create(int file) throws IOException;
  }

  Masters(Bundles bundles, ProcessGroup group) {
    this.bundles = bundles;
    this.group = group;
    piece = new float[bundles.height() * bundles.width()];
    plane = new float[bundles.edge() * bundles.edge()];
    int most = (bundles.files() + group.size() - 1) / group.size();
    send = direct((long) bundles.files() * piece.length);
    receive = direct((long) most * plane.length);
  }

  private static ByteBuffer direct(long floats) {
    return ByteBuffer.allocateDirect(Math.toIntExact(floats * Float.BYTES))
        .order(ByteOrder.nativeOrder());
  }

  private int master(int file) {
    return file % group.size();
  }

  /** Writes a step, and closes the files. Collective. */
  void write(int step, Creating creating) throws IOException {
    @Nullable NcFile[] own = new NcFile[bundles.files()];
    for (int file = 0; file < own.length; file++) {
      if (master(file) == group.rank()) {
        own[file] = creating.create(file);
      }
    }
    for (int round = 0; round < bundles.mostPlanes(); round++) {
      gather(step, round);
      int mine = 0;
      for (int file = 0; file < own.length; file++) {
        NcFile open = own[file];
        if (open != null && round < bundles.planesOf(file)) {
          write(open, file, round, mine++);
        }
      }
    }
    for (NcFile open : own) {
      if (open != null) {
        open.close();
      }
    }
  }

  /** All send their pieces of a plane of each file to its master. */
  private void gather(int step, int round) throws IOException {
    int[] sent = new int[group.size()];
    int mine = 0;
    FloatBuffer floats = send.clear().asFloatBuffer();
    for (int to = 0; to < group.size(); to++) {
      for (int file = to; file < bundles.files(); file += group.size()) {
        if (round < bundles.planesOf(file)) {
          bundles.fill(step, file, round, group.rank(), piece);
          floats.put(piece);
          sent[to] += piece.length * Float.BYTES;
          mine += to == group.rank() ? 1 : 0;
        }
      }
    }
    int[] received = new int[group.size()];
    Arrays.fill(received, mine * piece.length * Float.BYTES);
    group.exchange(send, sent, receive.clear(), received);
  }

  /** Puts a plane together that is one of those that this process has gathered in the round. */
  private void write(NcFile file, int number, int round, int place) throws IOException {
    int each = 0;
    for (int other = group.rank(); other < bundles.files(); other += group.size()) {
      each += round < bundles.planesOf(other) ? 1 : 0;
    }
    FloatBuffer floats = receive.asFloatBuffer();
    for (int rank = 0; rank < group.size(); rank++) {
      floats.position((rank * each + place) * piece.length);
      for (int row = 0; row < bundles.height(); row++) {
        int at = (bundles.firstRow(rank) + row) * bundles.edge() + bundles.firstColumn(rank);
        floats.get(plane, at, bundles.width());
      }
    }
    bundles.put(
        number,
        round,
        0,
        0,
        bundles.edge(),
        bundles.edge(),
        plane,
        (name, region, values) -> file.variable(name).put(region, values));
  }
}
