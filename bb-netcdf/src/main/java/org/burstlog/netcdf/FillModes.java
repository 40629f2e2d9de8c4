package org.burstlog.netcdf;

import java.util.BitSet;
import org.burstlog.netcdf.header.Header;

/**
 * Which variables are filled when they are made; none unless told, as in PnetCDF. Safe for several
 * threads.
 */
final class FillModes {
  private final BitSet filled = new BitSet();
  private boolean byDefault;

  /** Sets the mode of all variables, those to come included; returns what held for new ones. */
  synchronized boolean setAll(boolean fill, int variables) {
    boolean before = byDefault;
    byDefault = fill;
    filled.set(0, variables, fill);
    return before;
  }

  synchronized void added(int variable) {
    filled.set(variable, byDefault);
  }

  synchronized void set(int variable, boolean fill) {
    filled.set(variable, fill);
  }

  synchronized boolean isFilled(int variable) {
    return filled.get(variable);
  }

  synchronized byte[] digest(Header header) {
    return filled.get(0, header.variables().size()).toByteArray();
  }
}
