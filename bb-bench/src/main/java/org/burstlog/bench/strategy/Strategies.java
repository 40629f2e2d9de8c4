package org.burstlog.bench.strategy;

import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.Nearest;
import org.burstlog.Settings;

/** All strategies by name. */
public final class Strategies {
  private static final List<Strategy> ALL =
      List.of(
          new Direct(),
          new Nonblocking(),
          new Buffered(Settings.Layout.PROCESS),
          new Buffered(Settings.Layout.NODE),
          new Stage(),
          new LogFs());

  private Strategies() {}

  /**
   * Returns all of them.
   *
   * @return the strategies, those without a burst buffer first
   */
  public static List<Strategy> all() {
    return ALL;
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
