package org.burstlog.bench.kernel;

import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.bench.strategy.Strategies;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.settings.Setting;

/** What some code or benchmark writes. */
public interface Kernel {
  /**
   * Returns the name.
   *
   * @return one word
   */
  String name();

  /**
   * Returns what it stresses.
   *
   * @return a sentence
   */
  String stresses();

  /**
   * Returns its parameters.
   *
   * @return in the order of the documentation; their defaults make a small run
   */
  List<Setting<?>> parameters();

  /**
   * Returns sets of parameters that are known by a name.
   *
   * @return values by key, of those parameters that are not left at their default, by preset
   */
  Map<String, Map<String, String>> presets();

  /**
   * Returns the strategies by which it is run when nobody names any.
   *
   * @return their names: all that write, unless the kernel is made to compare some
   */
  default List<String> strategies() {
    return Strategies.writing().stream().map(Strategy::name).toList();
  }

  /**
   * Makes a program of it.
   *
   * @param parameters values of its parameters
   * @param ranks the number of processes
   * @return the program, which each process runs
   * @throws BurstlogException when the parameters do not fit each other or the processes
   */
  Program program(Parameters parameters, int ranks) throws BurstlogException;
}
