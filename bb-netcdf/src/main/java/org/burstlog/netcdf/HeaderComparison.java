package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Same;
import org.burstlog.netcdf.driver.NcTelling;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.Dimension;
import org.burstlog.netcdf.header.Header;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.HeaderSource;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Variable;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that all processes have defined the same. Costs a few values of a reduction when they
 * have; otherwise names the first difference from the first process, and who differs.
 */
final class HeaderComparison {
  private final ProcessGroup group;
  private final FillModes fillModes;
  private @Nullable Layout layout;

  /** What is compared; nothing where there is nobody to differ. */
  private byte[] defined = {};

  /**
   * Knows nothing to compare yet.
   *
   * @param group the processes that are to have defined the same
   * @param fillModes what is to be filled, which is not in a header
   */
  HeaderComparison(ProcessGroup group, FillModes fillModes) {
    this.group = group;
    this.fillModes = fillModes;
  }

  /** Takes what this process has defined. */
  void take(Layout own) throws NcException {
    layout = own;
    if (group.size() > 1) {
      byte[] fill = fillModes.digest(own.header());
      ByteBuffer header = HeaderCodec.encode(own, 0);
      defined = ByteBuffer.allocate(header.remaining() + fill.length).put(header).put(fill).array();
    }
  }

  /** Compares, in a meeting, what each process has {@linkplain #take taken}. */
  Same same() {
    return new Same(() -> defined, all -> differ(Objects.requireNonNull(layout)));
  }

  private IOException differ(Layout layout) throws IOException {
    byte[] fill = fillModes.digest(layout.header());
    ByteBuffer encoded = HeaderCodec.encode(layout, 0);
    byte[] header = new byte[encoded.remaining()];
    encoded.get(header);
    Layout first =
        HeaderCodec.decode(HeaderSource.of(ByteBuffer.wrap(group.broadcast(header, 0)))).layout();
    byte[] firstFill = group.broadcast(fill, 0);
    NcException difference = difference(first.header(), layout.header());
    if (difference == null) {
      difference = places(first, layout);
    }
    if (difference == null && !Arrays.equals(fill, firstFill)) {
      difference =
          new NcException(
              NcError.NC_EMULTIDEFINE_VAR_FILL_MODE, "other variables are to be filled");
    }
    return new NcTelling("comparing the definitions", NcError.NC_EMULTIDEFINE)
        .tell(group, 1, difference);
  }

  /** The first difference, or null when there is none. */
  static @Nullable NcException difference(Header first, Header own) {
    if (first.version() != own.version()) {
      return differs(NcError.NC_EMULTIDEFINE_CMODE, "format", first.version(), own.version());
    }
    NcException found = dimensions(first.dimensions(), own.dimensions());
    if (found == null) {
      found = attributes("the file", first.attributes(), own.attributes());
    }
    return found != null ? found : variables(first.variables(), own.variables());
  }

  /** Boundaries and free space may have been asked for differently. */
  private static @Nullable NcException places(Layout first, Layout own) {
    for (Variable variable : own.header().variables()) {
      long a = first.begin(variable.id());
      long b = own.begin(variable.id());
      if (a != b) {
        return differs(
            NcError.NC_EMULTIDEFINE_VAR_BEGIN,
            "offset of variable '" + variable.name() + "'",
            a,
            b);
      }
    }
    return null;
  }

  private static @Nullable NcException dimensions(List<Dimension> first, List<Dimension> own) {
    if (first.size() != own.size()) {
      return differs(NcError.NC_EMULTIDEFINE_DIM_NUM, "dimensions", first.size(), own.size());
    }
    for (int i = 0; i < own.size(); i++) {
      Dimension a = first.get(i);
      Dimension b = own.get(i);
      if (!a.name().equals(b.name())) {
        return differs(
            NcError.NC_EMULTIDEFINE_DIM_NAME, "name of dimension " + i, a.name(), b.name());
      }
      if (a.length() != b.length()) {
        return differs(
            NcError.NC_EMULTIDEFINE_DIM_SIZE,
            "length of dimension '" + a.name() + "'",
            a.length(),
            b.length());
      }
    }
    return null;
  }

  private static @Nullable NcException variables(List<Variable> first, List<Variable> own) {
    if (first.size() != own.size()) {
      return differs(NcError.NC_EMULTIDEFINE_VAR_NUM, "variables", first.size(), own.size());
    }
    for (int i = 0; i < own.size(); i++) {
      NcException found = variable(first.get(i), own.get(i));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable NcException variable(Variable first, Variable own) {
    String of = " of variable " + own.id() + " '" + own.name() + "'";
    if (!first.name().equals(own.name())) {
      return differs(NcError.NC_EMULTIDEFINE_VAR_NAME, "name" + of, first.name(), own.name());
    }
    if (first.rank() != own.rank()) {
      return differs(
          NcError.NC_EMULTIDEFINE_VAR_NDIMS, "dimensions" + of, first.rank(), own.rank());
    }
    for (int d = 0; d < own.rank(); d++) {
      if (first.dimensionId(d) != own.dimensionId(d)) {
        return differs(
            NcError.NC_EMULTIDEFINE_VAR_DIMIDS,
            "dimension " + d + of,
            first.dimensionId(d),
            own.dimensionId(d));
      }
    }
    if (first.type() != own.type()) {
      return differs(
          NcError.NC_EMULTIDEFINE_VAR_TYPE,
          "type" + of,
          first.type().symbol(),
          own.type().symbol());
    }
    return attributes("'" + own.name() + "'", first.attributes(), own.attributes());
  }

  private static @Nullable NcException attributes(
      String owner, List<Attribute> first, List<Attribute> own) {
    if (first.size() != own.size()) {
      return differs(
          NcError.NC_EMULTIDEFINE_ATTR_NUM, "attributes of " + owner, first.size(), own.size());
    }
    for (int i = 0; i < own.size(); i++) {
      Attribute a = first.get(i);
      Attribute b = own.get(i);
      String which = "attribute '" + b.name() + "' of " + owner;
      if (!a.name().equals(b.name())) {
        return differs(
            NcError.NC_EMULTIDEFINE_ATTR_NAME,
            "name of attribute " + i + " of " + owner,
            a.name(),
            b.name());
      }
      if (a.type() != b.type()) {
        return differs(
            NcError.NC_EMULTIDEFINE_ATTR_TYPE,
            "type of " + which,
            a.type().symbol(),
            b.type().symbol());
      }
      if (a.length() != b.length()) {
        return differs(
            NcError.NC_EMULTIDEFINE_ATTR_LEN, "length of " + which, a.length(), b.length());
      }
      if (!a.equals(b)) {
        return new NcException(
            NcError.NC_EMULTIDEFINE_ATTR_VAL, "the value of " + which + " is not that of rank 0");
      }
    }
    return null;
  }

  private static NcException differs(NcError error, String what, Object first, Object own) {
    return new NcException(error, what + ": " + own + " here, " + first + " in rank 0");
  }
}
