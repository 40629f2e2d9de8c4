package org.burstlog.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A directory that stays the same one while it is open, whatever others do to its path. */
final class OpenDirectory implements Directory {
  private static final Path ITSELF = Path.of(".");

  private volatile Path path;
  private final SecureDirectoryStream<Path> stream;
  private final AtomicInteger users = new AtomicInteger(1);

  OpenDirectory(Path path, SecureDirectoryStream<Path> stream) {
    this.path = path;
    this.stream = stream;
  }

  /** Returns this directory for one more user, which closes it; the last one closes it in fact. */
  OpenDirectory share() {
    users.incrementAndGet();
    return this;
  }

  /** Opens a directory in this one. */
  OpenDirectory child(Path name) throws IOException {
    return named(
        name,
        () ->
            new OpenDirectory(
                path.resolve(name), stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)));
  }

  /** Tells what is known of the directory itself. */
  PosixFileAttributes attributes() throws IOException {
    return named(
        ITSELF, () -> stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes());
  }

  Path path() {
    return path;
  }

  /** Takes note that the directory has another name. */
  void renamed(Path to) {
    path = to;
  }

  @Override
  public FileChannel open(Path name, Set<OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return named(
        name,
        () -> {
          SeekableByteChannel channel = stream.newByteChannel(name, options, attributes);
          if (channel instanceof FileChannel file) {
            return file;
          }
          channel.close();
          throw new IOException(path.resolve(name) + ": this JDK opens no file channel for it");
        });
  }

  @Override
  public PosixFileAttributes attributes(Path name) throws IOException {
    return named(
        name,
        () ->
            stream
                .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes());
  }

  @Override
  public List<Path> names() throws IOException {
    List<Path> names = new ArrayList<>();
    // One stream gives its names once only, and this one may have several users.
    try (DirectoryStream<Path> entries = again()) {
      for (Path entry : entries) {
        names.add(entry.getFileName());
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  private DirectoryStream<Path> again() throws IOException {
    return named(ITSELF, () -> stream.newDirectoryStream(ITSELF, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public void delete(Path name) throws IOException {
    if (attributes(name).isDirectory()) {
      named(
          name,
          () -> {
            stream.deleteDirectory(name);
            return name;
          });
    } else {
      named(
          name,
          () -> {
            stream.deleteFile(name);
            return name;
          });
    }
  }

  @Override
  public void rename(Path name, Path newName) throws IOException {
    named(
        name,
        () -> {
          stream.move(name, stream, newName);
          return newName;
        });
  }

  /** What is done with a name. */
  private interface Call<T> {
    T run() throws IOException;
  }

  /** What is thrown knows the last part of the path only; people want all of it. */
  private <T> T named(Path name, Call<T> call) throws IOException {
    try {
      return call.run();
    } catch (FileSystemException e) {
      String file = path.resolve(name).normalize().toString();
      FileSystemException whole =
          e instanceof NoSuchFileException
              ? new NoSuchFileException(file)
              : e instanceof FileAlreadyExistsException
                  ? new FileAlreadyExistsException(file)
                  : e instanceof DirectoryNotEmptyException
                      ? new DirectoryNotEmptyException(file)
                      : e instanceof NotDirectoryException
                          ? new NotDirectoryException(file)
                          : e instanceof AccessDeniedException
                              ? new AccessDeniedException(file)
                              : new FileSystemException(file, null, e.getReason());
      whole.initCause(e);
      throw whole;
    }
  }

  @Override
  public void close() throws IOException {
    if (users.decrementAndGet() == 0) {
      stream.close();
    }
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
