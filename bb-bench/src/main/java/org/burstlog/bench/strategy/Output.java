package org.burstlog.bench.strategy;

import java.io.IOException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;

/**
 * A file that a kernel writes by some strategy. Everything is measured; all processes make the same
 * calls in the same order.
 */
public interface Output {
  /**
   * Returns the file.
   *
   * @return the file, out of define mode
   */
  NcFile file();

  /**
   * Puts a region. When it returns, the memory may be used again; with {@link Manner#synced} it is
   * durable.
   *
   * @param variable the variable
   * @param region where in it
   * @param values what is put
   * @throws IOException when it failed
   */
  void put(NcVariable variable, Region region, NcMemory values) throws IOException;

  /**
   * Gets a region that this process has put, or any process before a {@link #sync}.
   *
   * @param variable the variable
   * @param region where in it
   * @param into gets the values
   * @throws IOException when it failed
   */
  void get(NcVariable variable, Region region, NcMemory into) throws IOException;

  /**
   * Ends a step, in which the application would wait for puts that it only began.
   *
   * @throws IOException when one of them failed
   */
  void endStep() throws IOException;

  /**
   * Moves what was put to the target, where it is kept elsewhere first, as far as the application
   * waits for that.
   *
   * @throws IOException when it failed
   */
  void flush() throws IOException;

  /**
   * Lets all processes see what was put.
   *
   * @throws IOException when it failed
   */
  void sync() throws IOException;

  /**
   * Closes the file, as an application does that asks for nothing more.
   *
   * @throws IOException when it failed
   */
  void close() throws IOException;

  /**
   * Brings all to the target, durably, and closes the file.
   *
   * @throws IOException when it failed
   */
  void finish() throws IOException;
}
