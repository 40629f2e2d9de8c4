package org.burstlog.netcdf.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.RandomProgram.Expected;

/** The text that ncgen makes a file of: definitions of ours, values of a program's expectations. */
final class Cdl {
  private Cdl() {}

  static String of(NcFile file, List<Expected> variables) throws IOException {
    StringBuilder text = new StringBuilder("netcdf random {\ndimensions:\n");
    for (NcDimension d : file.dimensions()) {
      text.append("  ").append(d.name()).append(" = ");
      text.append(d.isUnlimited() ? "UNLIMITED" : String.valueOf(d.length())).append(" ;\n");
    }
    text.append("variables:\n");
    for (Expected e : variables) {
      text.append("  ").append(e.type.name().toLowerCase(Locale.ROOT));
      text.append(' ').append(e.name);
      text.append(e.dimensions.isEmpty() ? "" : "(" + String.join(", ", e.dimensions) + ")");
      text.append(" ;\n");
    }
    for (Attribute a : file.attributes().all()) {
      text.append("  :").append(a.name()).append(" = ");
      text.append(
          a.type() == NcType.CHAR ? "\"" + a.text() + "\"" : String.valueOf(a.values().getInt(0)));
      text.append(" ;\n");
    }
    text.append("data:\n");
    for (Expected e : variables) {
      long elements = 1;
      for (long length : e.shape) {
        elements *= length < 0 ? file.records() : length;
      }
      if (elements > 0) {
        List<String> values =
            e.type == NcType.CHAR ? rows(e, (int) elements) : numbers(e, (int) elements);
        text.append("  ").append(e.name).append(" = ");
        text.append(String.join(", ", values)).append(" ;\n");
      }
    }
    return text.append("}\n").toString();
  }

  private static List<String> numbers(Expected e, int elements) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < elements; i++) {
      values.add(value(e.type, e.values.get(i)));
    }
    return values;
  }

  /** Text in strings as long as the last dimension: ncgen gets lost in single characters. */
  private static List<String> rows(Expected e, int elements) {
    int rank = e.shape.length;
    int length = rank > 1 ? (int) e.shape[rank - 1] : elements;
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < elements; i += length) {
      StringBuilder row = new StringBuilder("\"");
      for (int j = i; j < i + length; j++) {
        row.append(String.format(Locale.ROOT, "\\%03o", (int) e.values.get(j)));
      }
      rows.add(row.append('"').toString());
    }
    return rows;
  }

  private static String value(NcType type, double value) {
    return switch (type) {
      case FLOAT, DOUBLE -> String.valueOf(value);
      case UINT64 -> value > 1e19 ? "18446744073709551614ull" : (long) value + "ull";
      case UINT -> (long) value + "u";
      default -> String.valueOf((long) value);
    };
  }
}
