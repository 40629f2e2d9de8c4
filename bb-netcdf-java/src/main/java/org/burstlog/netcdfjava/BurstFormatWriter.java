package org.burstlog.netcdfjava;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdfjava.values.FilledVariable;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;
import ucar.ma2.Array;
import ucar.ma2.ArrayChar;
import ucar.ma2.ArrayObject;
import ucar.ma2.DataType;
import ucar.ma2.InvalidRangeException;
import ucar.ma2.Section;
import ucar.nc2.Attribute;
import ucar.nc2.Dimension;

/**
 * Writes netCDF-3 files as NetCDF-Java's {@code NetcdfFormatWriter} does, through a burst buffer
 * where one is switched on, and together with other processes where it is given their group.
 *
 * <pre>{@code
 * BurstFormatWriter.Builder builder = BurstFormatWriter.createNewNetcdf3("weather.nc");
 * builder.addUnlimitedDimension("time");
 * builder.addDimension("place", 100);
 * builder.addVariable("t", DataType.DOUBLE, "time place").addAttribute(new Attribute("units", "K"));
 * builder.setGroup(group).setTarget(MpiTarget.system()); // only for several processes
 * try (BurstFormatWriter writer = builder.build()) {
 *   writer.write("t", new int[] {hour, first}, values);
 * }
 * }</pre>
 *
 * <p>With a group, {@link Builder#build}, {@link #updateAttribute}, {@link #flush} and {@link
 * #close} are collective, and a write concerns the process that makes it. Fixed variables are
 * filled for all; records are filled, as NetCDF-Java does, where there is one process: of a group
 * nobody knows what the others have left out, see {@link NcVariable#fillRecord}.
 *
 * <p>Unlike there, a variable is an {@link NcVariable}, and there are no structures and no groups.
 */
public final class BurstFormatWriter implements Closeable {
  private final NcFile file;
  private final boolean fillsRecords;
  private final Map<String, FilledVariable> variables = new HashMap<>();
  private boolean isClosed;

  private BurstFormatWriter(NcFile file, boolean fillsRecords) throws IOException {
    this.file = file;
    this.fillsRecords = fillsRecords;
    for (NcVariable variable : file.variables()) {
      ByteBuffer fill = variable.fillValue().values();
      byte[] bytes = new byte[variable.type().size()];
      fill.get(bytes);
      long from = fillsRecords ? file.records() : Long.MAX_VALUE;
      variables.put(variable.name(), new FilledVariable(variable, bytes, from));
    }
  }

  /**
   * Begins to describe a writer.
   *
   * @return of a new file
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Begins to describe a new file.
   *
   * @param location its path; a file that is there is replaced
   * @return what takes the definitions
   */
  public static Builder createNewNetcdf3(String location) {
    return builder().setLocation(location);
  }

  /**
   * Begins to describe a writer of values of a file that exists.
   *
   * @param location its path
   * @return what opens it
   */
  public static Builder openExisting(String location) {
    return builder().setNewFile(false).setLocation(location);
  }

  /** Describes a writer, and the file where that is new. */
  public static final class Builder {
    private final Definition definition = new Definition();

    private Builder() {}

    /**
     * Sets the path.
     *
     * @param location of the file
     * @return this
     */
    public Builder setLocation(String location) {
      definition.location = location;
      return this;
    }

    /**
     * Says whether the file is new, which it is unless told otherwise.
     *
     * @param isNew false to open it
     * @return this
     */
    public Builder setNewFile(boolean isNew) {
      definition.isNew = isNew;
      return this;
    }

    /**
     * Says whether what is not written gets the fill value, which it does unless told otherwise.
     *
     * @param fill false to leave it zero
     * @return this
     */
    public Builder setFill(boolean fill) {
      definition.fill = fill;
      return this;
    }

    /**
     * Keeps free space behind the header.
     *
     * @param bytes how much
     * @return this
     */
    public Builder setExtraHeader(int bytes) {
      definition.extraHeader = bytes;
      return this;
    }

    /**
     * Sets the format. Without this it is CDF-1, or CDF-2 where the variables have more than 2 GiB.
     *
     * @param format one of the classic ones
     * @return this
     */
    public Builder setFormat(CdfVersion format) {
      definition.format = format;
      return this;
    }

