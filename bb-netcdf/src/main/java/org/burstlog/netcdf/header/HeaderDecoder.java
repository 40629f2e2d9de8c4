package org.burstlog.netcdf.header;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.burstlog.array.Array;

/** Reads a header; see {@link HeaderCodec} for its grammar. */
final class HeaderDecoder {
  private static final int HDF = 0x89484446;

  private final HeaderReader in;
  private CdfVersion version = CdfVersion.CDF1;
  private long[] begins = new long[16];
  private long[] sizeOffsets = new long[16];

  HeaderDecoder(HeaderReader in) {
    this.in = in;
  }

  HeaderCodec.Decoded decode() throws IOException {
    version = readMagic();
    in.countBytes(version.countBytes());
    long records = readRecords();
    List<Dimension> dimensions = readDimensions();
    List<Attribute> attributes = readAttributes("the file");
    List<Variable> variables = readVariables(dimensions);
    Header header = new Header(version, dimensions, attributes, variables);
    return new HeaderCodec.Decoded(header, layout(header), records);
  }

  private Layout layout(Header header) throws NcException {
    try {
      return Layout.ofFile(header, Arrays.copyOf(begins, header.variables().size()));
    } catch (NcException e) {
      Variable variable = e.variableName() == null ? null : header.variable(e.variableName());
      throw variable == null ? e : e.offset(sizeOffsets[variable.id()]);
    }
  }

  private CdfVersion readMagic() throws IOException {
    int magic;
    try {
      magic = in.readInt("magic number");
    } catch (NcException e) {
      throw new NcException(NcError.NC_ENOTNC, "the file has less than four bytes", e).offset(0);
    }
    if (magic == HDF) {
      throw new NcException(NcError.NC_ENOTNC3, "the file begins as HDF5 does").offset(0);
    }
    for (CdfVersion candidate : CdfVersion.values()) {
      if (magic == HeaderCodec.magic(candidate)) {
        return candidate;
      }
    }
    throw new NcException(
            NcError.NC_ENOTNC,
            String.format(Locale.ROOT, "the file begins with %08x, not 'CDF'", magic))
        .offset(0);
  }

  private long readRecords() throws IOException {
    long at = in.position();
    String what = "number of records";
    if (version.countBytes() == 4) {
      int records = in.readInt(what);
      return records == -1 ? HeaderCodec.STREAMING : Integer.toUnsignedLong(records);
    }
    long records = in.readLong(what);
    if (records < 0 && records != HeaderCodec.STREAMING) {
      throw new NcException(NcError.NC_ENOTNC, what + " is negative, " + records).offset(at);
    }
    return records;
  }

  /** The count of a list; 0 for an absent one, whichever of its two spellings was used. */
  private int readList(int tag, String what, NcError tooMany) throws IOException {
    long at = in.position();
    int found = in.readInt("tag of the " + what);
    int count = in.readCount("number of " + what, Integer.MAX_VALUE - 8, tooMany);
    if (found != tag && !(found == 0 && count == 0)) {
      throw new NcException(
              NcError.NC_ENOTNC, "the list of " + what + " begins with " + found + ", not " + tag)
          .offset(at);
    }
    return count;
  }

  private List<Dimension> readDimensions() throws IOException {
    int count = readList(HeaderCodec.DIMENSIONS, "dimensions", NcError.NC_EMAXDIMS);
    List<Dimension> dimensions = new ArrayList<>();
    Set<String> names = new HashSet<>();
    boolean unlimited = false;
    for (int i = 0; i < count; i++) {
      String name = readName("dimension " + i, names);
      long at = in.position();
      Dimension dimension = new Dimension(name, in.readCount("length of dimension " + i));
      if (dimension.isUnlimited() && unlimited) {
        throw new NcException(NcError.NC_EUNLIMIT, "dimension '" + name + "' has no length either")
            .offset(at);
      }
      unlimited |= dimension.isUnlimited();
      dimensions.add(dimension);
    }
    return List.copyOf(dimensions);
  }

  private List<Attribute> readAttributes(String owner) throws IOException {
    int count = readList(HeaderCodec.ATTRIBUTES, "attributes", NcError.NC_EMAXATTS);
    if (count == 0) {
      return List.of();
    }
    List<Attribute> attributes = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String name = readName("an attribute of " + owner, names);
      NcType type = readType("type of attribute '" + name + "'");
      long at = in.position();
      long length = in.readCount("length of attribute '" + name + "'");
      if (length > Integer.MAX_VALUE / type.size()) {
        throw new NcException(
                NcError.NC_EINTOVERFLOW, "attribute '" + name + "' has " + length + " values")
            .offset(at);
      }
      byte[] bytes = in.readPadded(length * type.size(), "attribute '" + name + "'");
      attributes.add(Attribute.ofOwned(name, type, bytes));
    }
    return List.copyOf(attributes);
  }

  private List<Variable> readVariables(List<Dimension> dimensions) throws IOException {
    int count = readList(HeaderCodec.VARIABLES, "variables", NcError.NC_EMAXVARS);
    List<Variable> variables = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < count; i++) {
      variables.add(readVariable(i, names, dimensions));
    }
    return List.copyOf(variables);
  }

  private Variable readVariable(int id, Set<String> names, List<Dimension> dimensions)
      throws IOException {
    String name = readName("variable " + id, names);
    long at = in.position();
    int rank =
        in.readCount(
            "number of dimensions of variable '" + name + "'", Array.MAX_RANK, NcError.NC_EMAXDIMS);
    int[] dimensionIds = new int[rank];
    for (int d = 0; d < rank; d++) {
      long place = in.readCount("a dimension of variable '" + name + "'");
      // One that does not fit an int is no dimension either, and is refused as such below.
      dimensionIds[d] = (int) Math.min(place, Integer.MAX_VALUE);
    }
    long[] shape;
    try {
      shape = HeaderBuilder.shape(name, dimensionIds, dimensions);
    } catch (NcException e) {
      throw e.offset(at);
    }
    List<Attribute> attributes = readAttributes("variable '" + name + "'");
    NcType type = readType("type of variable '" + name + "'");
    if (id == begins.length) {
      begins = Arrays.copyOf(begins, 2 * id);
      sizeOffsets = Arrays.copyOf(sizeOffsets, 2 * id);
    }
    sizeOffsets[id] = in.position();
    // The size follows from the dimensions; what is written may have overflowed, and is not used.
    in.readCount("size of variable '" + name + "'");
    begins[id] = readBegin(name);
    return new Variable(id, name, type, dimensionIds, shape, attributes);
  }

  private long readBegin(String variable) throws IOException {
    long at = in.position();
    String what = "begin of variable '" + variable + "'";
    long begin = version.offsetBytes() == 4 ? in.readInt(what) : in.readLong(what);
    if (begin < 0) {
      throw new NcException(NcError.NC_ENOTNC, what + " is negative, " + begin).offset(at);
    }
    return begin;
  }

  private String readName(String what, Set<String> taken) throws IOException {
    long at = in.position();
    String name = in.readName(what);
    if (!taken.add(name)) {
      throw new NcException(NcError.NC_ENAMEINUSE, "'" + name + "' is there twice").offset(at);
    }
    return name;
  }

  private NcType readType(String what) throws IOException {
    long at = in.position();
    int code = in.readInt(what);
    NcType type = NcType.ofCode(code);
    if (type == null || !version.allows(type)) {
      throw new NcException(NcError.NC_EBADTYPE, what + " is " + code + ", unknown in " + version)
          .offset(at);
    }
    return type;
  }
}
