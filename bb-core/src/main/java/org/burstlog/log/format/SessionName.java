package org.burstlog.log.format;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What the directory of a session is called: {@code <target name>.<session id>}.
 *
 * <p>A directory that has copies of the logs of another node says behind that whose they are and
 * who keeps them: {@code <target name>.<session id>.n<origin>.k<keeper>}, with the ranks of the
 * leaders of the two nodes.
 *
 * <p>The target's name is there for people who look at the tier. It is cut where it is long, and a
 * character that a terminal does not simply show is an underscore; the logs have the whole path.
 *
 * @param target the name of the target, as far as it is shown
 * @param session the session's random number
 * @param origin rank of the leader of the node whose logs are copied there; {@link #OWN} where they
 *     are no copies
 * @param keeper rank of the leader of the node that keeps them; {@link #OWN} where they are no
 *     copies
 */
public record SessionName(String target, long session, int origin, int keeper) {
  /** The directory has the logs of its own node. */
  public static final int OWN = -1;

  private static final String ORIGIN = ".n";
  private static final String KEEPER = ".k";

  /** What is left of a file name of 255 bytes for the target's, with what follows and some room. */
  private static final int MOST_BYTES = 200;

  private static final int ID_DIGITS = 16;

  /** What the JDK decodes to where a file's name is no text in the encoding of the process. */
  private static final int REPLACEMENT = '\uFFFD';

  /**
   * Names a directory with logs and not with copies.
   *
   * @param target the name of the target, as far as it is shown
   * @param session the session's random number
   */
  public SessionName(String target, long session) {
    this(target, session, OWN, OWN);
  }

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
   * Names the directory with copies of the logs of a node.
   *
   * @param itsOrigin rank of that node's leader
   * @param itsKeeper rank of the leader of the node that keeps them
   * @return the name
   */
  public SessionName ofCopies(int itsOrigin, int itsKeeper) {
    return new SessionName(target, session, itsOrigin, itsKeeper);
  }

  /**
   * Tells whether the directory has copies of another node's logs.
   *
   * @return false when the logs are those of the processes themselves
   */
  public boolean isCopy() {
    return origin != OWN;
  }

  /**
   * Reads the name of a directory.
   *
   * @param directory the directory
   * @return the name; empty when it is none of a session
   */
  public static Optional<SessionName> parse(Path directory) {
    String name = String.valueOf(directory.getFileName());
    Optional<SessionName> own = parseOwn(name);
    int keeperAt = name.lastIndexOf(KEEPER);
    int originAt = name.lastIndexOf(ORIGIN, keeperAt);
    if (own.isPresent() || originAt < 0) {
      return own;
    }
    int origin = leader(name.substring(originAt + ORIGIN.length(), keeperAt));
    int keeper = leader(name.substring(keeperAt + KEEPER.length()));
    return origin < 0 || keeper < 0
        ? Optional.empty()
        : parseOwn(name.substring(0, originAt)).map(copied -> copied.ofCopies(origin, keeper));
  }

  /** Returns the number that some digits are, as this writes them; -1 when they are none. */
  private static int leader(String digits) {
    try {
      int leader = Integer.parseInt(digits);
      return String.valueOf(leader).equals(digits) ? leader : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static Optional<SessionName> parseOwn(String name) {
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
    String name = target + '.' + HexFormat.of().toHexDigits(session);
    return isCopy() ? name + ORIGIN + origin + KEEPER + keeper : name;
  }
}
