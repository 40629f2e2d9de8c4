package org.burstlog.netcdf.header;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.burstlog.array.Array;

/**
 * A random file of some format version: its definitions, its values, and the same as the text that
 * ncgen reads. The same seed gives the same file.
 */
final class RandomFile {
  /** Letters that need two, three and four bytes, one that a second character completes. */
  private static final String[] LETTERS = {"a", "Z", "_", "ü", "e\u0301", "名", "𝒳", "Ω"};

  private static final String PLAIN = "abcXYZ019_.+-@";
  private static final String ESCAPED = " :()!$%&*,;<=>^`{|}~'\"";

  private final Random random;
  private final Set<NcType> types;
  private final boolean plain;
  private final HeaderBuilder builder;
  private final StringBuilder dimensionText = new StringBuilder();
  private final StringBuilder variableText = new StringBuilder();
  private final StringBuilder dataText = new StringBuilder();
  private final List<byte[]> values = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final CdfVersion version;
  private final long records;
  private final Header header;

  RandomFile(long seed, CdfVersion version) throws NcException {
    this(seed, version, EnumSet.allOf(NcType.class));
  }

  /** One whose names have nothing but letters, digits and underscores. */
  static RandomFile plain(long seed, CdfVersion version) throws NcException {
    return new RandomFile(seed, version, EnumSet.allOf(NcType.class), true);
  }

  /** One whose variables are of some types only. */
  RandomFile(long seed, CdfVersion version, Set<NcType> types) throws NcException {
    this(seed, version, types, false);
  }

  private RandomFile(long seed, CdfVersion version, Set<NcType> types, boolean plain)
      throws NcException {
    this.types = types;
    this.plain = plain;
    random = new Random(seed);
    this.version = version;
    builder = Header.builder(version);
    records = random.nextInt(5);
    defineDimensions();
    defineVariables();
    int attributes = random.nextInt(4);
    for (int i = 0; i < attributes; i++) {
      defineAttribute(HeaderBuilder.GLOBAL, "");
    }
    header = builder.build();
    for (Variable variable : header.variables()) {
      addValues(variable);
    }
  }

  Header header() {
    return header;
  }

  /** As many as there are if any variable has records, else none: ncgen counts written ones. */
  long records() {
    return header.variables().stream().anyMatch(Variable::isRecord) ? records : 0;
  }

  String text() {
    return "netcdf random {\n"
        + (dimensionText.length() == 0 ? "" : "dimensions:\n" + dimensionText)
        + "variables:\n"
        + variableText
        + (dataText.length() == 0 ? "" : "data:\n" + dataText)
        + "}\n";
  }

  /** The values of a variable, big-endian, as if they lay one behind the other. */
  byte[] values(int variable) {
    return values.get(variable);
  }

  /** The whole file, laid out as told. */
  byte[] image(Layout layout) throws IOException {
    byte[] image = new byte[(int) layout.size(records())];
    ByteBuffer bytes = HeaderCodec.encode(layout, records());
    bytes.get(image, 0, bytes.remaining());
    for (Variable variable : header.variables()) {
      copyValues(layout.array(variable.id()), values(variable.id()), image, true);
    }
    return image;
  }

  /** Copies between a file and its values element by element: slow, and too simple to be wrong. */
  static void copyValues(Array array, byte[] values, byte[] image, boolean intoImage) {
    int size = array.elementSize();
    int elements = values.length / size;
    for (int e = 0; e < elements; e++) {
      long rest = e;
      long offset = array.offset();
      for (int d = array.rank() - 1; d >= 0; d--) {
        long length = array.shape(d) == Array.UNLIMITED ? Long.MAX_VALUE : array.shape(d);
        offset += rest % length * array.step(d);
        rest /= length;
      }
      if (intoImage) {
        System.arraycopy(values, e * size, image, (int) offset, size);
      } else {
        System.arraycopy(image, (int) offset, values, e * size, size);
      }
    }
  }

