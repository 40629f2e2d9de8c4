package org.burstlog.drain;

import java.io.IOException;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.log.LogWriter;
import org.burstlog.log.RecordIndex;
import org.burstlog.log.file.DataView;

/**
 * What a drain drains: records of this process, wherever they come from. They do not change while a
 * drain runs.
 */
public interface Pending {
  /**
   * Returns the records.
   *
   * @return the index, in put order
   */
  RecordIndex index();

  /**
   * Returns their arrays.
   *
   * @return the arrays by the numbers that the index uses
   */
  List<Array> arrays();

  /**
   * Opens a view of their data.
   *
   * @return a view at the positions that the index names
   */
  DataView view();

  /**
   * Lets the records go. Called once they are proven in the target, on every process.
   *
   * @throws IOException when they cannot be let go; the drain then fails and may be run again
   */
  void reset() throws IOException;

  /**
   * Tells whether what was written is read back and compared before the records go.
   *
   * @return true to read back
   */
  default boolean proveContent() {
    return false;
  }

  /**
   * The pending records of a log that is being written.
   *
   * @param log the log
   * @return what is pending in it
   */
  static Pending of(LogWriter log) {
    return new Pending() {
      @Override
      public RecordIndex index() {
        return log.index();
      }

      @Override
      public List<Array> arrays() {
        return log.arrays();
      }

      @Override
      public DataView view() {
        return log.view();
      }

      @Override
      public void reset() throws IOException {
        log.reset();
      }
    };
  }
}
