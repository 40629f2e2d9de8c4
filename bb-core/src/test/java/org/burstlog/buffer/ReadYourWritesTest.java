package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.burstlog.array.Array;
import org.burstlog.array.ExtentCursor;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random puts and gets on arrays that share bytes, beside an array of bytes that says it all. */
class ReadYourWritesTest {
  private static final int SIZE = 6000;

  @TempDir Path directory;

  @Test
  void whatWasPutIsGotByteForByte() throws IOException {
    long first = System.nanoTime();
    for (long seed = first; seed < first + Effort.of(25, 3000); seed++) {
      StringBuilder log = new StringBuilder("seed " + seed + "\n");
      try {
        run(new Random(seed), log);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(log.toString(), e);
      }
    }
  }

  private void run(Random random, StringBuilder log) throws IOException {
    Path path = directory.resolve("out.bin");
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, directory.toString())
            .set(Settings.CHUNK, "64KiB")
            .set(Settings.CAPACITY, random.nextBoolean() ? "0" : "96KiB")
            .build();
    byte[] image = new byte[SIZE];
    try (SoloGroup group = new SoloGroup();
        TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, settings)) {
      List<BufferedArray> arrays = new ArrayList<>();
      int operations = 20 + random.nextInt(400);
      for (int i = 0; i < operations; i++) {
        if (arrays.isEmpty() || random.nextInt(40) == 0) {
          arrays.add(buffer.define(array(random)));
        }
        BufferedArray array = arrays.get(random.nextInt(arrays.size()));
        Region region = region(random, array.array());
        switch (random.nextInt(20)) {
          case 0 -> {
            log.append("drain\n");
            buffer.drain();
          }
          case 1, 2, 3, 4, 5, 6 -> {
            log.append("get ").append(array.array()).append(' ').append(region).append('\n');
            get(array, region, target, image);
          }
          default -> {
            log.append("put ").append(array.array()).append(' ').append(region).append('\n');
            put(random, array, region, image);
          }
        }
      }
    }
    byte[] file = Files.readAllBytes(path);
    assertThat(Arrays.copyOf(file, SIZE)).isEqualTo(image);
  }

  private static Array array(Random random) {
    int width = 1 << random.nextInt(4);
    int rank = random.nextInt(4);
    long[] shape = new long[rank];
    long[] steps = new long[rank];
    long step = width;
    for (int d = rank - 1; d >= 0; d--) {
      shape[d] = 1L + random.nextInt(6);
      steps[d] = step + (random.nextInt(3) == 0 ? random.nextInt(5) : 0L);
      step = steps[d] * shape[d];
    }
    ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    return Array.strided("a", random.nextInt(300), width, order, shape, steps);
  }

  private static Region region(Random random, Array array) {
    Region region = new Region(array.rank());
    for (int d = 0; d < array.rank(); d++) {
      long start = random.nextInt((int) array.shape(d));
      long stride = 1L + random.nextInt(2);
      int most = (int) ((array.shape(d) - 1 - start) / stride) + 1;
      region.set(d, start, random.nextInt(20) == 0 ? 0L : 1L + random.nextInt(most), stride);
    }
    return region;
  }

  private static void put(Random random, BufferedArray array, Region region, byte[] image)
      throws IOException {
    int width = array.array().elementSize();
    byte[] bytes = new byte[(int) region.elements() * width];
    random.nextBytes(bytes);
    array.put(region, ByteBuffer.wrap(bytes));
    ExtentCursor cursor = new ExtentCursor().reset(array.array(), region);
    while (cursor.next()) {
      for (int i = 0; i < cursor.length(); i++) {
        int at = (int) cursor.position() + i;
        image[(int) cursor.offset() + i] = bytes[inMemory(array.array(), at)];
      }
    }
  }

  /** Where in memory the byte is that is at some place among a region's bytes in the target. */
  private static int inMemory(Array array, int at) {
    int width = array.elementSize();
    boolean swapped = array.order() != ByteOrder.nativeOrder();
    return swapped ? at - at % width + width - 1 - at % width : at;
  }

  private static void get(BufferedArray array, Region region, TargetFile target, byte[] image)
      throws IOException {
    int width = array.array().elementSize();
    int bytes = (int) region.elements() * width;
    byte[] memory = new byte[bytes];
    byte[] wanted = new byte[bytes];
    ExtentCursor cursor = new ExtentCursor().reset(array.array(), region);
    while (cursor.next()) {
      ByteBuffer part = ByteBuffer.allocateDirect((int) cursor.length());
      target.read(cursor.offset(), part);
      for (int i = 0; i < cursor.length(); i++) {
        int at = inMemory(array.array(), (int) cursor.position() + i);
        memory[at] = part.get(i);
        wanted[at] = image[(int) cursor.offset() + i];
      }
    }
    // A primitive array and a buffer, at some offset.
    Object typed = typed(memory, width);
    ByteBuffer buffer = ByteBuffer.allocate(bytes + 16);
    buffer.put(16, memory);
    long covered = array.readPending(region, typed, width);
    assertThat(array.readPending(region, buffer, 16)).isEqualTo(covered);
    assertThat(Arrays.copyOfRange(buffer.array(), 16, 16 + bytes)).isEqualTo(wanted);
    assertThat(untyped(typed, bytes, width)).isEqualTo(wanted);
    assertThat(covered).isBetween(0L, (long) bytes);
    if (covered == bytes) {
      ByteBuffer nothing = ByteBuffer.allocate(bytes);
      array.readPending(region, nothing, 0);
      assertThat(nothing.array()).isEqualTo(wanted);
    }
  }

  private static Object typed(byte[] memory, int width) {
    ByteBuffer all = ByteBuffer.allocate(memory.length + width).order(ByteOrder.nativeOrder());
    all.put(width, memory);
    int count = memory.length / width + 1;
    return switch (width) {
      case 8 -> {
        double[] a = new double[count];
        all.asDoubleBuffer().get(a);
        yield a;
      }
      case 4 -> {
        int[] a = new int[count];
        all.asIntBuffer().get(a);
        yield a;
      }
      case 2 -> {
        short[] a = new short[count];
        all.asShortBuffer().get(a);
        yield a;
      }
      default -> all.array();
    };
  }

  private static byte[] untyped(Object typed, int bytes, int width) {
    ByteBuffer all = ByteBuffer.allocate(bytes + width).order(ByteOrder.nativeOrder());
    if (typed instanceof double[] a) {
      all.asDoubleBuffer().put(a);
    } else if (typed instanceof int[] a) {
      all.asIntBuffer().put(a);
    } else if (typed instanceof short[] a) {
      all.asShortBuffer().put(a);
    } else {
      all.put((byte[]) typed);
    }
    return Arrays.copyOfRange(all.array(), width, width + bytes);
  }
}
