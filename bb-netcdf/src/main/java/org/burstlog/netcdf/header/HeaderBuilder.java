package org.burstlog.netcdf.header;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.array.Array;
import org.jspecify.annotations.Nullable;

/**
 * Collects the definitions of a file and checks each as it comes, so that a mistake surfaces at the
 * call that made it.
 *
 * <p>Dimensions and variables are only added or renamed, never removed, as in netCDF: their places
 * stay what they were. Several threads may look while one defines.
 */
public final class HeaderBuilder {
  /** Stands for the file as a whole where a variable's place is asked for. */
  public static final int GLOBAL = -1;

  private final CdfVersion version;
  private final Names dimensionNames = new Names("dimension");
  private final List<Dimension> dimensions = new ArrayList<>();
  private final Map<String, Attribute> attributes = new LinkedHashMap<>();
  private final Names variableNames = new Names("variable");
  private final List<Definition> variables = new ArrayList<>();
  private int unlimitedId = -1;

  HeaderBuilder(CdfVersion version) {
    this.version = version;
  }

  HeaderBuilder(Header header) {
    version = header.version();
    for (Dimension dimension : header.dimensions()) {
      dimensionNames.add(dimension.name());
      dimensions.add(dimension);
    }
    unlimitedId = header.unlimitedId();
    header.attributes().forEach(a -> attributes.put(a.name(), a));
    for (Variable variable : header.variables()) {
      variableNames.add(variable.name());
      Definition definition =
          new Definition(variable.type(), variable.ownedDimensionIds(), variable.ownedShape());
      variable.attributes().forEach(a -> definition.attributes.put(a.name(), a));
      variables.add(definition);
    }
  }

  /**
   * Defines a dimension.
   *
   * @param name its name
   * @param length its length, or {@link Dimension#UNLIMITED}
   * @return its place among the dimensions
   * @throws NcException NC_EDIMSIZE, NC_EUNLIMIT, NC_EBADNAME, NC_EMAXNAME or NC_ENAMEINUSE
   */
  public synchronized int defineDimension(String name, long length) throws NcException {
    if (length < 0 || length > version.maxDimension()) {
      throw new NcException(
          NcError.NC_EDIMSIZE,
          "length "
              + length
              + " of dimension '"
              + name
              + "' is not within 0 and "
              + version.maxDimension()
              + ", the limits of "
              + version);
    }
    if (length == Dimension.UNLIMITED && unlimitedId >= 0) {
      throw new NcException(
          NcError.NC_EUNLIMIT,
          "dimension '" + name + "': '" + dimensions.get(unlimitedId).name() + "' is unlimited");
    }
    String normal = dimensionNames.addNew(name);
    dimensions.add(new Dimension(normal, length));
    int id = dimensions.size() - 1;
    if (length == Dimension.UNLIMITED) {
      unlimitedId = id;
    }
    return id;
  }

  /**
   * Defines a variable.
   *
   * @param name its name
   * @param type the type of its elements
   * @param dimensionIds places of its dimensions, the one that varies slowest first; none for a
   *     scalar
   * @return its place among the variables
   * @throws NcException NC_ESTRICTCDF2, NC_EMAXDIMS, NC_EBADDIM, NC_EUNLIMPOS, NC_EBADNAME,
   *     NC_EMAXNAME or NC_ENAMEINUSE
   */
  public synchronized int defineVariable(String name, NcType type, int... dimensionIds)
      throws NcException {
    checkType(type, "its type", name);
    long[] shape = shape(name, dimensionIds, dimensions);
    variableNames.addNew(name);
    variables.add(new Definition(type, dimensionIds.clone(), shape));
    return variables.size() - 1;
  }

