package org.burstlog.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The instances of DataWarp that a job has, as its variables tell. */
public final class DataWarp {
  private static final String PRIVATE = "DW_JOB_PRIVATE";
  private static final String STRIPED = "DW_JOB_STRIPED";
  private static final String PERSISTENT = "DW_PERSISTENT_STRIPED_";

  private DataWarp() {}

  /**
   * Returns where the job's instances are, all of which may have logs: those of a persistent one
   * may come from another job of the user.
   *
   * @param environment the environment of a program of the job
   * @return the directories, the job's own first; none outside of such a job
   */
  public static List<Path> instances(Map<String, String> environment) {
    List<String> names = new ArrayList<>(List.of(PRIVATE, STRIPED));
    environment.keySet().stream()
        .filter(name -> name.startsWith(PERSISTENT))
        .sorted()
        .forEach(names::add);
    Set<Path> found = new LinkedHashSet<>();
    for (String name : names) {
      path(name, environment).ifPresent(found::add);
    }
    return List.copyOf(found);
  }

  /**
   * Tells from where logs on a tier can be recovered, where DataWarp bounds that.
   *
   * @param tier the tier
   * @param environment the environment of a program of the job
   * @return a sentence; nothing where the tier is no instance
   */
  public static Optional<String> reach(Path tier, Map<String, String> environment) {
    Path place = tier.toAbsolutePath().normalize();
    if (path(PRIVATE, environment).filter(place::equals).isPresent()) {
      return Optional.of(
          "it is private: after a crash, each node sees only its own logs, and only in this job; so"
              + " recover them on the same nodes before the job ends");
    }
    if (path(STRIPED, environment).filter(place::equals).isPresent()) {
      return Optional.of(
          "it belongs to the job and is deleted with it; after a crash, recover the logs on any of"
              + " its nodes before the job ends, or stage them out");
    }
    return instances(environment).contains(place)
        ? Optional.of(
            "it is persistent: after a crash, any job of this user that has the instance can"
                + " recover the logs")
        : Optional.empty();
  }

  private static Optional<Path> path(String name, Map<String, String> environment) {
    return Optional.ofNullable(environment.get(name))
        .filter(text -> !text.isBlank())
        .map(text -> Path.of(text).toAbsolutePath().normalize());
  }
}
