package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files and directories of a tier.
 *
 * <p>Laws for implementations:
 *
 * <ul>
 *   <li>Nothing is ever reached through a symbolic link in the last part of a path.
 *   <li>What is in the directory of this user on a tier, see {@link #own}, is reached only while
 *       that directory, and the one in it, are no links, belong to this user, and are written by
 *       nobody else. Somebody who puts another directory in its place at any moment gets nothing
 *       read or written there.
 *   <li>What this makes is for its owner alone: directories 0700, files 0600.
 *   <li>When space runs out, the call that needed it throws {@link NoSpaceException}, and no other.
 *   <li>What was written is visible to other processes at once and survives this one; it survives
 *       the machine once it, and the directory that names it, were synced.
 * </ul>
 */
public interface Storage {
  /** What the directory of a user on a tier begins with; the user's number follows. */
  String USER_PREFIX = "burstlog-";

  /**
   * Makes a directory. The test for its existence and its making are one atomic step.
   *
   * @param directory the directory; its parent exists
   * @throws java.nio.file.FileAlreadyExistsException when there is one, or anything else of its
   *     name
   * @throws IOException when it cannot be made
   */
  void makeDirectory(Path directory) throws IOException;

  /**
   * Makes a file and opens it for reading and writing.
   *
   * @param file the file
   * @return the open file
   * @throws java.nio.file.FileAlreadyExistsException when there is one
   * @throws NoSpaceException when there is no space for it
   * @throws IOException when it cannot be made
   */
  StorageFile create(Path file) throws IOException;

  /**
   * Opens a file that exists.
   *
   * @param file the file
   * @param writable whether it is to be written
   * @return the open file
   * @throws java.nio.file.NoSuchFileException when there is none
   * @throws IOException when it cannot be opened
   */
  StorageFile open(Path file, boolean writable) throws IOException;

  /**
   * Lists a directory.
   *
   * @param directory the directory
   * @return what is in it, by name
   * @throws java.nio.file.NoSuchFileException when there is none
   * @throws IOException when it cannot be read
   */
  List<Path> list(Path directory) throws IOException;

  /**
   * Lists a directory that need not be there.
   *
   * @param directory the directory
   * @return what is in it, by name; nothing when there is none
   * @throws IOException when it cannot be read
   */
  default List<Path> listIfThere(Path directory) throws IOException {
    try {
      return list(directory);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /**
   * Gives a directory another name in the same directory, in one step. What is open, mapped or
   * locked in it stays so.
   *
   * @param from the directory
   * @param to its new name; nothing is there
   * @throws java.nio.file.NoSuchFileException when there is no such directory
   * @throws java.nio.file.FileAlreadyExistsException when anything has the new name
   * @throws NoSpaceException when there is no space for the name
   * @throws IOException when it cannot be renamed; it has its old name then
   */
  void renameDirectory(Path from, Path to) throws IOException;

  /**
   * Deletes a file, or a directory that is empty; nothing when there is none.
   *
   * @param path what to delete
   * @throws IOException when it cannot be deleted
   */
  void delete(Path path) throws IOException;

  /**
   * Makes the names in a directory durable.
   *
   * @param directory the directory
   * @throws IOException when that failed
   */
  void syncDirectory(Path directory) throws IOException;

  /**
   * Tells what is known of a path, without following a link.
   *
   * @param path the path
   * @return the facts, null when nothing is there
   * @throws IOException when they cannot be read
   */
  @Nullable Facts facts(Path path) throws IOException;

  /**
   * Tells whether others than its owner may rename or delete what is in a directory, whosever that
   * is: all may write to it, and its sticky bit is not set.
   *
   * @param directory the directory, or a link to it
   * @return true when they may
   * @throws IOException when that cannot be told
   */
  boolean othersRename(Path directory) throws IOException;

  /**
   * Names the directory of this user on a tier, in which all is that this process makes there.
   *
   * @param tier the tier's directory
   * @return the directory's path
   * @throws IOException when the user cannot be told
   */
  default Path own(Path tier) throws IOException {
    return tier.resolve(USER_PREFIX + userNumber());
  }

  /**
   * Returns the user who runs this process.
   *
   * @return the user, equal to the owner of what this user has made; its name is for people
   * @throws IOException when it cannot be told
   */
  UserPrincipal user() throws IOException;

  /**
   * Returns the number of the user who runs this process. It is the same in all processes of the
   * user, whatever the services that know names say.
   *
   * @return the number, in decimal digits
   * @throws IOException when it cannot be told
   */
  String userNumber() throws IOException;

  /**
   * Locks one slot of a lock file for as long as this process lives. No other opening or closing of
   * the file in this process drops the lock.
   *
   * @param file the lock file, made when it is missing
   * @param slot which slot
   * @return the lock, closed to release it; null when somebody holds the slot
   * @throws IOException when the file cannot be locked
   */
  @Nullable Closeable lock(Path file, int slot) throws IOException;

  /**
   * Tells whether any process, this one included, holds a slot of a lock file.
   *
   * @param file the lock file
   * @return false when nobody does, or there is no such file
   * @throws IOException when that cannot be told
   */
  boolean locked(Path file) throws IOException;

  /** What is known of a path. */
  interface Facts {
    /**
     * Returns what is there.
     *
     * @return the kind
     */
    Kind kind();

    /**
     * Returns the owner. A call looks the name up, which may take long where names come over the
     * network.
     *
     * @return the owner
     */
    UserPrincipal owner();

    /**
     * Tells whether a user is the owner, without looking a name up where that can be helped.
     *
     * @param user {@linkplain Storage#user the user of this process}
     * @return true when it is
     * @throws IOException when that cannot be told
     */
    default boolean belongsTo(UserPrincipal user) throws IOException {
      return owner().equals(user);
    }

    /**
     * Tells whether anybody but the owner may write to it.
     *
     * @return true when others may
     */
    boolean othersWrite();
  }

  /** What may be at a path. */
  enum Kind {
    /** A directory. */
    DIRECTORY,
    /** An ordinary file. */
    FILE,
    /** A symbolic link, whatever it points to. */
    LINK,
    /** Anything else. */
    OTHER
  }

  /**
   * Returns what a file system calls itself.
   *
   * @param path a path on it
   * @return its type, such as {@code ext4} or {@code nfs4}
   * @throws IOException when it cannot be told
   */
  String fileSystemType(Path path) throws IOException;

  /**
   * Returns the free space.
   *
   * @param path a path on the file system
   * @return bytes that this user can still use
   * @throws IOException when it cannot be told
   */
  long usableSpace(Path path) throws IOException;

  /**
   * Returns the size of a file system.
   *
   * @param path a path on it
   * @return bytes, those in use included
   * @throws IOException when it cannot be told
   */
  long capacity(Path path) throws IOException;

  /**
   * Returns the time by which it is measured how long a call of this storage takes.
   *
   * @return nanoseconds since some moment
   */
  default long nanoTime() {
    return System.nanoTime();
  }
}
