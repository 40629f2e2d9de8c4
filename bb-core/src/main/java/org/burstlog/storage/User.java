package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The user who runs this process. */
final class User {
  /** A process has one owner for all its life, and directories of users may be far away. */
  private static volatile @Nullable String name;

  private User() {}

  static String name() throws IOException {
    String known = name;
    if (known == null) {
      known = find();
      name = known;
    }
    return known;
  }

  private static String find() throws IOException {
    // The kernel's answer, not user.name, which anybody can set: the owner of our own process.
    Path self = Path.of("/proc/self");
    if (Files.exists(self)) {
      return Files.getOwner(self.toRealPath()).getName();
    }
    return System.getProperty("user.name", "unknown");
  }
}
