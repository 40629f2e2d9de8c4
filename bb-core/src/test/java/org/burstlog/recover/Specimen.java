package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;

/**
 * What a killed program has left, to be damaged again and again. Its processes have drained, and
 * put some values anew since, over some of their own, too.
 */
final class Specimen {
  /** Elements of each process. */
  private static final int ELEMENTS = 8;

  private static final int RANKS = 2;
  private static final int PUTS = 8;
  private static final int LENGTH = 4;
  private static final int FIRST_ENTRY = 8192;

  /** A sync of durability batch behind every third put, as each takes 128 bytes, and 96 first. */
  private static final long BATCH = 384;

  private static final int SYNCED_BY_BATCH = 6;

  /** How a program wrote its logs. */
  record Way(
      Settings.Layout layout, LogOptions.Access access, Durability durability, boolean secondhand) {
    /** How many of the puts of a process must be found, or missed aloud. */
    int promised() {
      return switch (durability) {
        case PROCESS, NODE -> 0;
        case BATCH -> SYNCED_BY_BATCH;
        case POWER -> PUTS;
      };
    }

    /** Nothing tells of entries behind the last sync where none is a store to a mapping. */
    boolean mayEndEarly() {
      return durability != Durability.POWER && access == LogOptions.Access.WRITTEN;
    }
  }

  /** What came of one harm. */
  enum Outcome {
    WHOLE,
    TORN,
    REFUSED,
    /** An end that nothing tells from the real one, see {@link Way#mayEndEarly}. */
    EARLIER_END
  }

  private final Wreck wreck;
  private final Way way;
  private final Path session;
  private final String name;
  private final byte[] drained;
  private final Map<String, byte[]> files = new TreeMap<>();
  private final long salt;

