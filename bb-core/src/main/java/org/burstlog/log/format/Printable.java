package org.burstlog.log.format;

/** Which characters a terminal shows, and does nothing else with. */
public final class Printable {
  private Printable() {}

  /**
   * Tells whether a character is only shown. Those that end a line, move the cursor, or turn the
   * direction of the text are not.
   *
   * @param codePoint the character
   * @return false when it has to be shown in another way
   */
  public static boolean is(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
