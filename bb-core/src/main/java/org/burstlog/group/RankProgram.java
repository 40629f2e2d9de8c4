package org.burstlog.group;

/** What every process of a group runs. */
@FunctionalInterface
public interface RankProgram {
  /**
   * Runs as one process of a group.
   *
   * @param group the group, as this process sees it
   * @throws Exception when the program ends before its time
   */
  void run(ProcessGroup group) throws Exception;
}
