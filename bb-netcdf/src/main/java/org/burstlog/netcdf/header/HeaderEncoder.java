package org.burstlog.netcdf.header;

import java.nio.ByteBuffer;
import java.util.List;

/** Writes a header; see {@link HeaderCodec} for its grammar. */
final class HeaderEncoder {
  /** A size of 2^32 - 1 says that the true one does not fit 32 bits. */
  private static final long SIZE_OVERFLOW = 0xFFFF_FFFFL;

  private final CdfVersion version;
  private final ByteBuffer out;

  HeaderEncoder(CdfVersion version, ByteBuffer out) {
    this.version = version;
    this.out = out;
  }

  void encode(Header header, Layout layout, long records) throws NcException {
    out.putInt(HeaderCodec.magic(version));
    putRecords(records);
    putList(HeaderCodec.DIMENSIONS, header.dimensions().size());
    for (Dimension dimension : header.dimensions()) {
      putName(dimension.name());
      putCount(dimension.length());
    }
    putAttributes(header.attributes());
    putList(HeaderCodec.VARIABLES, header.variables().size());
    for (Variable variable : header.variables()) {
      putVariable(variable, layout);
    }
  }

  void putRecords(long records) throws NcException {
    // In 32 bits the highest number would be read as streaming.
    long most = version.countBytes() == 4 ? 0xFFFF_FFFEL : Long.MAX_VALUE;
    if (records > most || (records < 0 && records != HeaderCodec.STREAMING)) {
      throw new NcException(
          NcError.NC_EINTOVERFLOW,
          records + " records are not within 0 and " + most + ", the limits of " + version);
    }
    putCount(records);
  }

  /** How long a header will be, in bytes; saturates at 2^63 - 1, which no header reaches. */
  static long size(Header header) {
    long count = header.version().countBytes();
    long list = 4 + count;
    long size = 4 + count + list;
    for (Dimension dimension : header.dimensions()) {
      size += nameSize(dimension.name(), count) + count;
    }
    size += attributesSize(header.attributes(), count) + list;
    for (Variable variable : header.variables()) {
      size += nameSize(variable.name(), count) + count + count * variable.rank();
      size += attributesSize(variable.attributes(), count);
      size += 4 + count + header.version().offsetBytes();
    }
    return size;
  }

  private void putVariable(Variable variable, Layout layout) {
    putName(variable.name());
    putCount(variable.rank());
    for (int d = 0; d < variable.rank(); d++) {
      putCount(variable.dimensionId(d));
    }
    putAttributes(variable.attributes());
    out.putInt(variable.type().code());
    long size = layout.paddedSize(variable.id());
    putCount(version.countBytes() == 4 ? Math.min(size, SIZE_OVERFLOW) : size);
    long begin = layout.begin(variable.id());
    if (version.offsetBytes() == 4) {
      out.putInt((int) begin);
    } else {
      out.putLong(begin);
    }
  }

  private void putAttributes(List<Attribute> attributes) {
    putList(HeaderCodec.ATTRIBUTES, attributes.size());
    for (Attribute attribute : attributes) {
      putName(attribute.name());
      out.putInt(attribute.type().code());
      putCount(attribute.length());
      putPadded(attribute.owned());
    }
  }

  private void putList(int tag, int count) {
    out.putInt(count == 0 ? 0 : tag);
    putCount(count);
  }

  private void putName(String name) {
    byte[] bytes = NcNames.encode(name);
    putCount(bytes.length);
    putPadded(bytes);
  }

  private void putPadded(byte[] bytes) {
    out.put(bytes);
    for (int i = bytes.length; (i & 3) != 0; i++) {
      out.put((byte) 0);
    }
  }

  private void putCount(long count) {
    if (version.countBytes() == 4) {
      out.putInt((int) count);
    } else {
      out.putLong(count);
    }
  }

  private static long attributesSize(List<Attribute> attributes, long count) {
    long size = 4 + count;
    for (Attribute attribute : attributes) {
      size += nameSize(attribute.name(), count) + 4 + count;
      size += padded(attribute.owned().length);
    }
    return size;
  }

  private static long nameSize(String name, long count) {
    return count + padded(NcNames.encode(name).length);
  }

  private static long padded(int bytes) {
    return (bytes + 3L) & ~3L;
  }
}
