package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The user who runs this process, as the kernel knows it: by a number. Names come from a service
 * that may answer in one process and not in another, so they are for people only. Principals of the
 * system's files are equal when their numbers are.
 *
 * @param uid the user's number, as the system gives it
 * @param principal the owner of this user's files
 */
record User(int uid, UserPrincipal principal) {
  private static final int ROOT = 0;

  /** A process has one owner for all its life. */
  private static volatile @Nullable User known;

  static User get() throws IOException {
    User user = known;
    if (user == null) {
      user = find();
      known = user;
    }
    return user;
  }

  private static User find() throws IOException {
    // The kernel's answer, not user.name, which anybody can set. No file is opened for it.
    Path self = Path.of("/proc/self");
    if (Files.exists(self)) {
      return ownerOf(self);
    }
    Path file = Files.createTempFile("burstlog", null);
    try {
      return ownerOf(file);
    } finally {
      Files.delete(file);
    }
  }

  private static User ownerOf(Path path) throws IOException {
    Map<String, Object> attributes = Files.readAttributes(path, "unix:uid,owner");
    int uid = (Integer) Objects.requireNonNull(attributes.get("uid"));
    UserPrincipal owner = (UserPrincipal) Objects.requireNonNull(attributes.get("owner"));
    return new User(uid, owner);
  }

  /** Returns the number in decimal digits. */
  String number() {
    return Integer.toUnsignedString(uid);
  }

  boolean isRoot() {
    return uid == ROOT;
  }
}
