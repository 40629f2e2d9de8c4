package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcAccess;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.convert.MemoryType;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;

/**
 * A random file that random puts of all kinds write, and arrays in memory that say what must be in
 * it. The same seed gives the same program, in every process and whatever drivers are in use, so
 * that files of several runs can be compared.
 *
 * <p>Between two syncs a variable is written by one process, or by each in a part of its own.
 */
public final class RandomProgram {
  /** Stands for an owner where each process writes a part. */
  private static final int EACH = -1;

  private final Random random;
  private final long seed;
  private final boolean forNcgen;
  private final StringBuilder log = new StringBuilder();
  private final List<Expected> expected = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private final CdfVersion format;
  private int counter;

  /** What a variable must hold. */
  static final class Expected {
    final String name;
    final NcType type;
    final List<String> dimensions;
    final long[] shape;
    final Values values;

    Expected(String name, NcType type, List<NcDimension> dimensions, Values values) {
      this.name = name;
      this.type = type;
      this.dimensions = dimensions.stream().map(NcDimension::name).toList();
      this.shape = dimensions.stream().mapToLong(d -> d.isUnlimited() ? -1 : d.length()).toArray();
      this.values = values;
    }

    boolean isRecord() {
      return shape.length > 0 && shape[0] < 0;
    }
  }

  /** Values by element, of which there are more when records are added. */
  static final class Values {
    private double[] all = new double[0];
    private double beyond;

    double get(int element) {
      return element < all.length ? all[element] : beyond;
    }

    void set(int element, double value) {
      int length = all.length;
      if (element >= length) {
        all = java.util.Arrays.copyOf(all, element + 1);
        java.util.Arrays.fill(all, length, element + 1, beyond);
      }
      all[element] = value;
    }
  }

  /**
   * A program.
   *
   * @param seed what it follows from
   * @param forNcgen whether types are left out that ncgen mistakes
   */
  public RandomProgram(long seed, boolean forNcgen) {
    this.seed = seed;
    this.forNcgen = forNcgen;
    random = new Random(seed);
    format = List.of(CdfVersion.values()).get(random.nextInt(3));
  }

  /**
   * Returns what was done, for whoever must find out why it went wrong.
   *
   * @return seed and calls
   */
  public String text() {
    return "seed " + seed + "\n" + log;
  }

  /**
   * Runs it, and checks after each phase that the file holds what it must. Collective.
   *
   * @param group the group
   * @param path where the file is made
   * @param options how it is created and opened
   * @throws Exception what the file throws
   */
  public void run(ProcessGroup group, Path path, NcOptions options) throws Exception {
    NcFile file = NcFile.create(path, options.format(format));
    define(file);
    file.endDefine();
    file.attachBuffer(1 << 20);
    int phases = 1 + random.nextInt(4);
    for (int phase = 0; phase < phases; phase++) {
      int operations = random.nextInt(12);
      int[] owners =
          expected.stream()
              .mapToInt(e -> random.nextInt(4) == 0 ? EACH : random.nextInt(group.size()))
              .toArray();
      for (int i = 0; i < operations; i++) {
        operate(file, group, owners);
      }
      await(file);
      log.append("sync\n");
      file.sync();
      verify(file);
      group.barrier();
      file = between(file, path, options);
    }
    file.close();
    try (NcFile again = NcFile.open(path, options.readOnly())) {
      verify(again);
    }
  }

  private NcFile between(NcFile file, Path path, NcOptions options) throws Exception {
    switch (random.nextInt(4)) {
      case 0 -> {
        log.append("close, open\n");
        file.close();
        NcFile again = NcFile.open(path, options);
        again.attachBuffer(1 << 20);
        return again;
      }
      case 1 -> {
        log.append("redefine\n");
        file.redefine();
        // What is new may lie where old values were.
        file.setFill(true);
        file.attributes().put("more" + counter, "x".repeat(1 + random.nextInt(300)));
        addVariable(file, true);
        file.endDefine();
      }
      default -> log.append("go on\n");
    }
    return file;
  }

  private void define(NcFile file) throws Exception {
    int count = 1 + random.nextInt(4);
    int unlimited = random.nextInt(count + 1);
    for (int i = 0; i < count; i++) {
      if (i == unlimited) {
        file.defineUnlimited("d" + i);
      } else {
        file.defineDimension("d" + i, 1 + random.nextInt(7));
      }
    }
    file.attributes().put("title", "random").put("count", count);
    boolean fill = random.nextInt(3) == 0;
    file.setFill(fill);
    int variables = 1 + random.nextInt(5);
    for (int i = 0; i < variables; i++) {
      addVariable(file, fill);
    }
  }

