package org.burstlog.log.format;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What the directory of a session is called: {@code <target name>.<session id>}.
 *
 * <p>The target's name is there for people who look at the tier. It is cut where it is long, and a
 * character that a terminal does not simply show is an underscore; the logs have the whole path.
 *
 * @param target the name of the target, as far as it is shown
 * @param session the session's random number
 */
public record SessionName(String target, long session) {
  /** What is left of a file name of 255 bytes for the target's, with a session id and some room. */
  private static final int MOST_BYTES = 200;

  private static final int ID_DIGITS = 16;

  /** What the JDK decodes to where a file's name is no text in the encoding of the process. */
  private static final int REPLACEMENT = '\uFFFD';

  /**
   * Names a session.
   *
   * @param target the target; only its name is used
   * @param session the session's random number
   * @return the name
   */
  public static SessionName of(Path target, long session) {
    Path last = target.getFileName();
    StringBuilder shown = new StringBuilder();
    String name = last == null ? "target" : last.toString();
    name.codePoints()
        .map(c -> c == REPLACEMENT || !Printable.is(c) ? '_' : c)
        .forEach(shown::appendCodePoint);
    while (shown.toString().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      shown.setLength(shown.offsetByCodePoints(shown.length(), -1));
    }
    return new SessionName(shown.toString(), session);
  }

  /**
   * Reads the name of a directory.
   *
   * @param directory the directory
   * @return the name; empty when it is none of a session
   */
  public static Optional<SessionName> parse(Path directory) {
    String name = String.valueOf(directory.getFileName());
    int dot = name.length() - ID_DIGITS - 1;
    if (dot < 1 || name.charAt(dot) != '.') {
      return Optional.empty();
    }
    String id = name.substring(dot + 1);
    boolean digits = id.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    return digits
        ? Optional.of(new SessionName(name.substring(0, dot), Long.parseUnsignedLong(id, 16)))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return target + '.' + HexFormat.of().toHexDigits(session);
  }
}
