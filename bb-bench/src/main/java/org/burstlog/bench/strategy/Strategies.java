package org.burstlog.bench.strategy;

import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.settings.Nearest;

/** All strategies by name. */
public final class Strategies {
  private static final List<Strategy> ALL =
      List.of(
          new None(),
          new Direct(),
          new Gathering(),
          new Nonblocking(),
          Buffered.process(),
          Buffered.node(),
          Buffered.background(),
          new Stage(),
          new LogFs());

  private Strategies() {}

  /**
   * Returns all of them.
   *
   * @return the strategies, what they are compared with first, then those without a burst buffer
   */
  public static List<Strategy> all() {
    return ALL;
  }

  /**
   * Returns those that write.
   *
   * @return the strategies that leave files, which are the same whatever the strategy
   */
  public static List<Strategy> writing() {
    return ALL.stream().filter(Strategy::writes).toList();
  }

  /**
   * Finds one.
   *
   * @param name its name
   * @return the strategy
   * @throws BurstlogException when there is none of that name; it names the nearest
   */
  public static Strategy named(String name) throws BurstlogException {
    List<String> names = ALL.stream().map(Strategy::name).toList();
    int at = names.indexOf(name);
    if (at < 0) {
      throw new BurstlogException(Nearest.unknown("there is no strategy", name, names));
    }
    return ALL.get(at);
  }
}
