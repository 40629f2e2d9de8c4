package org.burstlog.buffer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.drain.Pending;
import org.burstlog.log.Epoch;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;
import org.jspecify.annotations.Nullable;

/** The epoch that is drained now; of the epochs of a file one is drained after the other. */
final class EpochInDrain implements Pending {
  /** A view of no data. */
  private static final DataView NOTHING =
      new DataView() {
        @Override
        public int seek(long position, int wanted) throws IOException {
          throw new EOFException("there is no data at " + position);
        }

        @Override
        public ByteBuffer buffer() {
          return ByteBuffer.allocate(0);
        }

        @Override
        public int index() {
          return 0;
        }
      };

  private final Releaser releaser;
  private volatile @Nullable Epoch epoch;

  /** Gives up an epoch whose data is proven in the target. */
  interface Releaser {
    void release(Epoch epoch) throws IOException;
  }

  EpochInDrain(Releaser releaser) {
    this.releaser = releaser;
  }

  /** From here on, another epoch is drained; null where this process has no record of it. */
  void begin(@Nullable Epoch next) {
    epoch = next;
  }

  @Override
  public RecordIndex index() {
    Epoch now = epoch;
    return now == null ? new RecordIndex() : now.records();
  }

  @Override
  public List<Array> arrays() {
    Epoch now = epoch;
    return now == null ? List.of() : now.arrays();
  }

  @Override
  public DataView view() {
    Epoch now = epoch;
    return now == null ? NOTHING : now.view();
  }

  @Override
  public void reset() throws IOException {
    Epoch now = epoch;
    if (now != null) {
      releaser.release(now);
    }
  }
}
