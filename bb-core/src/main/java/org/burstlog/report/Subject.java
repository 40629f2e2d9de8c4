package org.burstlog.report;

import java.util.Map;

/**
 * What a report is about.
 *
 * @param target the target, as commands write paths
 * @param processes how many processes share it
 * @param rank rank of the process that tells
 * @param node rank of the leader of its node
 * @param began when the file was opened, in milliseconds since 1970
 * @param shared whether the tier is shared by nodes, so that the loss of one loses no log
 * @param settings values of the settings that advice and losses follow from, by key
 */
public record Subject(
    String target,
    int processes,
    int rank,
    int node,
    long began,
    boolean shared,
    Map<String, String> settings) {
  private static final String NOT_SET = "";

  /**
   * Copies the settings.
   *
   * @param target the target, as commands write paths
   * @param processes how many processes share it
   * @param rank rank of the process that tells
   * @param node rank of the leader of its node
   * @param began when the file was opened, in milliseconds since 1970
   * @param shared whether the tier is shared by nodes, so that the loss of one loses no log
   * @param settings values of the settings that advice and losses follow from, by key
   */
  public Subject {
    settings = Map.copyOf(settings);
  }

  /** Returns the value of a setting; nothing where it is not told. */
  String set(String key) {
    return settings.getOrDefault(key, NOT_SET);
  }
}
