package org.burstlog.netcdfjava.programs;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs a program several times, each in a class loader of its own, as application servers do. */
public final class Containers {
  private Containers() {}

  public static void main(String[] arguments) throws Exception {
    String[] places = arguments[0].split(":", -1);
    URL[] path = new URL[places.length];
    for (int i = 0; i < path.length; i++) {
      path[i] = Path.of(places[i]).toUri().toURL();
    }
    for (String directory : Arrays.copyOfRange(arguments, 3, arguments.length)) {
      try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
        Object own = new String[] {directory, arguments[2]};
        Class<?> program = loader.loadClass(arguments[1]);
        program.getMethod("main", String[].class).invoke(null, own);
      }
    }
  }
}
