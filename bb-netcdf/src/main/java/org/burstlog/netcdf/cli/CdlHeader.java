package org.burstlog.netcdf.cli;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.NcType;

/** The definitions of a file in netCDF's text form. */
final class CdlHeader {
  private final StringBuilder text = new StringBuilder();

  private CdlHeader() {}

  static String of(NcFile file) {
    CdlHeader header = new CdlHeader();
    header.write(file);
    return header.text.toString();
  }

  private void write(NcFile file) {
    line("netcdf " + CdlNames.of(name(file)) + " {");
    if (!file.dimensions().isEmpty()) {
      line("dimensions:");
    }
    for (NcDimension dimension : file.dimensions()) {
      line(
          "\t"
              + CdlNames.of(dimension.name())
              + " = "
              + (dimension.isUnlimited()
                  ? "UNLIMITED ; // (" + file.records() + " currently)"
                  : dimension.length() + " ;"));
    }
    if (!file.variables().isEmpty()) {
      line("variables:");
    }
    for (NcVariable variable : file.variables()) {
      String dimensions =
          variable.dimensions().stream()
              .map(dimension -> CdlNames.of(dimension.name()))
              .collect(Collectors.joining(", "));
      line(
          "\t"
              + variable.type().name().toLowerCase(Locale.ROOT)
              + " "
              + CdlNames.of(variable.name())
              + (dimensions.isEmpty() ? "" : "(" + dimensions + ")")
              + " ;");
      attributes(CdlNames.of(variable.name()), variable.attributes().all());
    }
    if (file.attributes().size() > 0) {
      line("");
      line("// global attributes:");
      attributes("", file.attributes().all());
    }
    line("}");
  }

  private static String name(NcFile file) {
    String name = String.valueOf(file.path().getFileName());
    return name.endsWith(".nc") && name.length() > 3 ? name.substring(0, name.length() - 3) : name;
  }

  private void attributes(String variable, List<Attribute> attributes) {
    for (Attribute a : attributes) {
      line("\t\t" + variable + ":" + CdlNames.of(a.name()) + " = " + values(a) + " ;");
    }
  }

  private static String values(Attribute attribute) {
    ByteBuffer bytes = attribute.values();
    NcType type = attribute.type();
    if (type == NcType.CHAR) {
      byte[] text = new byte[bytes.remaining()];
      bytes.get(text);
      return CdlText.of(text);
    }
    List<String> values = new ArrayList<>();
    while (bytes.hasRemaining()) {
      values.add(
          switch (type) {
            case BYTE -> bytes.get() + "b";
            case UBYTE -> Byte.toUnsignedInt(bytes.get()) + "UB";
            case SHORT -> bytes.getShort() + "s";
            case USHORT -> Short.toUnsignedInt(bytes.getShort()) + "US";
            case INT -> String.valueOf(bytes.getInt());
            case UINT -> Integer.toUnsignedString(bytes.getInt()) + "U";
            case INT64 -> bytes.getLong() + "LL";
            case UINT64 -> Long.toUnsignedString(bytes.getLong()) + "ULL";
            case FLOAT -> Shortest.of(bytes.getFloat()) + "f";
            case DOUBLE -> Shortest.of(bytes.getDouble());
            case CHAR -> throw new IllegalStateException("text is no number");
          });
    }
    return String.join(", ", values);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