  Specimen(Wreck wreck, String name, Way way, long salt) throws Exception {
    this.wreck = wreck;
    this.way = way;
    this.name = name;
    this.salt = salt;
    this.session =
        wreck.of(
            wreck.target(name),
            TargetFile.Mode.CREATE,
            RANKS,
            settings ->
                settings
                    // So small that each bit can be tried.
                    .set(Settings.CHUNK, "16KiB")
                    .set(Settings.LAYOUT, lower(way.layout))
                    .set(Settings.ACCESS, lower(way.access))
                    .set(Settings.DURABILITY, lower(way.durability))
                    .set(Settings.BATCH_BYTES, String.valueOf(BATCH))
                    .set(Settings.BATCH_INTERVAL, "3600s"),
            way.secondhand,
            (group, buffer) -> {
              BufferedArray array = buffer.define(Wreck.layout((long) ELEMENTS * RANKS));
              // More than after it, so that rubbish follows the end.
              for (int epoch = 0; epoch < 2; epoch++) {
                for (int put = 0; put < (epoch == 0 ? 2 * PUTS : PUTS); put++) {
                  Wreck.put(array, first(group.rank(), put), values(epoch, group.rank(), put));
                }
                if (epoch == 0) {
                  buffer.drain();
                }
              }
            });
    this.drained = wreck.content(name);
    try (Stream<Path> all = Files.list(session)) {
      for (Path file : all.filter(f -> !f.endsWith("lock")).toList()) {
        files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
      }
    }
    remove();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static int first(int rank, int put) {
    return rank * ELEMENTS + put % (ELEMENTS - LENGTH + 1);
  }

  private long[] values(int epoch, int rank, int put) {
    long[] values = new long[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      values[i] = salt + 1_000_000L * (epoch + 1) + 10_000L * rank + 100L * put + i + 1;
    }
    return values;
  }

  Map<String, byte[]> files() {
    return files;
  }

  /** Where the entries of a metadata log, or the data of puts, begin and end. */
  List<Integer> places(String file) {
    List<Integer> places = new ArrayList<>();
    byte[] all = files.getOrDefault(file, new byte[0]);
    ByteBuffer bytes = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    int lanes = bytes.getInt(28);
    int block = lanes == 1 ? all.length : (int) bytes.getLong(48);
    for (int lane = 0; lane < lanes; lane++) {
      int at = lane * block + FIRST_ENTRY;
      places.add(at);
      if (file.endsWith(".meta")) {
        while (bytes.getInt(at) > 0) {
          at += bytes.getInt(at);
          places.add(at);
        }
      } else {
        for (int put = 0; put < PUTS; put++) {
          at += LENGTH * Long.BYTES;
          places.add(at);
        }
      }
    }
    return places;
  }

  /** Damages it, recovers it, and checks that what became of it is right or told to be wrong. */
  Outcome after(Harm harm) throws IOException {
    Map<String, byte[]> harmed = new TreeMap<>();
    files.forEach((file, bytes) -> harmed.put(file, bytes.clone()));
    harm.to().on(harmed);
    make();
    for (Map.Entry<String, byte[]> file : harmed.entrySet()) {
      Files.write(session.resolve(file.getKey()), file.getValue());
    }
    Files.createFile(session.resolve("lock"));
    Files.write(wreck.target(name), drained);
    try {
      return judge(harm);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(way + ", " + harm.what(), e);
    } finally {
      remove();
    }
  }

  private Outcome judge(Harm harm) throws IOException {
    RecoveryReport report;
    try {
      report = wreck.recover();
    } catch (BurstlogException refused) {
      assertThat(wreck.content(name)).as("what was refused is untouched").isEqualTo(drained);
      assertThat(session.resolve("lock")).exists();
      return Outcome.REFUSED;
    }
    boolean whole = whole();
    if (report.complete()) {
      if (!whole && way.mayEndEarly() && harm.kind().zeros()) {
        checkParts();
        return Outcome.EARLIER_END;
      }
      assertThat(whole).as("what is said to be complete is: %s", report).isTrue();
      return Outcome.WHOLE;
    }
    checkParts();
    assertThat(report.kept()).as("what is not whole is kept").isTrue();
    try (Stream<Path> left = Files.list(session)) {
      assertThat(left.map(f -> String.valueOf(f.getFileName()))).containsAll(harmedNames(harm));
    }
    return Outcome.TORN;
  }

  private Set<String> harmedNames(Harm harm) {
    Map<String, byte[]> harmed = new TreeMap<>();
    files.forEach((file, bytes) -> harmed.put(file, bytes.clone()));
    harm.to().on(harmed);
    return harmed.keySet();
  }

  private boolean whole() throws IOException {
    long[] found = found();
    for (int rank = 0; rank < RANKS; rank++) {
      if (!has(found, rank, (1 << PUTS) - 1)) {
        return false;
      }
    }
    return true;
  }

  private void checkParts() throws IOException {
    long[] found = found();
    for (int rank = 0; rank < RANKS; rank++) {
      int promised = (1 << way.promised()) - 1;
      boolean right = false;
      for (int puts = promised; puts < 1 << PUTS && !right; puts++) {
        boolean prefix = (puts & puts + 1) == 0;
        boolean allowed = prefix || way.durability == Durability.BATCH;
        right = allowed && (puts & promised) == promised && has(found, rank, puts);
      }
      assertThat(right)
          .as("of rank %d what it put, but for the end: %s", rank, Arrays.toString(found))
          .isTrue();
    }
  }

  /** Tells whether the values of a process are as some of its puts, by bits, leave them. */
  private boolean has(long[] found, int rank, int puts) {
    long[] expected = longs(drained);
    for (int put = 0; put < PUTS; put++) {
      if ((puts & 1 << put) != 0) {
        System.arraycopy(values(1, rank, put), 0, expected, first(rank, put), LENGTH);
      }
    }
    for (int i = rank * ELEMENTS; i < (rank + 1) * ELEMENTS; i++) {
      if (i >= found.length || found[i] != expected[i]) {
        return false;
      }
    }
    return found.length == expected.length;
  }

  private long[] found() throws IOException {
    return longs(wreck.content(name));
  }

  private static long[] longs(byte[] bytes) {
    long[] values = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().get(values);
    return values;
  }

  private void remove() throws IOException {
    if (Files.exists(session)) {
      try (Stream<Path> all = Files.list(session)) {
        for (Path file : all.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(session);
    }
  }

  private void make() throws IOException {
    Files.createDirectory(session);
    Files.setPosixFilePermissions(session, PosixFilePermissions.fromString("rwx------"));
  }
}
