package org.burstlog.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, numbers, truth values and texts as JSON. */
final class JsonText {
  private final StringBuilder text = new StringBuilder();

  private JsonText() {}

  static String of(Map<String, ?> object) {
    JsonText json = new JsonText();
    json.write(object);
    return json.text.toString();
  }

  private void write(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      String separator = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        text.append(separator);
        quote(String.valueOf(entry.getKey()));
        text.append(':');
        write(entry.getValue());
        separator = ",";
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String separator = "[";
      for (Object item : list) {
        text.append(separator);
        write(item);
        separator = ",";
      }
      text.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else {
      quote(String.valueOf(value));
    }
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
