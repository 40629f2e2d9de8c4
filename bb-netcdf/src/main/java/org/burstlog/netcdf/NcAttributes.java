package org.burstlog.netcdf;

import java.io.IOException;
import java.util.List;
import org.burstlog.netcdf.convert.Text;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.HeaderBuilder;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a file or a variable.
 *
 * <p>Changes are collective. They are made in define mode; outside, only those with which the
 * header does not grow, and then the header is written at once.
 */
public final class NcAttributes {
  private static final String VALUES = "the array of values";

  private final NcFile file;
  private final int variable;

  NcAttributes(NcFile file, int variable) {
    this.file = file;
    this.variable = variable;
  }

  /**
   * Returns how many there are.
   *
   * @return the number of attributes
   */
  public int size() {
    return all().size();
  }

  /**
   * Returns all attributes.
   *
   * @return in the order they were defined
   */
  public List<Attribute> all() {
    try {
      return file.definitions().builder().attributesOf(variable);
    } catch (NcException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Finds an attribute.
   *
   * @param name its name; null finds nothing
   * @return the attribute, or null when there is none
   */
  public @Nullable Attribute find(@Nullable String name) {
    try {
      return name == null ? null : file.definitions().builder().attribute(variable, name);
    } catch (NcException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns an attribute.
   *
   * @param name its name
   * @return the attribute: its type, its length and its bytes
   * @throws NcException NC_ENOTATT, NC_EBADID
   */
  public Attribute get(String name) throws NcException {
    file.definitions().requireOpen();
    Arguments.requireName(name);
    Attribute found = find(name);
    if (found == null) {
      throw new NcException(NcError.NC_ENOTATT, "there is no attribute '" + name + "'");
    }
    return found;
  }

  /**
   * Gets the values of an attribute.
   *
   * @param name its name
   * @param into gets them, converted
   * @return how many there are
   * @throws NcException NC_ENOTATT, NC_ECHAR, NC_ERANGE, NC_EIOMISMATCH
   */
  public int get(String name, NcMemory into) throws NcException {
    Attribute attribute = get(name);
    Attributes.read(version(), attribute, into);
    return attribute.length();
  }

  /**
   * Gets the text of an attribute.
   *
   * @param name its name
   * @return its value up to the first zero byte
   * @throws NcException NC_ENOTATT, NC_ECHAR
   */
  public String getText(String name) throws NcException {
    Attribute attribute = get(name);
    byte[] bytes = new byte[attribute.length()];
    Attributes.read(version(), attribute, NcMemory.of(bytes).text());
    return Text.decode(bytes);
  }

  /**
   * Gets the values of an attribute.
   *
   * @param name its name
   * @return its values, as doubles
   * @throws NcException NC_ENOTATT, NC_ECHAR
   */
  public double[] getDoubles(String name) throws NcException {
    double[] values = new double[get(name).length()];
    get(name, NcMemory.of(values));
    return values;
  }

  /**
   * Gets the values of an attribute.
   *
   * @param name its name
   * @return its values, as longs
   * @throws NcException NC_ENOTATT, NC_ECHAR, NC_ERANGE
   */
  public long[] getLongs(String name) throws NcException {
    long[] values = new long[get(name).length()];
    get(name, NcMemory.of(values));
    return values;
  }

  /**
   * Gets the values of an attribute.
   *
   * @param name its name
   * @return its values, as ints
   * @throws NcException NC_ENOTATT, NC_ECHAR, NC_ERANGE
   */
  public int[] getInts(String name) throws NcException {
    int[] values = new int[get(name).length()];
    get(name, NcMemory.of(values));
    return values;
  }

  /**
   * Sets an attribute; one of the same name is replaced.
   *
   * @param attribute name, type and values
   * @return this
   * @throws NcException NC_ENOTINDEFINE, NC_EPERM, NC_EBADNAME, NC_EMAXNAME, NC_ESTRICTCDF2,
   *     NC_EBADTYPE, NC_EINVAL
   * @throws IOException when the header could not be written
   */
  public NcAttributes put(Attribute attribute) throws IOException {
    Definitions definitions = file.definitions();
    definitions.requireWritable();
    Arguments.require(attribute, "the attribute");
    Arguments.requireName(attribute.name());
    if (!definitions.isDefining() && find(attribute.name()) == null) {
      throw new NcException(
          NcError.NC_ENOTINDEFINE, "there is no attribute '" + attribute.name() + "' yet");
    }
    definitions.change(
        () -> "attribute " + Attributes.text(attribute) + of(),
        builder -> builder.putAttribute(variable, attribute));
    return this;
  }

  /**
   * Sets an attribute to values converted to a type. A value that does not fit becomes the type's
   * fill value, the rest is stored, and the call reports it.
   *
   * @param name its name
   * @param type its type
   * @param values all that the memory holds
   * @return this
   * @throws NcException as {@link #put(Attribute)}, and NC_ECHAR, NC_ERANGE
   * @throws IOException when the header could not be written
   */
  public NcAttributes put(String name, NcType type, NcMemory values) throws IOException {
    Arguments.requireName(name);
    Arguments.require(type, "the type");
    Attributes.Converted converted = Attributes.convert(version(), name, type, values);
    put(converted.attribute());
    converted.report();
    return this;
  }

  /**
   * Sets an attribute of text.
   *
   * @param name its name
   * @param text its value
   * @return this
   * @throws IOException see {@link #put(Attribute)}
   */
  public NcAttributes put(String name, String text) throws IOException {
    Arguments.require(text, "the text");
    return put(Attribute.of(name, text));
  }

  /**
   * Sets an attribute of type {@link NcType#BYTE}.
   *
   * @param name its name
   * @param values its values
   * @return this
   * @throws IOException see {@link #put(Attribute)}
   */
  public NcAttributes put(String name, byte... values) throws IOException {
    Arguments.require(values, VALUES);
    return put(Attribute.of(name, values));
  }

  /**
   * Sets an attribute of type {@link NcType#SHORT}.
   *
   * @param name its name
   * @param values its values
   * @return this
   * @throws IOException see {@link #put(Attribute)}
   */
  public NcAttributes put(String name, short... values) throws IOException {
    Arguments.require(values, VALUES);
    return put(Attribute.of(name, values));
  }

  /**
   * Sets an attribute of type {@link NcType#INT}.
   *
   * @param name its name
   * @param values its values
   * @return this
   * @throws IOException see {@link #put(Attribute)}
   */
  public NcAttributes put(String name, int... values) throws IOException {
    Arguments.require(values, VALUES);
    return put(Attribute.of(name, values));
  }

  /**
   * Sets an attribute of type {@link NcType#INT64}, which CDF-5 has.
   *
   * @param name its name
   * @param values its values
   * @return this
   * @throws IOException see {@link #put(Attribute)}
   */
  public NcAttributes put(String name, long... values) throws IOException {
    Arguments.require(values, VALUES);
    return put(Attribute.of(name, values));
  }

  /**
   * Sets an attribute of type {@link NcType#FLOAT}.
   *
   * @param name its name
   * @param values its values
   * @return this
   * @throws IOException see {@link #put(Attribute)}
   */
  public NcAttributes put(String name, float... values) throws IOException {
    Arguments.require(values, VALUES);
    return put(Attribute.of(name, values));
  }

  /**
   * Sets an attribute of type {@link NcType#DOUBLE}.
   *
   * @param name its name
   * @param values its values
   * @return this
   * @throws IOException see {@link #put(Attribute)}
   */
  public NcAttributes put(String name, double... values) throws IOException {
    Arguments.require(values, VALUES);
    return put(Attribute.of(name, values));
  }

  /**
   * Copies an attribute, from this or another file.
   *
   * @param name its name
   * @param from where it is
   * @return this
   * @throws IOException see {@link #put(Attribute)}; NC_ENOTATT
   */
  public NcAttributes copy(String name, NcAttributes from) throws IOException {
    Arguments.require(from, "where the attribute is");
    return put(from.get(name));
  }

  /**
   * Renames an attribute, which keeps its place.
   *
   * @param name its name
   * @param newName its new name; outside define mode not longer
   * @throws NcException NC_ENOTATT, NC_ENAMEINUSE, NC_EBADNAME, NC_EMAXNAME, NC_ENOTINDEFINE,
   *     NC_EPERM
   * @throws IOException when the header could not be written
   */
  public void rename(String name, String newName) throws IOException {
    file.definitions()
        .change(
            () -> "attribute '" + name + "' to be renamed '" + newName + "'" + of(),
            builder -> {
              Arguments.requireName(name);
              builder.renameAttribute(variable, name, newName);
            });
  }

  /**
   * Deletes an attribute; in define mode only.
   *
   * @param name its name
   * @throws NcException NC_ENOTATT, NC_ENOTINDEFINE, NC_EPERM
   * @throws IOException when the group cannot be used any more
   */
  public void delete(String name) throws IOException {
    file.definitions()
        .define(
            () -> "attribute '" + name + "' to be deleted" + of(),
            builder -> {
              Arguments.requireName(name);
              builder.deleteAttribute(variable, name);
            });
  }

  private String of() {
    return variable == HeaderBuilder.GLOBAL ? " of the file" : " of variable " + variable;
  }

  private CdfVersion version() {
    return file.format();
  }
}
