package org.burstlog.target;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.array.ExtentList;

/**
 * A file that a group of processes writes together: what a drain drains into.
 *
 * <p>Laws for implementations:
 *
 * <ul>
 *   <li>A write that returns has written everything it was given or throws. An error may surface in
 *       only some processes; who needs one verdict asks the group.
 *   <li>One thread of a process at a time makes collective calls; several may make the others, also
 *       while a collective call is made.
 *   <li>Buffers are read from their position to their limit, and left at the limit.
 *   <li>Writing past the end makes the file longer; bytes never written read as zero.
 *   <li>Positions are bytes from the start of the file and reach to 2^63 - 1.
 * </ul>
 */
public interface TargetFile extends Closeable {
  /** How a group opens a target. */
  enum Mode {
    /**
     * Makes a new file, or opens an existing one that is to be made anew. What is in it stays until
     * {@link TargetFile#empty}, so that everything else that can fail comes first.
     */
    CREATE,
    /** Makes a new file; it is an error that one exists. */
    CREATE_NEW,
    /** Opens an existing file for reading and writing. */
    UPDATE,
    /** Opens an existing file for reading. */
    READ
  }

  /** What an implementation can do; asked, never guessed from types. */
  enum Capability {
    /** {@link #writeAll} combines what the processes give it into fewer, larger requests. */
    COLLECTIVE_BUFFERING
  }

  /**
   * Returns the path.
   *
   * @return the file's path as it was opened
   */
  Path path();

  /**
   * Returns how it was opened.
   *
   * @return the mode, the same in every process
   */
  Mode mode();

  /**
   * Tells whether this implementation can do something.
   *
   * @param capability what
   * @return true when it can
   */
  boolean can(Capability capability);

  /**
   * Tells how the file is spread over the servers of its file system.
   *
   * @return what is known of it, the same in every process; nothing when it is on one server or
   *     nobody knows
   */
  default Optional<Striping> striping() {
    return Optional.empty();
  }

  /**
   * Writes extents collectively: every process of the group takes part, some with nothing.
   *
   * @param extents where, ascending
   * @param data the bytes of all extents one after the other, in a direct buffer
   * @throws IOException when this process's part could not be written
   */
  void writeAll(ExtentList extents, ByteBuffer data) throws IOException;

  /**
   * Writes extents independently of what other processes do.
   *
   * @param extents where, ascending
   * @param data the bytes of all extents one after the other, in a direct buffer
   * @throws IOException when they could not be written
   */
  void write(ExtentList extents, ByteBuffer data) throws IOException;

  /**
   * Reads bytes, independently of what other processes do.
   *
   * @param position where the first of them is in the file
   * @param into a direct buffer, filled from its position; left behind the last byte read
   * @return how many were read, fewer than the buffer takes only at the end of the file
   * @throws IOException when they could not be read
   */
  int read(long position, ByteBuffer into) throws IOException;

  /**
   * Returns the size of the file as it is now.
   *
   * @return its size in bytes
   * @throws IOException when it cannot be told
   */
  long size() throws IOException;

  /**
   * Makes the file exactly this long. Collective.
   *
   * @param size bytes, the same in every process
   * @throws IOException when that failed
   */
  void resize(long size) throws IOException;

  /**
   * Empties a file that was opened by {@link Mode#CREATE}, before the first write; does nothing in
   * any other mode. Collective.
   *
   * @throws IOException in every process, when that failed
   */
  default void empty() throws IOException {
    if (mode() == Mode.CREATE) {
      resize(0);
    }
  }

  /**
   * As {@link #empty}, for a caller that has all processes meet before any but the first writes:
   * then implementations need not meet. Where it fails in the first process, its next write tries
   * again and tells. Collective where {@link #empty} cannot be anything else.
   *
   * @throws IOException in every process, when that failed
   */
  default void emptyBeforeMeeting() throws IOException {
    empty();
  }

  /**
   * Makes everything written so far durable and visible to all processes of the group. Collective.
   *
   * @throws IOException when that failed here
   */
  void sync() throws IOException;

  /**
   * Makes durable what this process has {@linkplain #write written} alone, independently of what
   * other processes do. What it has written together with others may need {@link #sync}. It is
   * synced by the descriptor that wrote it, as some file systems in user space make nothing else
   * durable. A process that has written nothing since the last sync need not do anything.
   *
   * <p>What all processes have written is visible to all once each has made this call and they have
   * met, as far as the file system shows any process what another has synced.
   *
   * @throws IOException when that failed
   */
  void syncOwn() throws IOException;

  /**
   * Gives a way to this file that makes no call of MPI, or of whatever else carries the group: any
   * thread may write, read, sync and ask for the size by it, while others use this. Its collective
   * methods are not to be called.
   *
   * @return the file, which this closes; nothing where there is no such way
   * @throws IOException when it cannot be opened
   */
  default Optional<TargetFile> aside() throws IOException {
    return Optional.empty();
  }

  /**
   * Lets go of the file without the other processes, because they cannot be reached any more. What
   * only all together can let go of stays until the process ends.
   *
   * @throws IOException when that failed
   */
  default void leave() throws IOException {}

  /**
   * Closes the file, for a caller that has all processes meet before any relies on that: then
   * implementations need not. Collective where {@link #close} cannot be anything else.
   *
   * @throws IOException when that failed here
   */
  default void closeBeforeMeeting() throws IOException {
    close();
  }

  /**
   * Closes the file. Collective. A second close does nothing.
   *
   * @throws IOException when that failed here
   */
  @Override
  void close() throws IOException;
}
