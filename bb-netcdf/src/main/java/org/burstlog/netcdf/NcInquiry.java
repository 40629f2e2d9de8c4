package org.burstlog.netcdf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Statistics;

/** What an open file tells of itself; nothing here needs other processes, or changes anything. */
public abstract sealed class NcInquiry permits NcRequests {
  final Opening.Opened opened;
  final Definitions definitions;
  final Driver driver;
  final List<NcDimension> dimensions = Collections.synchronizedList(new ArrayList<>());
  final List<NcVariable> variables = Collections.synchronizedList(new ArrayList<>());

  NcInquiry(Opening.Opened opened) {
    this.opened = opened;
    definitions = opened.definitions();
    driver = opened.driver();
  }

  /**
   * Tells whether the file is in define mode.
   *
   * @return true until {@link NcFile#endDefine}
   */
  public boolean isDefining() {
    return definitions.isDefining();
  }

  /**
   * Returns the path.
   *
   * @return as it was created or opened
   */
  public Path path() {
    return opened.path();
  }

  /**
   * Returns what is set.
   *
   * @return the settings in force, with what was chosen where nothing was set
   */
  public Settings settings() {
    BurstBuffer buffer = opened.buffer();
    return buffer == null ? opened.settings() : buffer.settings();
  }

  /**
   * Returns what the burst buffer has done in this process.
   *
   * @return the counts as they are now, also after closing; empty when there is no burst buffer
   */
  public Optional<Statistics> statistics() {
    return Optional.ofNullable(opened.buffer()).map(BurstBuffer::statistics);
  }

  /**
   * Returns the format.
   *
   * @return CDF-1, CDF-2 or CDF-5
   */
  public CdfVersion format() {
    return opened.format();
  }

  /**
   * Returns the dimensions.
   *
   * @return in the order they were defined
   */
  public List<NcDimension> dimensions() {
    return List.copyOf(dimensions);
  }

  /**
   * Returns a dimension.
   *
   * @param name its name
   * @return the dimension
   * @throws NcException NC_EBADDIM
   */
  public NcDimension dimension(String name) throws NcException {
    Arguments.requireName(name);
    int id = definitions.builder().dimensionId(name);
    if (id < 0) {
      throw new NcException(NcError.NC_EBADDIM, "there is no dimension '" + name + "'");
    }
    return dimensions.get(id);
  }

  /**
   * Returns the variables.
   *
   * @return in the order they were defined
   */
  public List<NcVariable> variables() {
    return List.copyOf(variables);
  }

  /**
   * Returns a variable.
   *
   * @param name its name
   * @return the variable
   * @throws NcException NC_ENOTVAR
   */
  public NcVariable variable(String name) throws NcException {
    Arguments.requireName(name);
    int id = definitions.builder().variableId(name);
    if (id < 0) {
      throw new NcException(NcError.NC_ENOTVAR, "there is no variable '" + name + "'");
    }
    return variables.get(id);
  }

  /**
   * Returns the number of records: own ones at once, those of other processes after a collective
   * put or a sync. Waits, after collective puts, for processes that have not come to them yet.
   *
   * @return how many
   */
  public long records() {
    return driver.records();
  }

  /**
   * Returns the size of a record.
   *
   * @return bytes from one record to the next, 0 without record variables
   * @throws NcException NC_EINDEFINE, NC_EBADID
   */
  public long recordSize() throws NcException {
    definitions.requireData();
    return definitions.layout().recordSize();
  }

  /**
   * Returns the length of the header.
   *
   * @return bytes, without what is kept free behind it
   * @throws NcException NC_EINDEFINE, NC_EBADID
   */
  public long headerSize() throws NcException {
    definitions.requireData();
    return definitions.layout().headerSize();
  }

  /**
   * Returns the length up to which the header may grow without anything being moved.
   *
   * @return offset of the first variable
   * @throws NcException NC_EINDEFINE, NC_EBADID
   */
  public long headerRoom() throws NcException {
    definitions.requireData();
    return definitions.layout().dataBegin();
  }

  Definitions definitions() {
    return definitions;
  }

  @Override
  public String toString() {
    return path() + ", " + format() + ", " + dimensions + ", " + variables;
  }
}