    /**
     * Sets the processes that write the file together.
     *
     * @param group they all build the same writer
     * @return this
     */
    public Builder setGroup(ProcessGroup group) {
      definition.options = definition.options.group(group);
      definition.isShared = group.size() > 1;
      return this;
    }

    /**
     * Sets what opens the file, such as MPI-IO.
     *
     * @param target opens files for the group
     * @return this
     */
    public Builder setTarget(TargetSystem target) {
      definition.options = definition.options.target(target);
      return this;
    }

    /**
     * Sets what else the environment would say.
     *
     * @param settings in place of the environment's
     * @return this
     */
    public Builder setSettings(Settings settings) {
      definition.options = definition.options.settings(settings);
      return this;
    }

    /**
     * Adds a dimension.
     *
     * @param name its name
     * @param length its length
     * @return the dimension
     */
    public Dimension addDimension(String name, int length) {
      return addDimension(new Dimension(name, length));
    }

    /**
     * Adds the dimension that grows.
     *
     * @param name its name
     * @return the dimension
     */
    public Dimension addUnlimitedDimension(String name) {
      return addDimension(
          new Dimension(name, 0, /* isShared= */ true, /* isUnlimited= */ true, false));
    }

    /**
     * Adds a dimension.
     *
     * @param dimension with name and length
     * @return the dimension
     */
    public Dimension addDimension(Dimension dimension) {
      definition.dimensions.add(dimension);
      return dimension;
    }

    /**
     * Adds an attribute of the file.
     *
     * @param attribute text or numbers
     * @return this
     */
    public Builder addAttribute(Attribute attribute) {
      definition.attributes.add(attribute);
      return this;
    }

    /**
     * Adds a variable.
     *
     * @param name its name
     * @param type of its elements
     * @param dimensions the names of its dimensions, with blanks between them; none for a scalar
     * @return what takes its attributes
     */
    public VariableBuilder addVariable(String name, DataType type, String dimensions) {
      return add(name, type, List.of(dimensions.strip().split("\\s+")));
    }

    /**
     * Adds a variable.
     *
     * @param name its name
     * @param type of its elements
     * @param dimensions its dimensions, which were added before
     * @return what takes its attributes
     */
    public VariableBuilder addVariable(String name, DataType type, List<Dimension> dimensions) {
      return add(name, type, dimensions.stream().map(Dimension::getShortName).toList());
    }

    private VariableBuilder add(String name, DataType type, List<String> dimensions) {
      List<String> names = new ArrayList<>(dimensions);
      names.removeIf(String::isEmpty);
      VariableBuilder variable =
          new VariableBuilder(new Definition.OfVariable(name, type, names, new ArrayList<>()));
      definition.variables.add(variable.definition);
      return variable;
    }

    /**
     * Creates or opens the file. Collective.
     *
     * @return what writes its values
     * @throws IOException in every process, when that failed in any
     */
    public BurstFormatWriter build() throws IOException {
      NcFile file = definition.open();
      try {
        return new BurstFormatWriter(file, definition.fill && !definition.isShared);
      } catch (IOException | RuntimeException e) {
        file.close();
        throw e;
      }
    }
  }

  /** Takes the attributes of a variable. */
  public static final class VariableBuilder {
    private final Definition.OfVariable definition;

    private VariableBuilder(Definition.OfVariable definition) {
      this.definition = definition;
    }

    /**
     * Adds an attribute.
     *
     * @param attribute text or numbers
     * @return this
     */
    public VariableBuilder addAttribute(Attribute attribute) {
      definition.attributes().add(attribute);
      return this;
    }
  }

  /**
   * Returns the file, for what this does not cover, such as collective puts and nonblocking ones.
   *
   * @return open until this is closed
   */
  public NcFile file() {
    return file;
  }

  /**
   * Finds a variable.
   *
   * @param name its name
   * @return the variable; null when there is none
   * @throws IOException when the file is closed
   */
  public @Nullable NcVariable findVariable(String name) throws IOException {
    return variables.containsKey(name) ? file.variable(name) : null;
  }

