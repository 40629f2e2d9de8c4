package org.burstlog.target;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The path of a target: its one name, whether there is a file, and the path as a text that names
 * the same file in every process, whatever its locale.
 *
 * <p>To the kernel a path is bytes. Where these are a text in UTF-8, that is the text; where they
 * are not, it is a URI, {@code file:///…}, with a percent sign and two digits for each other byte.
 * A target's path begins with a slash, so one is never taken for the other.
 */
public final class TargetPath {
  private static final String SCHEME = "file:";

  private TargetPath() {}

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
   * Reads the beginning of a target, by its path.
   *
   * @param target the path
   * @param length how much at most
   * @return what there is, ready to be read
   * @throws IOException when it cannot be read
   */
  public static ByteBuffer head(Path target, int length) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(length);
    try (FileChannel file = FileChannel.open(target)) {
      int read = 0;
      while (head.hasRemaining() && read >= 0) {
        read = file.read(head, head.position());
      }
    }
    return head.flip();
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

  /**
   * Returns the text of a path.
   *
   * @param path an absolute path
   * @return the text
   */
  public static String text(Path path) {
    String known = path.toString();
    if (isAscii(known)) {
      return known;
    }
    // That of a directory ends with a slash.
    String uri = path.toUri().toString().replaceFirst("(?<=[^/])/$", "");
    try {
      ByteBuffer bytes = ByteBuffer.wrap(decoded(URI.create(uri).getRawPath()));
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      return uri;
    }
  }

  /**
   * Returns the path that a text names.
   *
   * @param text what {@link #text} returned, here or elsewhere
   * @return the path
   * @throws IllegalArgumentException when it names none
   */
  public static Path of(String text) {
    if (text.startsWith(SCHEME)) {
      return Path.of(URI.create(text));
    }
    if (isAscii(text)) {
      return Path.of(text);
    }
    // By way of a URI, which names bytes; what a text is in bytes depends on the locale.
    StringBuilder encoded = new StringBuilder(SCHEME).append("//");
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      encoded.append(b == '/' ? "/" : String.format(Locale.ROOT, "%%%02X", b));
    }
    return Path.of(URI.create(encoded.toString()));
  }

  /**
   * Tells whether a text is the same bytes in every locale.
   *
   * @param text the text
   * @return false when it has a character that is not ASCII
   */
  public static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static byte[] decoded(String rawPath) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < rawPath.length(); i++) {
      char c = rawPath.charAt(i);
      if (c == '%') {
        bytes.write(Integer.parseInt(rawPath, i + 1, i + 3, 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return bytes.toByteArray();
  }
}
