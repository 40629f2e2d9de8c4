package org.burstlog.netcdfjava.redirect;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import ucar.ma2.DataType;
import ucar.nc2.Attribute;
import ucar.nc2.Variable;

/** The value that NetCDF-Java fills a variable with, in the bytes of the file. */
final class FillValue {
  /** Also for doubles: the value of a float, in more digits than a float has. */
  private static final double OF_REALS = 9.9692099683868690e+36;

  private static final String ATTRIBUTE = "_FillValue";

  private FillValue() {}

  static byte[] of(Variable variable) {
    Attribute own = variable.findAttribute(ATTRIBUTE);
    DataType type = variable.getDataType();
    if (type == DataType.CHAR) {
      String text = own == null ? null : own.getStringValue();
      return new byte[] {text == null || text.isEmpty() ? 0 : (byte) text.charAt(0)};
    }
    Number number = own == null ? null : own.getNumericValue();
    return switch (type) {
      case BYTE -> new byte[] {number == null ? -127 : number.byteValue()};
      case SHORT -> bytes(2).putShort(number == null ? -32767 : number.shortValue()).array();
      case INT -> bytes(4).putInt(number == null ? -2147483647 : number.intValue()).array();
      case FLOAT -> bytes(4).putFloat(real(number).floatValue()).array();
      default -> bytes(8).putDouble(real(number).doubleValue()).array();
    };
  }

  private static Number real(@Nullable Number own) {
    return own == null ? OF_REALS : own;
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length);
  }
}
