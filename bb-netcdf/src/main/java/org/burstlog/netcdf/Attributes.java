package org.burstlog.netcdf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.burstlog.netcdf.convert.Conversion;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;

/** Values of attributes, between memory and header. */
final class Attributes {
  private Attributes() {}

  /** An attribute made of values of any type; those that do not fit become the fill value. */
  record Converted(Attribute attribute, Conversion conversion, int outside) {
    void report() throws NcException {
      if (outside != Conversion.ALL_FIT) {
        throw conversion.rangeError("attribute " + attribute.name(), outside);
      }
    }
  }

  static Converted convert(CdfVersion version, String name, NcType type, NcMemory values)
      throws NcException {
    Arguments.require(values, "the memory");
    values.requireRight();
    Conversion conversion = Conversion.of(version, type, values.type(), type.fillBits());
    int count = (int) values.length();
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(count, type.size())).order(ByteOrder.BIG_ENDIAN);
    int outside =
        values.values() instanceof ByteBuffer buffer
            ? conversion.write(buffer, values.offset() * values.type().size(), 1, count, bytes, 0)
            : conversion.write(values.values(), values.offset(), 1, count, bytes, 0);
    return new Converted(Attribute.ofBytes(name, type, bytes.array()), conversion, outside);
  }

  static void read(CdfVersion version, Attribute attribute, NcMemory into) throws NcException {
    Arguments.require(into, "the memory");
    into.requireRight();
    Conversion conversion =
        Conversion.of(version, attribute.type(), into.type(), attribute.type().fillBits());
    if (attribute.length() > into.length()) {
      throw into.tooSmall("attribute " + attribute.name(), attribute.length());
    }
    ByteBuffer bytes = attribute.values();
    int count = attribute.length();
    int outside =
        into.values() instanceof ByteBuffer buffer
            ? conversion.read(bytes, 0, buffer, into.offset() * into.type().size(), 1, count)
            : conversion.read(bytes, 0, into.values(), into.offset(), 1, count);
    new Converted(attribute, conversion, outside).report();
  }

  static Attribute fillValue(NcType type) {
    ByteBuffer bits = ByteBuffer.allocate(Long.BYTES).putLong(0, type.fillBits());
    byte[] bytes = new byte[type.size()];
    bits.get(Long.BYTES - bytes.length, bytes);
    return Attribute.ofBytes(Attribute.FILL_VALUE, type, bytes);
  }

  /** All that an attribute is, for comparison between processes. */
  static String text(Attribute attribute) {
    byte[] bytes = new byte[attribute.values().remaining()];
    attribute.values().get(bytes);
    return attribute + " " + HexFormat.of().formatHex(bytes);
  }
}
