package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BufferedArray;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.settings.NamedSettings;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.ReadOnlyStorage;
import org.burstlog.storage.Storage;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of plain arrays put, crash, go on or close; others read what there is. */
class AttachmentTest {
  private static final int ELEMENTS = 600;
  private static final Array LAYOUT = Wreck.layout(ELEMENTS);

  @TempDir Path directory;
  private Path target;

  @BeforeEach
  void places() {
    target = directory.resolve("out.bin");
  }

  private Settings settings(int node, String... more) throws IOException {
    Settings.Builder settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(
                Settings.TIER,
                Files.createDirectories(directory.resolve("tier" + node)).toString());
    return NamedSettings.set(settings, more).build();
  }

  /** How a program ends. */
  private interface End {
    void of(BurstBuffer buffer) throws IOException;
  }

  /**
   * Each process puts to its part of the array, again and again; some of it is drained.
   *
   * @return what the array is to hold
   */
  private long[] write(int ranks, int perNode, long seed, End end, String... more)
      throws Exception {
    long[] model = new long[ELEMENTS];
    ThreadedGroup.run(
        ranks,
        perNode,
        group -> {
          try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE)) {
            BurstBuffer buffer =
                BurstBuffer.open(file, group, settings(group.rank() / perNode, more));
            put(group, buffer, model, seed);
            end.of(buffer);
          }
        });
    return model;
  }

  private static void put(ProcessGroup group, BurstBuffer buffer, long[] model, long seed)
      throws IOException {
    BufferedArray array = buffer.define(LAYOUT);
    Random random = new Random(seed + group.rank());
    int part = ELEMENTS / group.size();
    for (int turn = 0; turn < 40; turn++) {
      int first = group.rank() * part + random.nextInt(part / 2);
      int stride = 1 + random.nextInt(3);
      int count = 1 + random.nextInt(part / 2 / stride);
      long[] values = random.longs(count).toArray();
      array.put(Region.of(new long[] {first}, new long[] {count}, new long[] {stride}), values);
      synchronized (model) {
        for (int i = 0; i < count; i++) {
          model[first + i * stride] = values[i];
        }
      }
      if (turn == 19) {
        buffer.handOver(DrainReason.FLUSH);
      }
    }
  }

  private static void read(Path target, Attachment attachment, ProcessGroup group, long[] model)
      throws IOException {
    long[] found = new long[ELEMENTS];
    Region whole = Region.of(new long[] {0}, new long[] {ELEMENTS});
    boolean far = attachment.isFar(LAYOUT, whole);
    RegionFill fill = new RegionFill(LAYOUT, whole, found, 0, ELEMENTS * 8L);
    do {
      base(target, found);
      fill.clear();
      if (attachment.isApart()) {
        assertThat(attachment.fetch(far ? List.of(fill) : List.of(), Telling.of("reading")))
            .isNull();
      }
      if (!far) {
        attachment.read(LAYOUT, whole, found, 0);
      }
    } while (!attachment.isStill());
    attachment.count(1, 0);
    assertThat(Arrays.mismatch(found, model)).as("first wrong").isEqualTo(-1);
    assertThat(group.max(attachment.statistics().get(Counter.MERGED_GETS))).isPositive();
  }

  private static void base(Path target, long[] found) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(target));
    Arrays.fill(found, 0);
    for (int i = 0; i < bytes.capacity() / 8; i++) {
      found[i] = bytes.getLong(8 * i);
    }
  }

  private void assertIsRead(int readers, int perNode, long[] model, String... more)
      throws Exception {
    ThreadedGroup.run(
        readers,
        perNode,
        group -> {
          try (Attachment attachment =
              BurstBuffer.attach(target, group, settings(group.rank() / perNode, more))) {
            read(target, Objects.requireNonNull(attachment), group, model);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,1,1,process",
    "4,2,2,1,process",
    "4,2,3,2,process",
    "6,2,5,2,process",
    "4,2,4,2,node",
    "4,4,3,3,node"
  })
  void whatACrashLeftIsReadFromAllNodes(
      int writers, int each, int readers, int perNode, String layout) throws Exception {
    for (int round = 0; round < Effort.of(4, 200); round++) {
      long seed = System.nanoTime();
      String mode = round % 2 == 0 ? "foreground" : "background";
      long[] model =
          write(
              writers,
              each,
              seed,
              BurstBuffer::leave,
              "log.layout",
              layout,
              "drain.mode",
              mode,
              "recover",
              "ignore");
      try {
        assertIsRead(readers, perNode, model);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
      discardAll();
    }
  }

  @Test
  void whatIsRecoveredWhileItIsBeingFoundIsInTheTarget() throws Exception {
    long[] model = write(2, 2, 11, BurstBuffer::leave, "recover", "ignore");
    try (SoloGroup group = new SoloGroup()) {
      List<TierSession> recovered = new ArrayList<>();
      Attachment.Finder finder =
          () -> {
            Storage storage = new LocalStorage();
            LeftBehind left = LeftBehind.find(target, directory.resolve("tier0"), group, storage);
            if (recovered.isEmpty()) {
              // Another program finds it by itself.
              recovered.addAll(
                  LeftBehind.find(target, directory.resolve("tier0"), group, storage).sessions());
              new Recovery(group, storage, PlainTarget.SYSTEM, RecoveryOptions.careful(Wreck.DRAIN))
                  .recover(recovered.get(0));
            }
            return left;
          };
      try (Attachment attachment =
          Attachment.open(target, group, finder, AttachPolicy.AUTO, RecoverPolicy.AUTO)) {
        assertThat(attachment.isEmpty()).isTrue();
        long[] found = new long[ELEMENTS];
        base(target, found);
        assertThat(Arrays.mismatch(found, model)).as("first wrong").isEqualTo(-1);
      }
      assertThat(recovered).hasSize(1);
    }
  }

  @Nested
  class OnATierThatMayOnlyBeRead {
    private final Storage readOnly = new ReadOnlyStorage(new LocalStorage());

    private Attachment attach(ProcessGroup group) throws IOException {
      return Attachment.open(
          target,
          group,
          () -> LeftBehind.find(target, directory.resolve("tier0"), group, readOnly),
          AttachPolicy.AUTO,
          RecoverPolicy.AUTO);
    }

    @Test
    void whatACrashLeftIsRead() throws Exception {
      long[] model = write(3, 3, 7, BurstBuffer::leave, "recover", "ignore");
      ThreadedGroup.run(
          2,
          group -> {
            try (Attachment attachment = attach(group)) {
              read(target, attachment, group, model);
            }
          });
    }

    @Test
    void whatALiveSessionHasIsRead() throws Exception {
      try (SoloGroup group = new SoloGroup();
          TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
          BurstBuffer buffer = BurstBuffer.open(file, group, settings(0))) {
        long[] model = new long[ELEMENTS];
        put(group, buffer, model, 8);
        try (Attachment attachment = attach(group)) {
          read(target, attachment, group, model);
        }
      }
    }

    @Test
    void whatIsRetainedIsReadWhileItIsGood() throws Exception {
      long[] model = write(2, 2, 9, BurstBuffer::close, "log.retain", "1MiB");
      try (SoloGroup group = new SoloGroup()) {
        try (Attachment attachment = attach(group)) {
          read(target, attachment, group, model);
        }
        Files.write(target, new byte[8], StandardOpenOption.APPEND);
        try (Attachment attachment = attach(group)) {
          assertThat(attachment.isEmpty()).isTrue();
        }
      }
    }
  }

  private void discardAll() throws IOException {
    try (SoloGroup group = new SoloGroup();
        Stream<Path> tiers = Files.list(directory)) {
      List<Path> all =
          tiers.filter(path -> path.getFileName().toString().startsWith("tier")).toList();
      for (TierSession session : SessionFinder.find(group, new LocalStorage(), all)) {
        Recovery.discard(group, new LocalStorage(), session);
      }
    }
  }

  @Nested
  class OfALiveProgram {
    @ParameterizedTest
    @CsvSource({"foreground,process", "background,process", "foreground,node"})
    void whatItHasPutIsRead(String mode, String layout) throws Exception {
      long[] model = new long[ELEMENTS];
      ThreadedGroup.run(
          2,
          group -> {
            Settings settings = settings(0, "drain.mode", mode, "log.layout", layout);
            try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
                BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
              put(group, buffer, model, 7);
              buffer.mark(3);
              group.barrier();
              try (ProcessGroup own = group.duplicate();
                  Attachment attachment =
                      Objects.requireNonNull(BurstBuffer.attach(target, own, settings(0)))) {
                assertThat(attachment.writer().state()).isEqualTo(TargetWriter.State.LIVE);
                assertThat(attachment.writer().mark()).isEqualTo(3);
                assertThat(attachment.explain()).contains("the live session");
                assertThat(attachment.hasMoved()).isFalse();
                read(target, attachment, own, model);
                put(group, buffer, model, 8);
                buffer.mark(4);
                group.barrier();
                assertThat(attachment.hasMoved()).isTrue();
                attachment.refresh();
                read(target, attachment, own, model);
                buffer.drain();
                read(target, attachment, own, model);
                attachment.catchUp();
                assertThat(attachment.end()).isEqualTo(attachment.end());
              }
            }
          });
      assertIsRead(2, 2, model);
    }
  }

  @Nested
  class Retained {
    private long[] closed(int ranks, int perNode, String... more) throws Exception {
      List<String> all = new ArrayList<>(List.of("log.retain", "64MiB"));
      all.addAll(List.of(more));
      return write(
          ranks, perNode, System.nanoTime(), BurstBuffer::close, all.toArray(new String[0]));
    }

    private long sessions() throws IOException {
      try (Stream<Path> all = Files.walk(directory)) {
        return all.filter(p -> p.getFileName().toString().startsWith("retained-")).count();
      }
    }

    @ParameterizedTest
    @CsvSource({"1,1,1,1", "4,2,3,2", "4,2,5,3"})
    void isReadFromAllNodes(int writers, int each, int readers, int perNode) throws Exception {
      long[] model = closed(writers, each);
      assertThat(sessions()).isEqualTo(writers / each);
      assertIsRead(readers, perNode, model);
    }

    @Test
    void isKnownAndLeftAlone() throws Exception {
      closed(1, 1);
      try (SoloGroup group = new SoloGroup()) {
        TierSession session =
            SessionFinder.find(group, new LocalStorage(), List.of(directory.resolve("tier0")))
                .get(0);
        assertThat(session.state()).isEqualTo(SessionState.RETAINED);
        assertThat(Wreck.recover(session, RecoveryOptions.careful(Wreck.DRAIN)).outcome())
            .isEqualTo(RecoveryReport.Outcome.NOTHING_PENDING);
        assertThat(sessions()).isEqualTo(1);
        try (Attachment attachment =
            Objects.requireNonNull(BurstBuffer.attach(target, group, settings(0)))) {
          assertThat(attachment.explain()).contains("the retained session");
          assertThat(attachment.isUnfinished()).isFalse();
          assertThat(attachment.isEmpty()).isFalse();
          assertThat(attachment.head(1 << 20, ByteBuffer.allocate(8))).isNegative();
        }
      }
    }

    @Test
    void goesWhenTheTargetIsChanged() throws Exception {
      long[] model = closed(2, 2);
      byte[] bytes = Files.readAllBytes(target);
      bytes[7] ^= 1;
      Files.write(target, bytes);
      model[0] ^= 1;
      assertIsRead(2, 2, model);
      assertThat(sessions()).isZero();
    }

    @Test
    void goesBeforeTheTargetIsWritten() throws Exception {
      closed(2, 2);
      write(1, 1, 5, BurstBuffer::close);
      assertThat(sessions()).isZero();
    }

    @Test
    void staysWithinItsLimits() throws Exception {
      String[] rules = {"log.retain.files", "*.bin=1", "log.retain.age", "1h"};
      closed(1, 1, rules);
      target = directory.resolve("second.bin");
      closed(1, 1, rules);
      assertThat(sessions()).isEqualTo(1);
      target = directory.resolve("other");
      closed(1, 1, rules);
      assertThat(sessions()).isEqualTo(1);
      target = directory.resolve("third.bin");
      closed(1, 1, "log.retain", "1B");
      assertThat(sessions()).isZero();
    }

    @Test
    void discardingLeavesNothing() throws Exception {
      closed(2, 2);
      discardAll();
      try (Stream<Path> all = Files.walk(directory)) {
        assertThat(all.filter(p -> p.getFileName().toString().startsWith("out.bin."))).isEmpty();
      }
    }

    @Test
    void damageDoesNotKeepTheTargetFromBeingWritten() throws Exception {
      for (String damaged : List.of(".meta", ".data")) {
        for (int length : new int[] {0, 4096, -1}) {
          closed(1, 1);
          Path log;
          try (Stream<Path> all = Files.walk(directory)) {
            log =
                all.filter(p -> p.toString().contains("out.bin.") && p.toString().endsWith(damaged))
                    .findFirst()
                    .orElseThrow();
          }
          byte[] bytes = Files.readAllBytes(log);
          if (length < 0) {
            Arrays.fill(bytes, 0, 4096, (byte) 0);
            Files.write(log, bytes);
          } else {
            Files.write(log, Arrays.copyOf(bytes, length));
          }
          try (SoloGroup group = new SoloGroup();
              TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.UPDATE);
              BurstBuffer buffer = BurstBuffer.open(file, group, settings(0))) {
            assertThat(buffer.recovered()).isEmpty();
            buffer
                .define(LAYOUT)
                .put(Region.of(new long[] {0}, new long[] {1}), new long[] {length});
          }
          assertThat(sessions()).as("%s cut to %d", damaged, length).isZero();
        }
      }
    }

    @Test
    void aPatternThatCannotBeIsRefused() {
      for (String rule : List.of("a=0", "=3", "a=b", "[")) {
        assertThatThrownBy(() -> settings(0, "log.retain.files", rule))
            .hasMessageContaining("log.retain.files")
            .hasMessageContaining(rule);
      }
    }
  }

  private Attachment attach(ProcessGroup group, String... more) throws IOException {
    return Objects.requireNonNull(BurstBuffer.attach(target, group, settings(0, more)));
  }

  private static void assertNothingIsRead(Attachment attachment) throws IOException {
    long[] found = new long[ELEMENTS];
    Region whole = Region.of(new long[] {0}, new long[] {ELEMENTS});
    assertThat(attachment.read(LAYOUT, whole, found, 0)).isZero();
    assertThat(attachment.isEmpty()).isTrue();
    assertThat(attachment.end()).isZero();
    assertThat(attachment.explain()).contains("from the target alone");
  }

  @Test
  void whatACrashLeftIsReadAsThePolicySays() throws Exception {
    write(1, 1, 3, BurstBuffer::leave);
    try (SoloGroup group = new SoloGroup()) {
      assertThatThrownBy(() -> attach(group, "recover", "refuse"))
          .isInstanceOf(RecoveryRefusedException.class)
          .hasMessageContaining("bb recover");
      try (Attachment attachment = attach(group, "recover", "ignore")) {
        assertNothingIsRead(attachment);
      }
      assertThat(BurstBuffer.attach(target, group, settings(0, "attach", "off"))).isNull();
      Files.move(directory.resolve("tier0"), directory.resolve("gone"));
      Settings elsewhere =
          Settings.builder()
              .set(Settings.SWITCH, "on")
              .set(Settings.TIER, directory.resolve("nowhere").toString())
              .build();
      try (Attachment attachment =
          Objects.requireNonNull(BurstBuffer.attach(target, group, elsewhere))) {
        assertNothingIsRead(attachment);
        assertThat(attachment.writer().state()).isEqualTo(TargetWriter.State.UNKNOWN);
      }
      Settings required =
          elsewhere.toBuilder().set(Settings.ATTACH, "require").set(Settings.SWITCH, "off").build();
      assertThatThrownBy(() -> BurstBuffer.attach(target, group, required))
          .hasMessageContaining("does not exist");
      assertThat(BurstBuffer.attach(target, group, Settings.builder().build())).isNull();
    }
  }

  @Test
  void whatIsOfAnotherFileIsLeftOut() throws Exception {
    write(1, 1, 3, BurstBuffer::leave);
    Path other = directory.resolve("other");
    Files.copy(target, other);
    Files.delete(target);
    Files.move(other, target);
    try (SoloGroup group = new SoloGroup()) {
      try (Attachment attachment = attach(group)) {
        assertNothingIsRead(attachment);
      }
      assertThatThrownBy(() -> attach(group, "attach", "require"))
          .hasMessageContaining("is of another file");
    }
  }

  @Test
  void whatIsDamagedIsRefusedAndReadInPart() throws Exception {
    write(1, 1, 3, BurstBuffer::leave, "drain.mode", "foreground");
    Path log;
    try (Stream<Path> all = Files.walk(directory)) {
      log = all.filter(p -> p.endsWith("r00000.data")).findFirst().orElseThrow();
    }
    Wreck.damage(log, Wreck.FIRST_DATA);
    try (SoloGroup group = new SoloGroup()) {
      assertThatThrownBy(() -> attach(group))
          .hasMessageContaining("is damaged")
          .hasMessageContaining("burstlog.attach=off");
      try (Attachment attachment = attach(group, "attach", "partial")) {
        assertThat(attachment.isEmpty()).isFalse();
        assertThat(attachment.isUnfinished()).isTrue();
        assertThat(attachment.writer().state()).isEqualTo(TargetWriter.State.CRASHED);
      }
    }
  }

  @Test
  void whatIsRecoveredUnderAReaderIsInTheTarget() throws Exception {
    long[] model = write(1, 1, 3, BurstBuffer::leave);
    try (SoloGroup group = new SoloGroup();
        Attachment attachment = attach(group)) {
      try (TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.UPDATE)) {
        BurstBuffer.open(file, group, settings(0)).close();
      }
      long[] found = new long[ELEMENTS];
      Region whole = Region.of(new long[] {0}, new long[] {ELEMENTS});
      do {
        base(target, found);
        attachment.read(LAYOUT, whole, found, 0);
      } while (!attachment.isStill());
      assertThat(found).isEqualTo(model);
    }
  }

  @Test
  void gapsOfARegionAreFilledAndNothingElse() throws Exception {
    Array bytes = Array.rowMajor("b", 0, 1, ByteOrder.BIG_ENDIAN, 256);
    Region whole = Region.of(new long[] {0}, new long[] {256});
    byte[] memory = new byte[256];
    RegionFill fill = new RegionFill(bytes, whole, memory, 0, 256);
    byte[] first = new byte[100];
    Arrays.fill(first, (byte) 1);
    fill.putIntoGaps(ByteBuffer.wrap(first), 70, 100);
    assertThat(fill.filled()).isEqualTo(100);
    assertThat(fill.gap(0)).isZero();
    assertThat(fill.gap(70)).isEqualTo(170);
    byte[] rest = new byte[256];
    Arrays.fill(rest, (byte) 2);
    fill.putIntoGaps(ByteBuffer.wrap(rest), 0, 256);
    assertThat(fill.filled()).isEqualTo(fill.length());
    assertThat(fill.gap(0)).isEqualTo(256);
    for (int i = 0; i < 256; i++) {
      assertThat(memory[i]).as("byte %d", i).isEqualTo((byte) (i < 70 || i >= 170 ? 2 : 1));
    }
  }

  @Test
  void whatCannotBeReachedIsRefusedWithTheRemedy() throws Exception {
    write(2, 1, 3, BurstBuffer::leave);
    assertThatThrownBy(() -> assertIsRead(1, 1, new long[ELEMENTS]))
        .hasMessageContaining("ranks 1")
        .hasMessageContaining("burstlog.attach=partial");
    try (SoloGroup group = new SoloGroup();
        Attachment attachment =
            Objects.requireNonNull(
                BurstBuffer.attach(target, group, settings(0, "attach", "partial")))) {
      assertThat(attachment.isUnfinished()).isTrue();
    }
  }
}
