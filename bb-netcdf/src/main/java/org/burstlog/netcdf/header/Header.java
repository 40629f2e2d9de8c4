package org.burstlog.netcdf.header;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file defines: its format version, dimensions, attributes and variables.
 *
 * <p>Where the variables lie is said by a {@link Layout}, how many records there are by neither:
 * that number changes as a file is written. Immutable; {@link #toBuilder} begins a new one.
 */
public final class Header {
  private final CdfVersion version;
  private final List<Dimension> dimensions;
  private final List<Attribute> attributes;
  private final List<Variable> variables;
  private final Map<String, Integer> dimensionIds = new HashMap<>();
  private final Map<String, Variable> variablesByName = new HashMap<>();

  Header(
      CdfVersion version,
      List<Dimension> dimensions,
      List<Attribute> attributes,
      List<Variable> variables) {
    this.version = version;
    this.dimensions = dimensions;
    this.attributes = attributes;
    this.variables = variables;
    for (int i = 0; i < dimensions.size(); i++) {
      dimensionIds.put(dimensions.get(i).name(), i);
    }
    for (Variable variable : variables) {
      variablesByName.put(variable.name(), variable);
    }
  }

  /**
   * Begins the header of a new file.
   *
   * @param version the file's format version
   * @return a builder without definitions
   */
  public static HeaderBuilder builder(CdfVersion version) {
    return new HeaderBuilder(version);
  }

  /**
   * Begins a header with the definitions of this one.
   *
   * @return a builder
   */
  public HeaderBuilder toBuilder() {
    return new HeaderBuilder(this);
  }

  /**
   * Returns the format version.
   *
   * @return the version
   */
  public CdfVersion version() {
    return version;
  }

  /**
   * Returns the dimensions.
   *
   * @return in the order they were defined
   */
  public List<Dimension> dimensions() {
    return dimensions;
  }

  /**
   * Returns the attributes of the file as a whole.
   *
   * @return in the order they were defined
   */
  public List<Attribute> attributes() {
    return attributes;
  }

  /**
   * Returns the variables.
   *
   * @return in the order they were defined
   */
  public List<Variable> variables() {
    return variables;
  }

  /**
   * Finds a dimension.
   *
   * @param name its name
   * @return its place among the dimensions, or -1 when there is none
   */
  public int dimensionId(String name) {
    return dimensionIds.getOrDefault(name, -1);
  }

  /**
   * Finds the unlimited dimension.
   *
   * @return its place among the dimensions, or -1 when there is none
   */
  public int unlimitedId() {
    for (int i = 0; i < dimensions.size(); i++) {
      if (dimensions.get(i).isUnlimited()) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Finds a variable.
   *
   * @param name its name
   * @return the variable, or null when there is none
   */
  public @Nullable Variable variable(String name) {
    return variablesByName.get(name);
  }

  /**
   * Finds an attribute of the file as a whole.
   *
   * @param name its name
   * @return the attribute, or null when there is none
   */
  public @Nullable Attribute attribute(String name) {
    return find(attributes, name);
  }

  static @Nullable Attribute find(List<Attribute> attributes, String name) {
    for (Attribute attribute : attributes) {
      if (attribute.name().equals(name)) {
        return attribute;
      }
    }
    return null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Header h
        && version == h.version
        && dimensions.equals(h.dimensions)
        && attributes.equals(h.attributes)
        && variables.equals(h.variables);
  }

  @Override
  public int hashCode() {
    return variables.hashCode() * 31 + dimensions.hashCode();
  }

  @Override
  public String toString() {
    return version + " " + dimensions + " " + attributes + " " + variables;
  }
}
