package org.burstlog.netcdfjava.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes that the agent's jar brings along, in a loader of their own: the program may have
 * others of the same names.
 */
final class Isolated {
  /** Where they lie in the jar. */
  private static final String DIRECTORY = "burstlog/";

  private static final String REDIRECT = "org.burstlog.netcdfjava.redirect.";
  private static final String VALUES = "org.burstlog.netcdfjava.values.";
  private static final ClassLoader BURSTLOG = burstlog();

  /** Modules of the JDK that Burstlog needs, and a program that is a module may go without. */
  static final List<String> MISSING =
      Stream.of("jdk.jfr", "jdk.unsupported")
          .filter(name -> ModuleLayer.boot().findModule(name).isEmpty())
          .toList();

  private Isolated() {}

  private static ClassLoader burstlog() {
    URL jar = Isolated.class.getProtectionDomain().getCodeSource().getLocation();
    try {
      URL inside = URI.create("jar:" + jar + "!/" + DIRECTORY).toURL();
      return new URLClassLoader(
          "burstlog-agent", new URL[] {inside}, ClassLoader.getPlatformClassLoader());
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  static ClassFileTransformer weaver() throws ReflectiveOperationException {
    return (ClassFileTransformer)
        BURSTLOG
            .loadClass("org.burstlog.netcdfjava.weave.Weaver")
            .getConstructor(String.class)
            .newInstance(Redirection.class.getName());
  }

  /** What serves the NetCDF-Java of a loader. */
  static UnaryOperator<@Nullable Object> redirector(ClassLoader netcdfJava)
      throws ReflectiveOperationException {
    @SuppressWarnings("unchecked")
    UnaryOperator<@Nullable Object> made =
        (UnaryOperator<@Nullable Object>)
            new Beside(netcdfJava)
                .loadClass(REDIRECT + "Redirector")
                .getConstructor()
                .newInstance();
    return made;
  }

  /** Loads the classes that know both NetCDF-Java, as the program sees it, and Burstlog. */
  private static final class Beside extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    Beside(ClassLoader netcdfJava) {
      super("burstlog-agent-netcdf-java", netcdfJava);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("org.burstlog.")) {
        return super.loadClass(name, resolve);
      }
      if (!name.startsWith(REDIRECT) && !name.startsWith(VALUES)) {
        return BURSTLOG.loadClass(name);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = BURSTLOG.getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length, Isolated.class.getProtectionDomain());
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
