package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.convert.MemoryType;
import org.burstlog.netcdf.driver.DriverLayer;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each public method of this package is called with null for each of its arguments that may not be
 * null, all others right. It throws an NcException with a code, or, where it only describes
 * something, the call that uses the description does.
 */
class NullArgumentsTest {
  private static final Set<NcError> CODES =
      Set.of(
          NcError.NC_EINVAL,
          NcError.NC_EBADNAME,
          NcError.NC_EBADDIM,
          NcError.NC_ENULLSTART,
          NcError.NC_EINVAL_REQUEST);

  @TempDir Path directory;
  private int files;

  /** What methods are called on. */
  private static final List<Class<?>> TYPES =
      List.of(
          NcFile.class,
          NcVariable.class,
          NcDimension.class,
          NcAttributes.class,
          NcMemory.class,
          NcOptions.class,
          Collective.class,
          Nonblocking.class);

  /** Something right of each type, but for the primitive ones. */
  private Map<Class<?>, Object> right(NcFile file, NcVariable variable) throws Exception {
    Map<Class<?>, Object> all = new HashMap<>();
    all.put(String.class, "name");
    all.put(Path.class, directory.resolve("another.nc"));
    all.put(NcOptions.class, NcOptions.defaults());
    all.put(NcType.class, NcType.INT);
    all.put(NcDimension[].class, new NcDimension[] {file.dimension("x")});
    all.put(LayoutSettings.class, LayoutSettings.COMPACT);
    all.put(Attribute.class, Attribute.of("units", 1));
    all.put(NcAttributes.class, file.attributes());
    all.put(Region.class, Region.of(new long[] {0}, new long[] {1}));
    all.put(NcMemory.class, NcMemory.of(new int[4]));
    all.put(NcRequest[].class, new NcRequest[0]);
    all.put(NcFile[].class, new NcFile[] {file});
    all.put(ProcessGroup.class, new SoloGroup());
    all.put(TargetSystem.class, PlainTarget.SYSTEM);
    all.put(CdfVersion.class, CdfVersion.CDF1);
    all.put(Map.class, Map.of());
    all.put(Settings.class, Settings.builder().build());
    all.put(DriverLayer.class, (DriverLayer) (driver, context) -> driver);
    all.put(ByteBuffer.class, ByteBuffer.allocate(16));
    all.put(MemoryType.class, MemoryType.INT);
    all.put(List.class, List.of());
    all.put(Duration.class, Duration.ZERO);
    all.put(NcVariable.class, variable);
    return all;
  }

  private static Object primitive(Class<?> type) {
    return type == long.class ? (Object) 1L : Array.get(Array.newInstance(type, 1), 0);
  }

  private static @Nullable Object argument(Class<?> type, Map<Class<?>, Object> right) {
    if (type.isPrimitive()) {
      return primitive(type);
    }
    if (right.containsKey(type)) {
      return right.get(type);
    }
    Class<?> element = type.getComponentType();
    assertThat(element != null && element.isPrimitive()).as("an example of %s", type).isTrue();
    return Array.newInstance(element, 1);
  }

