package org.burstlog.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.BiConsumer;
import org.burstlog.log.format.Printable;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON, one value after the other; commas and escapes are its business.
 *
 * <pre>{@code
 * String text = new Json().object().field("records", 3).field("target", "a\"b").end().toString();
 * }</pre>
 */
public final class Json {
  private static final int LARGE = 8192;

  private final StringBuilder text = new StringBuilder();
  private final @Nullable PrintStream out;
  private boolean first = true;

  /** Which brackets are open, the innermost last. */
  private final StringBuilder open = new StringBuilder();

  /** Writes for {@link #toString}. */
  public Json() {
    this(null);
  }

  /** Writes to a stream as it goes along, for what may be long; {@link #flush} writes the rest. */
  Json(@Nullable PrintStream out) {
    this.out = out;
  }

  void flush() {
    if (out != null) {
      out.println(text);
      text.setLength(0);
    }
  }

  /**
   * Begins an object.
   *
   * @return this
   */
  public Json object() {
    return begin('{', '}');
  }

  /**
   * Begins an array.
   *
   * @return this
   */
  public Json array() {
    return begin('[', ']');
  }

  private Json begin(char bracket, char closing) {
    separate();
    text.append(bracket);
    open.append(closing);
    first = true;
    return this;
  }

  /**
   * Ends the innermost object or array.
   *
   * @return this
   */
  public Json end() {
    text.append(open.charAt(open.length() - 1));
    open.setLength(open.length() - 1);
    first = false;
    if (out != null && text.length() > LARGE) {
      out.print(text);
      text.setLength(0);
    }
    return this;
  }

  /**
   * Begins a field; its value comes next.
   *
   * @param name what it is called
   * @return this
   */
  public Json name(String name) {
    separate();
    quote(name);
    text.append(':');
    first = true;
    return this;
  }

  /**
   * Writes a field.
   *
   * @param name what it is called
   * @param value as for {@link #value}
   * @return this
   */
  public Json field(String name, @Nullable Object value) {
    return name(name).value(value);
  }

  /** Writes a field that is an array, its items as they are told to. */
  <T> Json field(String name, Collection<T> items, BiConsumer<Json, T> item) {
    name(name).array();
    items.forEach(i -> item.accept(this, i));
    return end();
  }

  /**
   * Writes a number, a truth value, nothing, or the text of anything else.
   *
   * @param value the value
   * @return this
   */
  public Json value(@Nullable Object value) {
    separate();
    if (value == null || value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else {
      quote(value instanceof Path path ? TargetPath.text(path) : value.toString());
    }
    return this;
  }

  /**
   * Writes a field whose value is JSON already.
   *
   * @param name its name
   * @param json the value, as whoever made it wrote it
   * @return this
   */
  public Json json(String name, String json) {
    name(name);
    separate();
    text.append(json);
    return this;
  }

  private void separate() {
    if (!first) {
      text.append(',');
    }
    first = false;
  }

  private void quote(String value) {
    text.append('"');
    value
        .codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
              } else if (Printable.is(c) && Character.isBmpCodePoint(c)) {
                text.append((char) c);
              } else {
                Words.escape(text, c);
              }
            });
    text.append('"');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
