package org.burstlog.recover;

/** Hears how far long work is. Called often, by one thread. */
@FunctionalInterface
public interface Progress {
  /** Nobody listens. */
  Progress NONE = (what, done, total) -> {};

  /**
   * Says how far this process's share of the work is.
   *
   * @param what what is being done, such as "reading out.nc"
   * @param done bytes done
   * @param total bytes there are, 0 when that is not known yet
   */
  void at(String what, long done, long total);
}
