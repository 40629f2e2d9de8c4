package org.burstlog.log.option;

/**
 * How nodes keep parity of each other's logs.
 *
 * @param losses how many nodes of a set may be lost
 * @param set about how many nodes make a set
 * @param chunk bytes of a log of which parity is made together
 */
public record ParityOptions(int losses, int set, int chunk) {
  /** More nodes cannot be asked for: what is left over may make a set almost twice as large. */
  public static final int MOST_IN_SET = 128;
}
