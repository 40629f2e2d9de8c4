package org.burstlog.netcdf.driver;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.Relayout;
import org.jspecify.annotations.Nullable;

/**
 * What a netCDF file does with values and definitions once they are checked and converted.
 *
 * <p>Laws:
 *
 * <ul>
 *   <li>Arguments are right; a driver does not check them. Regions and memory are the caller's
 *       again when a call returns.
 *   <li>Values in memory are dense, in the file's type and the machine's byte order; see {@link
 *       Transfer}.
 *   <li>All methods are collective but {@link #records}, {@link #put}, {@link #get}, {@link
 *       #complete}, {@link #flush} and {@link #leave}.
 *   <li>Collective methods that take a {@code failure} are called even by a process whose arguments
 *       were wrong, with what was wrong and nothing to transfer: then every process throws, of a
 *       put at the latest in a later call, and nobody waits for one that does not come.
 *   <li>A process sees its own puts at once; those of others after a {@link #sync}, {@link #flush}
 *       or {@link #beginDefine} that both have called. The number of records it sees after any
 *       collective call that writes or synchronises.
 *   <li>One thread of a process at a time makes collective calls. Several may make the others, also
 *       while a collective call is made.
 * </ul>
 */
public interface Driver extends Closeable {
  /**
   * Returns the number of records: own ones at once, those of other processes after a collective
   * call that writes or synchronises.
   *
   * @return how many
   */
  long records();

  /**
   * Prepares for other definitions: afterwards everything put is in the target, and every process
   * knows how many records there are.
   *
   * @throws IOException in every process, when that failed in any
   */
  void beginDefine() throws IOException;

  /**
   * Begins with other definitions: moves what must move and writes the header.
   *
   * @param relayout where everything lies from now on, and what to move to get there
   * @throws IOException in every process, when that failed in any
   */
  void endDefine(Relayout relayout) throws IOException;

  /**
   * Writes the header anew, with other names or attributes but everything in its place.
   *
   * @param layout where everything lies
   * @throws IOException in every process, when that failed in any
   */
  void rewriteHeader(Layout layout) throws IOException;

  /**
   * Puts a region, independently of what other processes do.
   *
   * @param variable place of the variable
   * @param region where in it
   * @param source a primitive array with elements as wide as the variable's, or a byte buffer
   * @param offset bytes into the source
   * @param length the region's bytes
   * @throws IOException when it was not put
   */
  void put(int variable, Region region, Object source, long offset, long length) throws IOException;

  /**
   * Puts regions together with all other processes. Where own regions overlap, the last wins.
   *
   * @param transfers what this process has to put, perhaps nothing
   * @param failure why this process has nothing, though it should; null when nothing is wrong
   * @throws IOException when this process had a failure or could not write; in the others then too,
   *     or in one of their next collective calls
   */
  void putTogether(List<Transfer> transfers, @Nullable IOException failure) throws IOException;

  /**
   * Gets a region, independently of what other processes do. Elements past the end of the file are
   * zero.
   *
   * @param variable place of the variable
   * @param region where in it, of existing records only
   * @param into a primitive array with elements as wide as the variable's, or a byte buffer
   * @param offset bytes into the memory
   * @param length the region's bytes
   * @throws IOException when it could not be read
   */
  void get(int variable, Region region, Object into, long offset, long length) throws IOException;

  /**
   * Gets regions together with all other processes.
   *
   * @param transfers what this process wants, perhaps nothing
   * @param failure why this process wants nothing, though it should; null when nothing is wrong
   * @throws IOException in every process, when one had a failure or could not read
   */
  void getTogether(List<Transfer> transfers, @Nullable IOException failure) throws IOException;

  /**
   * Tells whether {@link #getTogether} finds nearer what {@link #get} has to read from the target.
   *
   * @return the same in every process
   */
  default boolean readsApart() {
    return false;
  }

  /**
   * Carries out puts, then gets, as few large accesses, independently of what other processes do.
   * Tells each transfer its failure and throws none of them.
   *
   * @param puts what to put; where regions overlap, the last wins
   * @param gets what to get
   * @throws IOException when the file cannot be used any more
   */
  void complete(List<Transfer> puts, List<Transfer> gets) throws IOException;

  /**
   * As {@link #complete}, together with all other processes.
   *
   * @param puts what to put, perhaps nothing
   * @param gets what to get, perhaps nothing
   * @param failure why this process has nothing, though it should; null when nothing is wrong
   * @throws IOException in every process, when one had a failure; what only concerns transfers is
   *     told to them alone
   */
  void completeTogether(List<Transfer> puts, List<Transfer> gets, @Nullable IOException failure)
      throws IOException;

  /**
   * Fills a variable, or a record of it, with its fill value.
   *
   * @param variable place of the variable
   * @param record which record; 0 for a variable without
   * @throws IOException in every process, when that failed in any
   */
  void fill(int variable, long record) throws IOException;

  /**
   * Lets all processes and the header know the number of records.
   *
   * @throws IOException in every process, when that failed in any
   */
  void syncRecords() throws IOException;

  /**
   * Says what a driver above has written to the target by other ways, so that the header gets to
   * know it at the next collective call that writes the number of records.
   *
   * @param records how many records there are at least
   * @param end the first byte behind all that this process has written
   */
  default void written(long records, long end) {
    throw new UnsupportedOperationException("takes no driver above that writes by itself");
  }

  /**
   * Says, right before {@link #close}, what a driver above has all processes know already, so that
   * they need not tell each other once more. The header in the target has that number of records.
   * What else the file needs to be whole is done here, while that driver still has its logs.
   *
   * @param records how many records there are
   * @param end the first byte behind all that any process has written
   * @throws IOException in every process, when that failed in any
   */
  default void settled(long records, long end) throws IOException {
    // They tell each other once more.
  }

  /**
   * Moves what this process has put to the target, where a driver keeps it elsewhere first. Whether
   * it is collective is the driver's choice, so all processes call it.
   *
   * @throws IOException when that failed
   */
  void flush() throws IOException;

  /**
   * Makes all that was put by any process durable and visible to all.
   *
   * @throws IOException in every process, when that failed in any
   */
  void sync() throws IOException;

  /**
   * Closes the file without keeping what is not in the target yet.
   *
   * @throws IOException when closing failed
   */
  void abandon() throws IOException;

  /**
   * Lets go of the file without the other processes, because they cannot be reached any more. What
   * is not in the target yet stays where a restart finds it, if it is in a log. Not collective;
   * also when a close has failed in its middle.
   *
   * @throws IOException when that failed
   */
  void leave() throws IOException;

  /**
   * Moves everything to the target and closes it. A second close does nothing.
   *
   * @throws IOException in every process, when that failed in any
   */
  @Override
  void close() throws IOException;
}
