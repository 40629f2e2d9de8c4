package org.burstlog.pace;

/** How much is in the logs of this process. Asked by any thread. */
public interface Fill {
  /**
   * Returns what is in the log that takes puts.
   *
   * @return bytes
   */
  long used();

  /**
   * Returns what that log will probably take in all.
   *
   * @return bytes; the largest long while that is not known
   */
  long limit();

  /**
   * Returns what was handed over and is not released.
   *
   * @return bytes in sealed epochs
   */
  long handedOver();
}
