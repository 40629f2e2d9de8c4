package org.burstlog.bench.strategy;

import java.io.IOException;
import org.burstlog.netcdf.NcFile;

/** A way to write files. */
public interface Strategy {
  /**
   * Returns the name.
   *
   * @return one word
   */
  String name();

  /**
   * Returns what it does.
   *
   * @return a sentence
   */
  String meaning();

  /**
   * Tells whether it cannot do without a tier.
   *
   * @return true when it needs one
   */
  boolean needsTier();

  /**
   * Tells whether it writes, so that there is something to verify.
   *
   * @return false for what others are compared with, that leaves no file
   */
  default boolean writes() {
    return true;
  }

  /** Defines what is in a file. */
  @FunctionalInterface
  interface Definition {
    /**
     * Defines dimensions, variables and attributes; the caller ends define mode.
     *
     * @param file a new file in define mode
     * @throws IOException when something cannot be defined
     */
    void define(NcFile file) throws IOException;
  }

  /**
   * Creates a file and measures that. Collective over the site's group.
   *
   * @param site who writes and where to
   * @param name name of the file
   * @param manner how the application uses it
   * @param measures gets what is measured, now and by the output
   * @param definition defines what is in it
   * @return what it is written by
   * @throws IOException when it cannot be created
   */
  Output create(Site site, String name, Manner manner, Measures measures, Definition definition)
      throws IOException;
}
