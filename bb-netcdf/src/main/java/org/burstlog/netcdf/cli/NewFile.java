package org.burstlog.netcdf.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.burstlog.BurstlogException;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/**
 * A file that gets its name when it is whole. Until then it has another one beside it, and goes
 * away when it is closed.
 */
final class NewFile implements Closeable {
  private final Path path;
  private final boolean replaces;
  private final Path unfinished;
  private final TargetFile file;

  private NewFile(Path path, boolean replaces, Path unfinished, TargetFile file) {
    this.path = path;
    this.replaces = replaces;
    this.unfinished = unfinished;
    this.file = file;
  }

  /**
   * Begins a file.
   *
   * @param path what it will be called
   * @param like a file: who must not read that must not read this one
   * @param replaces whether there may be one of that name
   */
  static NewFile begin(ProcessGroup group, Path path, Path like, boolean replaces)
      throws IOException {
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path unfinished = path.resolveSibling(".burstlog-export-" + random);
    try {
      TargetFile file = PlainTarget.open(group, unfinished, TargetFile.Mode.CREATE_NEW);
      NewFile made = new NewFile(path, replaces, unfinished, file);
      try {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(unfinished);
        permissions.retainAll(Files.getPosixFilePermissions(like));
        Files.setPosixFilePermissions(unfinished, permissions);
        return made;
      } catch (IOException | RuntimeException e) {
        made.close();
        throw e;
      }
    } catch (IOException e) {
      throw new BurstlogException(path + " cannot be made: " + BurstlogException.reason(e), e);
    }
  }

  /** Writes bytes of a direct buffer. */
  void write(long position, ByteBuffer bytes) throws IOException {
    ExtentList extent = new ExtentList();
    extent.add(position, bytes.remaining());
    attempt(() -> file.write(extent, bytes));
  }

  /** Makes it so long, and durable. */
  void complete(long size) throws IOException {
    attempt(() -> file.resize(size));
    attempt(file::sync);
  }

  private void attempt(Together.Step step) throws IOException {
    try {
      step.run();
    } catch (IOException e) {
      throw new BurstlogException(
          path
              + " cannot be written: "
              + BurstlogException.reason(e)
              + "; make room there, or name a file in another place",
          e);
    }
  }

  /** Gives it its name. */
  void finish() throws IOException {
    file.close();
    try {
      if (replaces) {
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.move(unfinished, path);
      }
    } catch (FileAlreadyExistsException e) {
      BurstlogException told = exists(path);
      told.initCause(e);
      throw told;
    } catch (IOException e) {
      throw new BurstlogException(
          path + " cannot be made: " + BurstlogException.reason(e) + "; name another file", e);
    }
  }

  static BurstlogException exists(Path path) {
    return new BurstlogException(
        path + " exists already; name another file, or replace it by --force");
  }

  @Override
  public void close() throws IOException {
    try (file) {
      Files.deleteIfExists(unfinished);
    }
  }
}
