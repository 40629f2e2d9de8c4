package org.burstlog.bench.kernel;

import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.settings.Nearest;

/** All kernels by name. */
public final class Kernels {
  private static final List<Kernel> ALL =
      List.of(
          new Ior(),
          new Btio(),
          new Flash(),
          new Madbench(),
          new Metarates(),
          new Inserts(),
          new Model());

  private Kernels() {}

  /**
   * Returns all of them.
   *
   * @return the kernels, in the order of the documentation
   */
  public static List<Kernel> all() {
    return ALL;
  }

  /**
   * Finds one.
   *
   * @param name its name
   * @return the kernel
   * @throws BurstlogException when there is none of that name; it names the nearest
   */
  public static Kernel named(String name) throws BurstlogException {
    List<String> names = ALL.stream().map(Kernel::name).toList();
    int at = names.indexOf(name);
    if (at < 0) {
      throw new BurstlogException(Nearest.unknown("there is no kernel", name, names));
    }
    return ALL.get(at);
  }
}