  private static boolean mayBeNull(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class);
  }

  /** Uses what only describes something. */
  private void use(Object made, NcFile file, NcVariable v) throws Exception {
    if (made instanceof NcMemory memory) {
      if (file.isDefining()) {
        file.attributes().put("used", NcType.INT, memory);
      } else {
        v.put(Region.of(new long[] {0}, new long[] {1}), memory);
      }
    } else if (made instanceof NcOptions options) {
      NcFile.create(directory.resolve("used.nc"), options).close();
    }
  }

  private interface Body {
    void run(NcFile file, NcVariable variable) throws Exception;
  }

  /** What a file is like when a method is called: each needs one of these. */
  private enum State {
    NUMBERS,
    TEXT,
    DEFINING
  }

  private void withFile(State state, Body body) throws Exception {
    NcFile file = NcFile.create(directory.resolve("file" + files++ + ".nc"));
    NcType type = state == State.TEXT ? NcType.CHAR : NcType.INT;
    NcVariable v = file.defineVariable("v", type, file.defineDimension("x", 4));
    file.attributes().put("name", 1);
    if (state != State.DEFINING) {
      file.endDefine();
    }
    try {
      body.run(file, v);
    } finally {
      file.abort();
    }
  }

  private static Object receiver(Class<?> type, NcFile file, NcVariable v) throws Exception {
    if (type == NcFile.class) {
      return file;
    } else if (type == NcVariable.class) {
      return v;
    } else if (type == NcDimension.class) {
      return file.dimension("x");
    } else if (type == NcAttributes.class) {
      return file.attributes();
    } else if (type == NcMemory.class) {
      return NcMemory.of(new int[4]);
    } else if (type == NcOptions.class) {
      return NcOptions.defaults();
    }
    return type == Collective.class ? v.collective() : v.nonblocking();
  }

  /** The error of a call, or what else came of it. */
  private String outcome(Class<?> type, Method method, int place, State state) throws Exception {
    List<String> told = new ArrayList<>();
    withFile(
        state,
        (file, v) -> {
          Map<Class<?>, Object> right = right(file, v);
          Class<?>[] types = method.getParameterTypes();
          Object[] arguments = new Object[types.length];
          for (int i = 0; i < types.length; i++) {
            arguments[i] = i == place ? null : argument(types[i], right);
          }
          try {
            Object made = method.invoke(receiver(type, file, v), arguments);
            use(made, file, v);
            told.add(made == null ? "nothing was thrown" : "nothing was thrown but " + made);
          } catch (InvocationTargetException e) {
            told.add(text(e.getCause()));
          } catch (NcException e) {
            told.add(text(e));
          }
        });
    return told.get(0);
  }

  private static String text(@Nullable Throwable thrown) {
    boolean right = thrown instanceof NcException e && CODES.contains(e.error());
    return right ? "" : String.valueOf(thrown);
  }

  @Test
  void areToldWithACode() throws Exception {
    List<String> wrong = new ArrayList<>();
    int calls = 0;
    for (Class<?> type : TYPES) {
      for (Method method : methods(type)) {
        AnnotatedType[] types = method.getAnnotatedParameterTypes();
        for (int place = 0; place < types.length; place++) {
          boolean isReference = !method.getParameterTypes()[place].isPrimitive();
          if (!isReference || mayBeNull(types[place])) {
            continue;
          }
          calls++;
          List<String> outcomes = new ArrayList<>();
          for (State state : State.values()) {
            if (!outcomes.contains("")) {
              outcomes.add(outcome(type, method, place, state));
            }
          }
          if (!outcomes.contains("")) {
            wrong.add("\n" + method + ", argument " + place + ": " + outcomes);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(calls).isGreaterThan(150);
  }

  private static List<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class && !method.isBridge())
        .filter(method -> method.getParameterCount() > 0)
        .map(method -> accessible(type, method))
        .toList();
  }

  private static Method accessible(Class<?> type, Method method) {
    assertThat(Modifier.isPublic(method.getModifiers())).as("%s of %s", method, type).isTrue();
    method.setAccessible(true);
    return method;
  }

  @Test
  @SuppressWarnings("NullAway") // Null is what is wrong.
  void elementsOfListsThatAreNullAreToldToo() throws Exception {
    withFile(
        State.NUMBERS,
        (file, v) -> {
          List<Region> regions = new ArrayList<>();
          regions.add(null);
          NcMemory memory = NcMemory.of(new int[4]);
          assertThat(thrown(() -> v.put(regions, memory))).isEqualTo(NcError.NC_ENULLSTART);
          assertThat(thrown(() -> v.get(regions, memory))).isEqualTo(NcError.NC_ENULLSTART);
          assertThat(thrown(() -> v.nonblocking().put(regions, memory)))
              .isEqualTo(NcError.NC_ENULLSTART);
          assertThat(thrown(() -> v.collective().get(regions, memory)))
              .isEqualTo(NcError.NC_ENULLSTART);
          List<NcRequest> requests = new ArrayList<>();
          requests.add(null);
          assertThat(thrown(() -> file.awaitAll(requests))).isEqualTo(NcError.NC_EINVAL_REQUEST);
          assertThat(thrown(() -> file.await((NcRequest) null)))
              .isEqualTo(NcError.NC_EINVAL_REQUEST);
          assertThat(thrown(() -> file.cancel((NcRequest) null)))
              .isEqualTo(NcError.NC_EINVAL_REQUEST);
        });
    withFile(
        State.DEFINING,
        (file, v) ->
            assertThat(thrown(() -> file.defineVariable("w", NcType.INT, (NcDimension) null)))
                .isEqualTo(NcError.NC_EBADDIM));
    Map<String, String> hints = new HashMap<>();
    hints.put("nc_burst_buf", null);
    NcOptions options = NcOptions.defaults().hints(hints);
    assertThat(thrown(() -> NcFile.create(directory.resolve("hints.nc"), options)))
        .isEqualTo(NcError.NC_EINVAL);
  }

  private interface Action {
    void run() throws Exception;
  }

  private static NcError thrown(Action action) throws Exception {
    try {
      action.run();
    } catch (NcException e) {
      return e.error();
    }
    throw new AssertionError("nothing was thrown");
  }
}