  /** The lengths of a variable's dimensions, with those checked. */
  static long[] shape(String name, int[] dimensionIds, List<Dimension> dimensions)
      throws NcException {
    if (dimensionIds.length > Array.MAX_RANK) {
      throw new NcException(
              NcError.NC_EMAXDIMS,
              dimensionIds.length + " dimensions are more than " + Array.MAX_RANK)
          .variable(name);
    }
    long[] shape = new long[dimensionIds.length];
    for (int d = 0; d < shape.length; d++) {
      if (dimensionIds[d] < 0 || dimensionIds[d] >= dimensions.size()) {
        throw new NcException(
                NcError.NC_EBADDIM,
                "dimension " + dimensionIds[d] + " is not one of " + dimensions.size())
            .variable(name);
      }
      Dimension dimension = dimensions.get(dimensionIds[d]);
      if (dimension.isUnlimited() && d > 0) {
        throw new NcException(
                NcError.NC_EUNLIMPOS, "'" + dimension.name() + "' is its dimension " + d)
            .variable(name);
      }
      shape[d] = dimension.isUnlimited() ? Array.UNLIMITED : dimension.length();
    }
    return shape;
  }

  /**
   * Sets an attribute; one of the same name keeps its place in the order.
   *
   * @param variable place of the variable, or {@link #GLOBAL}
   * @param attribute the attribute
   * @throws NcException NC_ENOTVAR, NC_ESTRICTCDF2, NC_EBADNAME, NC_EMAXNAME; for {@code
   *     _FillValue} of a variable NC_EBADTYPE when its type is another than the variable's and
   *     NC_EINVAL when it is not one value
   */
  public synchronized void putAttribute(int variable, Attribute attribute) throws NcException {
    Map<String, Attribute> target = attributes(variable);
    String owner = variable == GLOBAL ? "the file" : variableNames.get(variable);
    checkType(attribute.type(), "attribute '" + attribute.name() + "'", owner);
    String name = NcNames.check(attribute.name());
    if (variable != GLOBAL && name.equals(Attribute.FILL_VALUE)) {
      NcType type = variables.get(variable).type;
      if (attribute.type() != type) {
        throw new NcException(
                NcError.NC_EBADTYPE,
                "_FillValue is " + attribute.type().symbol() + ", the variable " + type.symbol())
            .variable(owner);
      }
      if (attribute.length() != 1) {
        throw new NcException(
                NcError.NC_EINVAL, "_FillValue has " + attribute.length() + " values, not 1")
            .variable(owner);
      }
    }
    target.put(name, attribute.renamed(name));
  }

  /**
   * Removes an attribute.
   *
   * @param variable place of the variable, or {@link #GLOBAL}
   * @param name the attribute's name
   * @throws NcException NC_ENOTVAR or NC_ENOTATT when there is none
   */
  public synchronized void deleteAttribute(int variable, String name) throws NcException {
    if (attributes(variable).remove(name) == null) {
      throw noAttribute(name);
    }
  }

  /**
   * Renames an attribute, which keeps its place in the order.
   *
   * @param variable place of the variable, or {@link #GLOBAL}
   * @param name the attribute's name
   * @param newName its new name
   * @throws NcException NC_ENOTVAR, NC_ENOTATT, NC_EBADNAME, NC_EMAXNAME or NC_ENAMEINUSE
   */
  public synchronized void renameAttribute(int variable, String name, String newName)
      throws NcException {
    Map<String, Attribute> target = attributes(variable);
    String normal = NcNames.check(newName);
    if (!target.containsKey(name)) {
      throw noAttribute(name);
    }
    if (target.containsKey(normal)) {
      throw new NcException(NcError.NC_ENAMEINUSE, "attribute '" + normal + "' exists");
    }
    List<Attribute> all = new ArrayList<>(target.values());
    target.clear();
    for (Attribute a : all) {
      Attribute kept = a.name().equals(name) ? a.renamed(normal) : a;
      target.put(kept.name(), kept);
    }
  }

  /**
   * Renames a dimension.
   *
   * @param id its place
   * @param newName its new name
   * @throws NcException NC_EBADDIM, NC_EBADNAME, NC_EMAXNAME or NC_ENAMEINUSE
   */
  public synchronized void renameDimension(int id, String newName) throws NcException {
    if (id < 0 || id >= dimensions.size()) {
      throw new NcException(NcError.NC_EBADDIM, "there is no dimension " + id);
    }
    String normal = dimensionNames.rename(id, newName);
    dimensions.set(id, new Dimension(normal, dimensions.get(id).length()));
  }