  private void addVariable(NcFile file, boolean filled) throws Exception {
    List<NcType> types = new ArrayList<>();
    for (NcType type : NcType.values()) {
      if (format.allows(type) && !(forNcgen && type == NcType.INT64)) {
        types.add(type);
      }
    }
    NcType type = types.get(random.nextInt(types.size()));
    List<NcDimension> dimensions = new ArrayList<>();
    int rank = random.nextInt(4);
    for (int d = 0; d < rank; d++) {
      NcDimension dimension = file.dimensions().get(random.nextInt(file.dimensions().size()));
      if (d == 0 || !dimension.isUnlimited()) {
        dimensions.add(dimension);
      }
    }
    String name = "v" + expected.size();
    NcVariable variable = file.defineVariable(name, type, dimensions.toArray(new NcDimension[0]));
    long[] shape = dimensions.stream().mapToLong(d -> d.isUnlimited() ? -1 : d.length()).toArray();
    Values values = new Values();
    boolean isRecord = shape.length > 0 && shape[0] < 0;
    if (filled) {
      double fill = fillOf(variable);
      if (!isRecord) {
        values.beyond = fill;
      } else {
        long elements = file.records();
        for (int d = 1; d < shape.length; d++) {
          elements *= shape[d];
        }
        for (int i = 0; i < elements; i++) {
          values.set(i, fill);
        }
      }
    }
    expected.add(new Expected(name, type, dimensions, values));
    log.append("define ").append(variable).append(filled ? " filled\n" : "\n");
  }

  private static double fillOf(NcVariable variable) {
    long bits = variable.type().fillBits();
    return switch (variable.type()) {
      case FLOAT -> Float.intBitsToFloat((int) bits);
      case DOUBLE -> Double.longBitsToDouble(bits);
      case UINT64 -> 1.8446744073709552E19;
      default -> bits;
    };
  }

  private void operate(NcFile file, ProcessGroup group, int[] owners) throws Exception {
    int target = random.nextInt(expected.size());
    Expected e = expected.get(target);
    NcVariable variable = file.variable(e.name);
    boolean own = owners[target] == group.rank();
    int kind = random.nextInt(7);
    if (owners[target] == EACH) {
      kind = kind == 6 ? 6 : 3;
    } else if (kind == 3) {
      kind = 1;
    }
    Region region = region(e);
    log.append(kind).append(' ').append(e.name).append(' ').append(region);
    log.append(" by ").append(owners[target]).append('\n');
    double[] values = values(e, region);
    NcMemory memory = memory(e, region, values);
    switch (kind) {
      case 0, 1 -> {
        if (own) {
          variable.put(region, memory);
        }
        apply(e, region, values);
      }
      case 2 -> {
        Region mine = own ? region : new Region(region.rank());
        if (region.rank() == 0) {
          // A scalar has no empty region.
          variable.collective().put(own ? List.of(region) : List.of(), memory);
        } else {
          variable.collective().put(mine, memory);
        }
        apply(e, region, values);
      }
      case 3 -> slabs(variable, e, group);
      case 4 -> {
        if (own) {
          NcAccess<?> access =
              region.elements() % 2 == 0 ? variable.nonblocking() : variable.buffered();
          access.put(region, memory);
        }
        waiting.add(() -> apply(e, region, values));
      }
      case 5 -> many(variable, e, own);
      default -> await(file);
    }
  }

  private void await(NcFile file) throws Exception {
    log.append("await\n");
    file.awaitAll();
    waiting.forEach(Runnable::run);
    waiting.clear();
  }

  /** Each process a part of the first dimension. */
  private void slabs(NcVariable variable, Expected e, ProcessGroup group) throws Exception {
    if (e.shape.length == 0) {
      return;
    }
    long length = e.isRecord() ? 5 : e.shape[0];
    Region mine = new Region(e.shape.length);
    NcMemory memory = NcMemory.of(new byte[0]);
    if (e.type == NcType.CHAR) {
      memory = memory.text();
    }
    for (int rank = 0; rank < group.size(); rank++) {
      long first = length * rank / group.size();
      Region slab = new Region(e.shape.length);
      slab.set(0, first, length * (rank + 1) / group.size() - first, 1);
      for (int d = 1; d < e.shape.length; d++) {
        slab.set(d, 0, e.shape[d], 1);
      }
      double[] values = values(e, slab);
      if (rank == group.rank()) {
        mine = slab;
        memory = memory(e, slab, values);
      } else {
        memory(e, slab, values);
      }
      apply(e, slab, values);
    }
    variable.collective().put(mine, memory);
  }