  private void defineDimensions() throws NcException {
    int count = random.nextInt(5);
    int unlimited = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      String name = newName("d" + i);
      int length = i == unlimited ? 0 : 1 + random.nextInt(6);
      builder.defineDimension(name, length);
      dimensionText.append("  ").append(escape(name)).append(" = ");
      dimensionText.append(length == 0 ? "UNLIMITED" : length).append(" ;\n");
      names.add(name);
    }
  }

  private void defineVariables() throws NcException {
    Header dimensions = builder.build();
    int count = random.nextInt(7);
    for (int i = 0; i < count; i++) {
      NcType type = type(types);
      int[] ids = new int[names.isEmpty() ? 0 : random.nextInt(4)];
      for (int d = 0; d < ids.length; d++) {
        ids[d] = random.nextInt(names.size());
        if (d > 0 && dimensions.dimensions().get(ids[d]).isUnlimited()) {
          ids[d] = ids[0] == ids[d] ? (ids[d] + 1) % names.size() : ids[0];
        }
        if (d > 0 && dimensions.dimensions().get(ids[d]).isUnlimited()) {
          ids = Arrays.copyOf(ids, d);
        }
      }
      String name = newName("v" + i);
      int id = builder.defineVariable(name, type, ids);
      variableText.append("  ").append(cdl(type)).append(' ').append(escape(name));
      for (int d = 0; d < ids.length; d++) {
        variableText.append(d == 0 ? "(" : ", ").append(escape(names.get(ids[d])));
      }
      variableText.append(ids.length == 0 ? " ;\n" : ") ;\n");
      int attributes = random.nextInt(4);
      for (int a = 0; a < attributes; a++) {
        defineAttribute(id, escape(name));
      }
    }
  }

  private void defineAttribute(int variable, String owner) throws NcException {
    String name = newName("a" + random.nextInt(1_000_000));
    NcType type = type(EnumSet.allOf(NcType.class));
    int length = 1 + random.nextInt(5);
    ByteBuffer bytes = ByteBuffer.allocate(length * type.size());
    String text = putValues(type, bytes, length);
    builder.putAttribute(variable, Attribute.ofBytes(name, type, bytes.array()));
    variableText.append("    ").append(owner).append(':').append(escape(name));
    variableText.append(" = ").append(text).append(" ;\n");
  }

  private void addValues(Variable variable) {
    int elements = 1;
    for (int d = 0; d < variable.rank(); d++) {
      elements *= (int) (variable.shape(d) == Array.UNLIMITED ? records : variable.shape(d));
    }
    ByteBuffer bytes = ByteBuffer.allocate(elements * variable.type().size());
    if (elements > 0) {
      String text;
      if (variable.type() == NcType.CHAR && variable.rank() > 1) {
        int row = (int) variable.shape(variable.rank() - 1);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < elements; i += row) {
          rows.add(putValues(NcType.CHAR, bytes, row));
        }
        text = String.join(", ", rows);
      } else {
        text = putValues(variable.type(), bytes, elements);
      }
      dataText.append("  ").append(escape(variable.name())).append(" = ").append(text);
      dataText.append(" ;\n");
    }
    values.add(bytes.array());
  }

  private String putValues(NcType type, ByteBuffer bytes, int count) {
    if (type == NcType.CHAR) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < count; i++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
      bytes.put(text.toString().getBytes(StandardCharsets.US_ASCII));
      return '"' + text.toString() + '"';
    }
    List<String> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(putValue(type, bytes));
    }
    return String.join(", ", all);
  }

  private String putValue(NcType type, ByteBuffer bytes) {
    long bits = random.nextLong() >> random.nextInt(64);
    switch (type.size()) {
      case 1 -> bytes.put((byte) bits);
      case 2 -> bytes.putShort((short) bits);
      case 4 -> bytes.putInt(type == NcType.FLOAT ? Float.floatToIntBits(bits / 4f) : (int) bits);
      default -> bytes.putLong(type == NcType.DOUBLE ? Double.doubleToLongBits(bits / 4d) : bits);
    }
    return switch (type) {
      case BYTE -> (byte) bits + "b";
      case SHORT -> (short) bits + "s";
      case INT -> Integer.toString((int) bits);
      case FLOAT -> String.format(Locale.ROOT, "%.9ef", bits / 4f);
      case DOUBLE -> String.format(Locale.ROOT, "%.17e", bits / 4d);
      case UBYTE -> (bits & 0xFF) + "ub";
      case USHORT -> (bits & 0xFFFF) + "us";
      case UINT -> (bits & 0xFFFF_FFFFL) + "u";
      case INT64 -> bits + "ll";
      default -> Long.toUnsignedString(bits) + "ull";
    };
  }

  private NcType type(Set<NcType> among) {
    List<NcType> allowed = among.stream().filter(version::allows).toList();
    return allowed.get(random.nextInt(allowed.size()));
  }

  private static String cdl(NcType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  private String newName(String unique) {
    if (plain) {
      return "n_" + unique;
    }
    StringBuilder name = new StringBuilder(LETTERS[random.nextInt(LETTERS.length)]);
    int more = random.nextInt(6);
    for (int i = 0; i < more; i++) {
      switch (random.nextInt(4)) {
        case 0 -> name.append(LETTERS[random.nextInt(LETTERS.length)]);
        case 1 -> name.append(ESCAPED.charAt(random.nextInt(ESCAPED.length())));
        default -> name.append(PLAIN.charAt(random.nextInt(PLAIN.length())));
      }
    }
    return name.append(unique).toString();
  }

  /** As it is written in CDL, and in normal form C: ncgen does not find it otherwise. */
  private static String escape(String raw) {
    String name = Normalizer.normalize(raw, Normalizer.Form.NFC);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      if (ESCAPED.indexOf(name.charAt(i)) >= 0) {
        text.append('\\');
      }
      text.append(name.charAt(i));
    }
    return text.toString();
  }
}
