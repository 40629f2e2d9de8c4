package org.burstlog.group;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** How it is told to all processes that a step of {@link Together} has failed in some. */
public interface Telling {
  /** The gravest that there can be. */
  int GRAVEST = 255;

  /**
   * Tells how grave a failure is; of several, all processes learn the gravest.
   *
   * @param failure what went wrong here
   * @return from 1 to {@link #GRAVEST}
   */
  default int gravity(Throwable failure) {
    return 1;
  }

  /**
   * Makes what is thrown. Collective: all know that a process has failed, and not yet how.
   *
   * @param group the processes concerned
   * @param gravity how grave the gravest failure is
   * @param own what went wrong here, null when nothing did
   * @return what this process throws
   * @throws IOException when the group cannot be used any more
   */
  IOException tell(ProcessGroup group, int gravity, @Nullable Throwable own) throws IOException;

  /**
   * Has every process throw the same: a {@link org.burstlog.BurstlogException} that names the
   * processes and their errors, and whose cause is this process's own.
   *
   * @param what what is attempted, such as "opening /scratch/out.nc"
   * @return how it is told
   */
  static Telling of(String what) {
    return (group, gravity, own) -> AllReasons.gather(group, what, own);
  }
}
