package org.burstlog.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What tells a target from another file that has its path later. A log holds it as a text, such as
 * {@code inode 4711, born 2026-03-01T10:15:30.123456789Z, 8192 bytes}.
 *
 * <p>An inode number alone does not tell: file systems use it again as soon as a file is deleted.
 * The time of birth never changes while a file lives, so an inode that was born at another time is
 * another file. A file that is only written never gets shorter, so one that did was cut or
 * overwritten. The times of the last change tell nothing: drains, other programs, {@code chmod},
 * and a recovery that was killed change them, so the file of a program that died in a drain looks
 * like one that was made after it. Nor does the number of the device: each node that mounts a
 * network file system has one of its own for it, and a boot may change it.
 *
 * <p>Where the log knows the birth, a file whose birth is not told is in doubt. Where the log does
 * not know it, inode and size are all there is, and a file that has both is taken for the one that
 * was logged: to refuse it would refuse every recovery on such a file system.
 *
 * @param inode number of the inode
 * @param born when the file was made, null where the system does not tell
 * @param size bytes that the file has at least
 */
public record TargetIdentity(long inode, @Nullable Instant born, long size) {
  private static final Pattern TEXT =
      Pattern.compile("inode (\\d{1,20})(?:, born (\\S+))?(?:, (\\d{1,18}) bytes)?");

  /**
   * Looks at a file.
   *
   * @param target the path
   * @return what is known of it; empty for a file that the kernel does not know, reached by MPI-IO
   *     alone
   */
  public static Optional<TargetIdentity> of(Path target) {
    try {
      Map<String, Object> now = attributes(target);
      long inode = (Long) Objects.requireNonNull(now.get("ino"));
      long size = (Long) Objects.requireNonNull(now.get("size"));
      return Optional.of(new TargetIdentity(inode, born(target, now), size));
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the number of a file's inode: enough to tell whether a path still names a file that is
   * open, as that keeps its inode from being used again.
   *
   * @param target the path
   * @return the number; empty where the kernel knows none
   */
  public static OptionalLong inode(Path target) {
    try {
      return OptionalLong.of((Long) Files.getAttribute(target, "unix:ino"));
    } catch (IOException | UnsupportedOperationException e) {
      return OptionalLong.empty();
    }
  }

  private static Map<String, Object> attributes(Path path) throws IOException {
    return Files.readAttributes(path, "unix:ino,dev,size,creationTime,lastModifiedTime");
  }

  /** The JDK says the time of the last modification where the system does not tell this one. */
  private static @Nullable Instant born(Path file, Map<String, Object> now) throws IOException {
    boolean told = differ(now);
    // A new file may have both alike; then a directory of its file system tells.
    Path absolute = file.toAbsolutePath();
    for (Path d = absolute.getParent(); d != null && !told; d = d.getParent()) {
      Map<String, Object> directory = attributes(d);
      if (!Objects.equals(directory.get("dev"), now.get("dev"))) {
        break;
      }
      told = differ(directory);
    }
    return told && now.get("creationTime") instanceof FileTime time ? time.toInstant() : null;
  }

  private static boolean differ(Map<String, Object> attributes) {
    return !Objects.equals(attributes.get("creationTime"), attributes.get("lastModifiedTime"));
  }

  /**
   * Reads what a log says.
   *
   * @param text what {@link #toString} returned
   * @return the identity; empty when the text is none
   */
  public static Optional<TargetIdentity> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      String born = matcher.group(2);
      String size = matcher.group(3);
      return Optional.of(
          new TargetIdentity(
              Long.parseUnsignedLong(matcher.group(1)),
              born == null ? null : Instant.parse(born),
              size == null ? 0 : Long.parseLong(size)));
    } catch (NumberFormatException | DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns this identity with another size.
   *
   * @param bytes bytes that the file has at least
   * @return the changed identity
   */
  public TargetIdentity withSize(long bytes) {
    return new TargetIdentity(inode, born, bytes);
  }

  /**
   * Tells why a file is not the one that this was said of, or may not be.
   *
   * @param now what is known of the file now
   * @return the reason as the end of a sentence about the file, empty when there is none
   */
  public Optional<String> doubt(TargetIdentity now) {
    boolean another =
        inode != now.inode || (born != null && now.born != null && !born.equals(now.born));
    if (another) {
      return Optional.of(
          "is another file than the one that was logged (" + now + "; was " + this + ")");
    }
    if (born != null && now.born == null) {
      return Optional.of(
          "has the inode of the file that was logged, which may have been used again: that one was"
              + " born "
              + born
              + ", and when this one was born is not told here, by the file system or a JDK before"
              + " 17.0.10");
    }
    return now.size >= size
        ? Optional.empty()
        : Optional.of(
            "has "
                + now.size
                + " bytes and had "
                + size
                + " bytes when the session began, so it was cut off or overwritten since");
  }

  @Override
  public String toString() {
    return "inode "
        + Long.toUnsignedString(inode)
        + (born == null ? "" : ", born " + born)
        + ", "
        + size
        + " bytes";
  }
}