  private void many(NcVariable variable, Expected e, boolean own) throws Exception {
    List<Region> regions = new ArrayList<>();
    double[] all = new double[0];
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      Region region = region(e);
      double[] values = values(e, region);
      regions.add(region);
      int before = all.length;
      all = java.util.Arrays.copyOf(all, before + values.length);
      System.arraycopy(values, 0, all, before, values.length);
      apply(e, region, values);
    }
    boolean together = random.nextBoolean();
    log.append("  ").append(regions).append(together ? " together\n" : "\n");
    // Both in every process, so that their random numbers stay the same.
    NcMemory memory = typed(e, all);
    NcMemory nothing = typed(e, new double[0]);
    if (together) {
      variable.collective().put(own ? regions : List.of(), own ? memory : nothing);
    } else if (own) {
      variable.put(regions, memory);
    }
  }

  private Region region(Expected e) {
    Region region = new Region(e.shape.length);
    for (int d = 0; d < e.shape.length; d++) {
      int length = e.shape[d] < 0 ? 6 : (int) e.shape[d];
      int start = random.nextInt(length);
      int stride = 1 + (random.nextInt(3) == 0 ? random.nextInt(3) : 0);
      int most = (length - 1 - start) / stride + 1;
      region.set(d, start, random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(most), stride);
    }
    return region;
  }

  private double[] values(Expected e, Region region) {
    double[] values = new double[(int) region.elements()];
    for (int i = 0; i < values.length; i++) {
      int next = counter++;
      values[i] = e.type == NcType.CHAR ? 'a' + next % 26 : next % 100;
    }
    return values;
  }

  private void apply(Expected e, Region region, double[] values) {
    for (int i = 0; i < values.length; i++) {
      int rest = i;
      long element = 0;
      long step = 1;
      for (int d = region.rank() - 1; d >= 0; d--) {
        long index = rest % region.count(d);
        rest /= (int) region.count(d);
        element += (region.start(d) + index * region.stride(d)) * step;
        step *= e.shape[d];
      }
      e.values.set((int) element, values[i]);
    }
  }

  /** The values in memory of some type, dense, or with gaps around them. */
  private NcMemory memory(Expected e, Region region, double[] values) {
    int gaps = random.nextInt(3);
    if (gaps > 0 || region.rank() == 0) {
      return typed(e, values);
    }
    int rank = region.rank();
    long[] shape = new long[rank];
    long[] start = new long[rank];
    int size = 1;
    for (int d = 0; d < rank; d++) {
      shape[d] = region.count(d) + 2;
      start[d] = 1;
      size *= (int) shape[d];
    }
    double[] rim = new double[size];
    for (int i = 0; i < values.length; i++) {
      int rest = i;
      int at = 0;
      int step = 1;
      for (int d = rank - 1; d >= 0; d--) {
        at += (int) (rest % region.count(d) + 1) * step;
        rest /= (int) region.count(d);
        step *= (int) shape[d];
      }
      rim[at] = values[i];
    }
    return typed(e, rim).interior(shape, start);
  }

  private NcMemory typed(Expected e, double[] values) {
    int type = random.nextInt(7);
    int n = values.length;
    if (e.type == NcType.CHAR) {
      byte[] bytes = new byte[n];
      for (int i = 0; i < n; i++) {
        bytes[i] = (byte) values[i];
      }
      return NcMemory.of(bytes).text();
    }
    return switch (type) {
      case 0 -> NcMemory.of(values.clone());
      case 1 -> NcMemory.of(IntStream.range(0, n).map(i -> (int) values[i]).toArray());
      case 2 -> NcMemory.of(IntStream.range(0, n).mapToLong(i -> (long) values[i]).toArray());
      case 3 -> {
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
          floats[i] = (float) values[i];
        }
        yield NcMemory.of(floats);
      }
      case 4 -> {
        short[] shorts = new short[n];
        for (int i = 0; i < n; i++) {
          shorts[i] = (short) values[i];
        }
        yield NcMemory.of(shorts).unsigned();
      }
      case 5 -> {
        byte[] bytes = new byte[n];
        for (int i = 0; i < n; i++) {
          bytes[i] = (byte) values[i];
        }
        yield NcMemory.of(bytes);
      }
      default -> {
        ByteBuffer buffer = ByteBuffer.allocate(8 * n).order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
          buffer.putDouble(value);
        }
        yield NcMemory.of(buffer.flip(), MemoryType.DOUBLE);
      }
    };
  }

  void verify(NcFile file) throws Exception {
    for (Expected e : expected) {
      NcVariable variable = file.variable(e.name);
      double[] got;
      if (e.type == NcType.CHAR) {
        char[] text = variable.collective().getChars();
        got = IntStream.range(0, text.length).mapToDouble(i -> text[i]).toArray();
      } else {
        got = variable.collective().getDoubles();
      }
      double[] all = IntStream.range(0, got.length).mapToDouble(e.values::get).toArray();
      assertThat(got).as("%s\n%s", variable, text()).isEqualTo(all);
    }
  }

  /**
   * Returns what an element must be.
   *
   * @param variable the variable's name
   * @param element in row-major order
   * @return its value
   */
  public double expected(String variable, int element) {
    return expected.stream()
        .filter(e -> e.name.equals(variable))
        .findFirst()
        .orElseThrow()
        .values
        .get(element);
  }

  /**
   * Returns what must be in the file.
   *
   * @param file the file it has written
   * @return a text that ncgen makes the same file of
   * @throws Exception what the file throws
   */
  public String cdl(NcFile file) throws Exception {
    return Cdl.of(file, expected);
  }
}
