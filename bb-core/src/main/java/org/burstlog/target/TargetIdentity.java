package org.burstlog.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a target is called, and what tells it from another file that has its path later. */
public final class TargetIdentity {
  private TargetIdentity() {}

  /**
   * Returns the one name of a target, by whatever links it was reached.
   *
   * @param target the path as it was given
   * @return its real path, or its absolute one where the kernel knows no such file
   */
  public static Path canonical(Path target) {
    try {
      return target.toRealPath();
    } catch (IOException e) {
      Path absolute = target.toAbsolutePath().normalize();
      Path parent = absolute.getParent();
      Path name = absolute.getFileName();
      return parent == null || name == null ? absolute : canonical(parent).resolve(name);
    }
  }

  /**
   * Tells a file from others that may have the same path at other times.
   *
   * @param target the path
   * @return what stays the same while the file lives, such as {@code inode 4711}; empty where
   *     nothing is known
   */
  public static String of(Path target) {
    try {
      return "inode " + Files.getAttribute(target, "unix:ino");
    } catch (IOException | UnsupportedOperationException e) {
      // A file system that is not the kernel's, reached by MPI-IO alone, has no inode to ask for.
      return "";
    }
  }

  /**
   * Tells whether there is a file.
   *
   * @param target the path
   * @return true when the kernel knows one that is not a directory
   */
  public static boolean exists(Path target) {
    return Files.exists(target) && !isDirectory(target);
  }

  /**
   * Tells whether a path is that of a directory, which is no target.
   *
   * @param target the path
   * @return true when the kernel knows a directory there
   */
  public static boolean isDirectory(Path target) {
    return Files.isDirectory(target);
  }
}
