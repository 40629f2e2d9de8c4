package org.burstlog.bench.simulate;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;

/**
 * The log of one process of a trial: sealed epochs, each of which is there until it is released.
 */
final class TrialLog {
  final int rank;
  private final List<Epoch> epochs = new ArrayList<>();
  private boolean gone;

  /** Is shown elements. */
  interface Elements {
    void see(int epoch, int element);
  }

  private static final class Epoch {
    final RecordIndex index = new RecordIndex();
    final ByteArrayOutputStream data = new ByteArrayOutputStream();
    final List<int[]> records = new ArrayList<>();
    boolean released;
  }

  TrialLog(int rank, int count) {
    this.rank = rank;
    for (int i = 0; i < count; i++) {
      epochs.add(new Epoch());
    }
  }

  void put(int number, int begin, int count, int stride, long value) {
    Epoch epoch = epochs.get(number);
    epoch.index.add(0, new Region(1).set(0, begin, count, stride), epoch.data.size());
    ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.nativeOrder());
    for (int i = 0; i < count; i++) {
      bytes.putLong(value + 2L * i);
    }
    epoch.data.writeBytes(bytes.array());
    epoch.records.add(new int[] {begin, count, stride});
  }

  boolean isReleased(int epoch) {
    return epochs.get(epoch).released;
  }

  /** Whether there is anything to replay, or would be, were it not released. */
  boolean has(int epoch, boolean released) {
    return !gone && epochs.get(epoch).released == released;
  }

  RecordIndex records(int epoch) {
    return epochs.get(epoch).index;
  }

  DataView data(int epoch) {
    ByteBuffer bytes = ByteBuffer.wrap(epochs.get(epoch).data.toByteArray());
    return new DataView() {
      private int at;

      @Override
      public int seek(long position, int wanted) {
        at = (int) position;
        return Math.min(wanted, bytes.capacity() - at);
      }

      @Override
      public ByteBuffer buffer() {
        return bytes;
      }

      @Override
      public int index() {
        return at;
      }
    };
  }

  void release(int epoch) {
    epochs.get(epoch).released = true;
  }

  /** Its node is gone. Shows what it had not released. */
  void lose(Elements visitor) {
    gone = true;
    for (int number = 0; number < epochs.size(); number++) {
      if (!epochs.get(number).released) {
        elements(number, visitor);
      }
    }
  }

  /** Shows what was put in an epoch. */
  void elements(int number, Elements visitor) {
    for (int[] record : epochs.get(number).records) {
      for (int i = 0; i < record[1]; i++) {
        visitor.see(number, record[0] + i * record[2]);
      }
    }
  }
}
