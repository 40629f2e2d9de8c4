package org.burstlog.log;

import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.log.format.ArrayDescriptor;
import org.burstlog.log.format.EntryDescriptor;

/**
 * The arrays that a process has made known in a session, by number. All logs of the process share
 * the numbers, so an array need not be defined again when puts go on into another log.
 */
public final class DefinedArrays {
  private final List<Array> arrays = new ArrayList<>();

  /** No array is known. */
  public DefinedArrays() {}

  /**
   * Makes an array known.
   *
   * @param array the array
   * @return its number
   * @throws IllegalArgumentException when its name is too long to be logged
   */
  public synchronized int define(Array array) {
    if (ArrayDescriptor.length(array) > EntryDescriptor.MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a name of "
              + array.name().length()
              + " characters does not fit into an entry of "
              + EntryDescriptor.MAX_LENGTH
              + " bytes");
    }
    arrays.add(array);
    return arrays.size() - 1;
  }

  synchronized Array get(int number) {
    return arrays.get(number);
  }

  /**
   * Returns the arrays by number.
   *
   * @return a copy of the list
   */
  public synchronized List<Array> all() {
    return List.copyOf(arrays);
  }
}
