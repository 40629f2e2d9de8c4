package org.burstlog.netcdfjava;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.netcdf.NcAttributes;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdfjava.values.ArrayMemory;
import org.jspecify.annotations.Nullable;
import ucar.ma2.DataType;
import ucar.nc2.Attribute;
import ucar.nc2.Dimension;

/** What a builder has been told of a file. */
final class Definition {
  @Nullable String location;
  boolean isNew = true;
  boolean fill = true;
  int extraHeader;
  @Nullable CdfVersion format;
  NcOptions options = NcOptions.defaults();
  boolean isShared;
  final List<Dimension> dimensions = new ArrayList<>();
  final List<Attribute> attributes = new ArrayList<>();
  final List<OfVariable> variables = new ArrayList<>();

  /** A variable. */
  record OfVariable(
      String name, DataType type, List<String> dimensions, List<Attribute> attributes) {}

  NcFile open() throws IOException {
    String path = location;
    if (path == null) {
      throw new NcException(NcError.NC_EINVAL, "the builder has no location")
          .remedy("call setLocation");
    }
    if (!isNew) {
      return NcFile.open(Path.of(path), options);
    }
    NcFile file = NcFile.create(Path.of(path), options.format(version()));
    try {
      define(file);
      return file;
    } catch (IOException | RuntimeException e) {
      file.abort();
      throw e;
    }
  }

  private CdfVersion version() {
    CdfVersion chosen = format;
    if (chosen != null) {
      return chosen;
    }
    Map<String, Integer> lengths = new HashMap<>();
    for (Dimension dimension : dimensions) {
      lengths.put(dimension.getShortName(), dimension.getLength());
    }
    double bytes = 0;
    for (OfVariable variable : variables) {
      double own = variable.type().getSize();
      for (String dimension : variable.dimensions()) {
        own *= lengths.getOrDefault(dimension, 1);
      }
      bytes += own;
    }
    return bytes > Integer.MAX_VALUE ? CdfVersion.CDF2 : CdfVersion.CDF1;
  }

  private void define(NcFile file) throws IOException {
    file.setFill(fill);
    for (Dimension dimension : dimensions) {
      if (dimension.isUnlimited()) {
        file.defineUnlimited(dimension.getShortName());
      } else {
        file.defineDimension(dimension.getShortName(), dimension.getLength());
      }
    }
    for (Attribute attribute : attributes) {
      put(file.attributes(), attribute);
    }
    for (OfVariable variable : variables) {
      NcDimension[] over = new NcDimension[variable.dimensions().size()];
      for (int d = 0; d < over.length; d++) {
        over[d] = file.dimension(variable.dimensions().get(d));
      }
      NcVariable defined = file.defineVariable(variable.name(), type(variable.type()), over);
      for (Attribute attribute : variable.attributes()) {
        put(defined.attributes(), attribute);
      }
    }
    file.endDefine(new LayoutSettings(4, 4, 4, extraHeader, 0));
  }

  static void put(NcAttributes attributes, Attribute attribute) throws IOException {
    String name = attribute.getShortName();
    if (attribute.isString()) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < attribute.getLength(); i++) {
        text.append(attribute.getStringValue(i));
      }
      attributes.put(name, text.toString());
      return;
    }
    NcType type = type(attribute.getDataType());
    attributes.put(name, type, ArrayMemory.of(attribute.getValues(), type));
  }

  private static NcType type(DataType type) throws NcException {
    return switch (type) {
      case BYTE -> NcType.BYTE;
      case CHAR -> NcType.CHAR;
      case SHORT -> NcType.SHORT;
      case INT -> NcType.INT;
      case LONG -> NcType.INT64;
      case FLOAT -> NcType.FLOAT;
      case DOUBLE -> NcType.DOUBLE;
      default ->
          throw new NcException(NcError.NC_EBADTYPE, "the format has no type for " + type)
              .remedy("use numbers or characters");
    };
  }
}
