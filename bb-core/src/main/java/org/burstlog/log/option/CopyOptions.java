package org.burstlog.log.option;

import java.time.Duration;
import java.util.Optional;

/**
 * How logs are copied to other nodes.
 *
 * @param copies how many copies of each log there are, 0 for none
 * @param lag how many bytes a copy may be behind before it counts as fallen behind
 * @param domain what was set that this node fails together with, empty when nothing was
 * @param network the network by which they are sent: an interface, or an address with the number of
 *     its bits that matter; empty for the network of the host's name
 * @param patience for how long whoever sends waits without any progress before it takes the
 *     connection for lost
 * @param parity how parity is kept in the place of copies; empty where it is not
 */
public record CopyOptions(
    int copies,
    long lag,
    String domain,
    Optional<String> network,
    Duration patience,
    Optional<ParityOptions> parity) {
  /** Nothing moves for so long only where something is broken. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Tells how many nodes may be lost.
   *
   * @return how many copies there are, or how many nodes of a set may be lost
   */
  public int losses() {
    return parity.map(ParityOptions::losses).orElse(copies);
  }
}
