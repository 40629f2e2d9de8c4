package org.burstlog.netcdfjava.agent;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What changed classes of NetCDF-Java call; they find it by its name. */
public final class Redirection {
  /** Is given what writes the files of a writer, and returns what is to write them. */
  public static final UnaryOperator<@Nullable Object> WRITERS = Redirection::writer;

  /** Is given what writes files, and returns what NetCDF-Java had for it. */
  public static final UnaryOperator<@Nullable Object> ORIGINALS = Redirection::original;

  /** Is told of each file that NetCDF-Java opens. */
  public static final Consumer<String> READERS = Redirection::opening;

  private static final List<String> NETCDF_3 =
      List.of("ucar.nc2.iosp.netcdf3.", "ucar.nc2.internal.iosp.netcdf3.");
  private static final String ALONE = "the program writes without the burst buffer";
  private static final AtomicBoolean TOLD = new AtomicBoolean();
  private static final List<Consumer<String>> OPENED = new CopyOnWriteArrayList<>();

  /** One for each copy of NetCDF-Java, which its classes keep. */
  private static final ClassValue<UnaryOperator<@Nullable Object>> REDIRECTORS =
      new ClassValue<>() {
        @Override
        protected UnaryOperator<@Nullable Object> computeValue(Class<?> original) {
          if (!Isolated.MISSING.isEmpty()) {
            tell(
                ALONE + "; start it with --add-modules=" + String.join(",", Isolated.MISSING),
                null);
            return UnaryOperator.identity();
          }
          try {
            UnaryOperator<@Nullable Object> made = Isolated.redirector(original.getClassLoader());
            @SuppressWarnings("unchecked")
            Consumer<String> opened = (Consumer<String>) made;
            OPENED.add(opened);
            return made;
          } catch (ReflectiveOperationException | LinkageError e) {
            tell(ALONE + "; this version of NetCDF-Java is not served", e);
            return UnaryOperator.identity();
          }
        }
      };

  private Redirection() {}

  private static @Nullable Object writer(@Nullable Object original) {
    if (original == null) {
      return null;
    }
    String name = original.getClass().getName();
    return NETCDF_3.stream().anyMatch(name::startsWith)
        ? REDIRECTORS.get(original.getClass()).apply(original)
        : original;
  }

  private static @Nullable Object original(@Nullable Object writer) {
    return writer instanceof Supplier<?> redirected
            && writer.getClass().getName().startsWith("org.burstlog.")
        ? redirected.get()
        : writer;
  }

  private static void opening(String location) {
    for (Consumer<String> each : OPENED) {
      each.accept(location);
    }
  }

  /** Says once that something is not as it was asked for. */
  static void tell(String what, @Nullable Throwable why) {
    if (!TOLD.getAndSet(true)) {
      System.getLogger("org.burstlog").log(System.Logger.Level.WARNING, what, why);
    }
  }
}
