package org.burstlog.drain.files;

import org.burstlog.target.Striping;

/**
 * What is pending of one file, in all processes together.
 *
 * @param bytes how much
 * @param striping how the file is spread over servers
 */
public record FileLoad(long bytes, Striping striping) {
  /** How many servers get something of it, if it begins with a stripe. */
  int servers() {
    long stripes = Math.max(1, (bytes + striping.stripe() - 1) / striping.stripe());
    return (int) Math.min(striping.servers(), stripes);
  }
}