  /**
   * Renames a variable.
   *
   * @param id its place
   * @param newName its new name
   * @throws NcException NC_ENOTVAR, NC_EBADNAME, NC_EMAXNAME or NC_ENAMEINUSE
   */
  public synchronized void renameVariable(int id, String newName) throws NcException {
    checkVariable(id);
    variableNames.rename(id, newName);
  }

  /**
   * Returns the dimensions defined so far.
   *
   * @return in the order they were defined
   */
  public synchronized List<Dimension> dimensions() {
    return List.copyOf(dimensions);
  }

  /**
   * Returns a dimension.
   *
   * @param id its place
   * @return the dimension as it is now
   */
  public synchronized Dimension dimension(int id) {
    return dimensions.get(id);
  }

  /**
   * Finds a dimension defined so far.
   *
   * @param name its name
   * @return its place, or -1 when there is none
   */
  public synchronized int dimensionId(String name) {
    return dimensionNames.find(name);
  }

  /**
   * Finds a variable defined so far.
   *
   * @param name its name
   * @return its place, or -1 when there is none
   */
  public synchronized int variableId(String name) {
    return variableNames.find(name);
  }

  /**
   * Returns the name a variable has now.
   *
   * @param id its place
   * @return its name
   * @throws NcException NC_ENOTVAR
   */
  public synchronized String variableName(int id) throws NcException {
    checkVariable(id);
    return variableNames.get(id);
  }

  /**
   * Returns the attributes set so far.
   *
   * @param variable place of the variable, or {@link #GLOBAL}
   * @return in the order they were defined
   * @throws NcException NC_ENOTVAR
   */
  public synchronized List<Attribute> attributesOf(int variable) throws NcException {
    return List.copyOf(attributes(variable).values());
  }

  /**
   * Finds an attribute set so far.
   *
   * @param variable place of the variable, or {@link #GLOBAL}
   * @param name its name
   * @return the attribute, or null when there is none
   * @throws NcException NC_ENOTVAR
   */
  public synchronized @Nullable Attribute attribute(int variable, String name) throws NcException {
    return attributes(variable).get(normal(name));
  }

  static String normal(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC);
  }

  /**
   * Ends the definitions.
   *
   * @return the header; this builder may be used on and does not change it
   */
  public synchronized Header build() {
    List<Variable> built = new ArrayList<>(variables.size());
    for (int id = 0; id < variables.size(); id++) {
      Definition d = variables.get(id);
      List<Attribute> own = List.copyOf(d.attributes.values());
      built.add(new Variable(id, variableNames.get(id), d.type, d.dimensionIds, d.shape, own));
    }
    return new Header(
        version, List.copyOf(dimensions), List.copyOf(attributes.values()), List.copyOf(built));
  }

  private Map<String, Attribute> attributes(int variable) throws NcException {
    if (variable == GLOBAL) {
      return attributes;
    }
    checkVariable(variable);
    return variables.get(variable).attributes;
  }

  private void checkVariable(int id) throws NcException {
    if (id < 0 || id >= variables.size()) {
      throw new NcException(NcError.NC_ENOTVAR, "there is no variable " + id);
    }
  }

  private void checkType(NcType type, String what, String variable) throws NcException {
    if (!version.allows(type)) {
      throw new NcException(
              NcError.NC_ESTRICTCDF2, what + " is " + type.symbol() + " in a file of " + version)
          .variable(variable);
    }
  }

  private static NcException noAttribute(String name) {
    return new NcException(NcError.NC_ENOTATT, "there is no attribute '" + name + "'");
  }

  /** A variable without its name. */
  private static final class Definition {
    final NcType type;
    final int[] dimensionIds;
    final long[] shape;
    final Map<String, Attribute> attributes = new LinkedHashMap<>();

    Definition(NcType type, int[] dimensionIds, long[] shape) {
      this.type = type;
      this.dimensionIds = dimensionIds;
      this.shape = shape;
    }
  }
}
