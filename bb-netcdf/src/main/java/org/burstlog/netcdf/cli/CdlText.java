package org.burstlog.netcdf.cli;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.burstlog.cli.Words;

/**
 * Text in quotes, of which every byte can be told from what is shown. What is UTF-8 and only shown
 * by a terminal is shown as it is; any other byte is a backslash and three octal digits.
 */
final class CdlText {
  private final StringBuilder out;
  private final byte[] sequence = new byte[4];
  private int length;
  private int wanted;

  /**
   * Begins the text.
   *
   * @param out where it goes
   */
  CdlText(StringBuilder out) {
    this.out = out.append('"');
  }

  /** Returns all of some text. */
  static String of(byte[] bytes) {
    StringBuilder out = new StringBuilder();
    CdlText text = new CdlText(out);
    for (byte b : bytes) {
      text.add(b);
    }
    text.end();
    return out.toString();
  }

  /** Adds the next byte. */
  void add(byte next) {
    boolean continues = (next & 0xC0) == 0x80;
    if (!continues || length == 0) {
      flush();
      wanted = sequenceLength(next);
    }
    sequence[length++] = next;
    if (length == wanted) {
      flush();
    }
  }

  /** Ends the text. */
  void end() {
    flush();
    out.append('"');
  }

  /** How many bytes a character has that begins with this one; 1 for what begins none. */
  private static int sequenceLength(byte first) {
    int value = first & 0xFF;
    if (value < 0xC2 || value > 0xF4) {
      return 1;
    }
    return value < 0xE0 ? 2 : value < 0xF0 ? 3 : 4;
  }

  private void flush() {
    if (length == 1 && sequence[0] >= 0) {
      ascii((char) sequence[0]);
    } else if (length > 0 && !isShown()) {
      for (int i = 0; i < length; i++) {
        octal(sequence[i]);
      }
    }
    length = 0;
  }

  private void ascii(char c) {
    switch (c) {
      case '\n' -> out.append("\\n");
      case '\t' -> out.append("\\t");
      case '\r' -> out.append("\\r");
      case '"', '\\' -> out.append('\\').append(c);
      default -> {
        if (c >= ' ' && c < 0x7F) {
          out.append(c);
        } else {
          octal((byte) c);
        }
      }
    }
  }

  private void octal(byte value) {
    out.append(String.format(Locale.ROOT, "\\%03o", value & 0xFF));
  }

  /** Shows a character beyond ASCII, if it is one and does no more than being shown. */
  private boolean isShown() {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(sequence, 0, length);
      String character = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      if (!Words.isShown(character.codePointAt(0))) {
        return false;
      }
      out.append(character);
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