  /**
   * Writes values from the beginning of a variable on.
   *
   * @param name of the variable
   * @param values of its rank
   * @throws IOException when that failed
   * @throws InvalidRangeException when they do not fit into it
   */
  public void write(String name, Array values) throws IOException, InvalidRangeException {
    write(name, new int[values.getRank()], values);
  }

  /**
   * Writes values.
   *
   * @param name of the variable
   * @param origin where in it they begin
   * @param values of its rank
   * @throws IOException when that failed
   * @throws InvalidRangeException when they do not fit there
   */
  public void write(String name, int[] origin, Array values)
      throws IOException, InvalidRangeException {
    known(name).write(new Section(origin, values.getShape()), values);
  }

  /**
   * Writes values from the beginning of a variable on.
   *
   * @param variable of this file
   * @param values of its rank
   * @throws IOException when that failed
   * @throws InvalidRangeException when they do not fit into it
   */
  public void write(NcVariable variable, Array values) throws IOException, InvalidRangeException {
    write(variable.name(), values);
  }

  /**
   * Writes values.
   *
   * @param variable of this file
   * @param origin where in it they begin
   * @param values of its rank
   * @throws IOException when that failed
   * @throws InvalidRangeException when they do not fit there
   */
  public void write(NcVariable variable, int[] origin, Array values)
      throws IOException, InvalidRangeException {
    write(variable.name(), origin, values);
  }

  /**
   * Writes text to a variable of characters from its beginning on.
   *
   * @param variable of this file; its last dimension is the length of a text
   * @param values texts
   * @throws IOException when that failed
   * @throws InvalidRangeException when they do not fit into it
   */
  public void writeStringDataToChar(NcVariable variable, Array values)
      throws IOException, InvalidRangeException {
    writeStringDataToChar(variable, new int[values.getRank()], values);
  }

  /**
   * Writes text to a variable of characters.
   *
   * @param variable of this file; its last dimension is the length of a text
   * @param origin where in it they begin, without the last dimension
   * @param values texts
   * @throws IOException when that failed
   * @throws InvalidRangeException when they do not fit there
   */
  public void writeStringDataToChar(NcVariable variable, int[] origin, Array values)
      throws IOException, InvalidRangeException {
    if (!(values instanceof ArrayObject texts) || variable.type() != NcType.CHAR) {
      throw new IllegalArgumentException(
          "values of "
              + values.getElementType()
              + " for "
              + variable
              + " are no text; pass an array of String for a variable of characters");
    }
    long[] shape = variable.shape();
    int length = (int) shape[shape.length - 1];
    int[] whole = new int[shape.length];
    System.arraycopy(origin, 0, whole, 0, shape.length - 1);
    write(variable, whole, ArrayChar.makeFromStringArray(texts, length));
  }

  /**
   * Changes the value of an attribute, which must not get longer. Collective.
   *
   * @param variable of this file; null for an attribute of the file
   * @param attribute with the new value
   * @throws IOException in every process, when that failed in any
   */
  public void updateAttribute(@Nullable NcVariable variable, Attribute attribute)
      throws IOException {
    Definition.put(variable == null ? file.attributes() : variable.attributes(), attribute);
  }

  /**
   * Moves what was written to the file. Collective.
   *
   * @throws IOException in every process, when that failed in any
   */
  public void flush() throws IOException {
    fillRecords();
    file.flush();
  }

  private void fillRecords() throws IOException {
    if (fillsRecords) {
      for (FilledVariable variable : variables.values()) {
        variable.fillUpTo(file.records());
      }
    }
  }

  private FilledVariable known(String name) {
    FilledVariable variable = variables.get(name);
    if (variable == null) {
      throw new IllegalArgumentException(
          "there is no variable '" + name + "' in " + file.path() + "; add it to the builder");
    }
    return variable;
  }

  /**
   * Closes the file. Collective. A second close does nothing.
   *
   * @throws IOException in every process, when that failed in any
   */
  @Override
  public void close() throws IOException {
    try (file) {
      if (!isClosed) {
        isClosed = true;
        fillRecords();
      }
    }
  }
}
