package org.burstlog.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the system knows of a path in numbers. {@link java.nio.file.attribute.PosixFileAttributes}
 * gives the owner by name, which the system looks up in a file or over the network at each call.
 *
 * @param key what tells the file from others
 * @param uid the number of its owner
 * @param mode its type and permissions
 */
record UnixFacts(Object key, int uid, int mode) {
  private static final int OTHERS_WRITE = 0022;

  /** Reads the facts, without following a link; null when nothing is there. */
  static @Nullable UnixFacts of(Path path) throws IOException {
    Map<String, Object> facts;
    try {
      facts = Files.readAttributes(path, "unix:fileKey,uid,mode", LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
    return new UnixFacts(
        Objects.requireNonNull(facts.get("fileKey")),
        (Integer) Objects.requireNonNull(facts.get("uid")),
        (Integer) Objects.requireNonNull(facts.get("mode")));
  }

  /** Tells whether it belongs to this user, and nobody else may write to it. */
  boolean isThisUsersAlone() throws IOException {
    return uid == User.get().uid() && (mode & OTHERS_WRITE) == 0;
  }
}
