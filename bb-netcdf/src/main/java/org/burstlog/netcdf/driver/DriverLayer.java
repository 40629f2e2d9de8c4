package org.burstlog.netcdf.driver;

import java.io.IOException;

/** Puts a driver over another. */
@FunctionalInterface
public interface DriverLayer {
  /**
   * Makes a driver that hands on to the next what it has no part in. Collective.
   *
   * @param next the driver below; the new one closes it
   * @param context what all drivers of the file share
   * @return the driver to use from now on; it may be {@code next}
   * @throws IOException when it cannot be made, in every process
   */
  Driver over(Driver next, DriverContext context) throws IOException;
}
