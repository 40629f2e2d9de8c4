package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.TallyDescriptor;
import org.burstlog.log.option.LogOptions;
import org.burstlog.stats.Counter;
import org.burstlog.storage.Pause;
import org.burstlog.storage.StorageFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One log, one copy, and what may go wrong between them. */
class CopyLinkTest {
  private static final Path ROOT = Path.of("/tiers");
  private static final LogOptions OPTIONS = LogOptions.DEFAULT.withSizes(1 << 16, 1 << 16);

  private Pair pair;

  @BeforeEach
  void open() throws IOException {
    pair = new Pair(ROOT, 1, OPTIONS);
  }

  @AfterEach
  void close() throws IOException {
    pair.close();
  }

  private static long[] values(long from, int count) {
    return LongStream.range(from, from + count).toArray();
  }

  private static void assertSame(List<long[]> found, List<long[]> expected) {
    assertThat(found).usingElementComparator(Arrays::compare).containsExactlyElementsOf(expected);
  }

  private void assertCopied() throws IOException {
    pair.awaitCopied();
    assertSame(pair.copied(), pair.records);
  }

  private static byte[] bytes(StorageFile file, long from, long to) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) (to - from));
    assertThat(file.read(from, bytes)).isEqualTo(bytes.capacity());
    return bytes.array();
  }

  @ParameterizedTest
  @EnumSource(LogOptions.Access.class)
  void aCopyHasTheBytesOfTheLog(LogOptions.Access access) throws IOException {
    pair.close();
    pair = new Pair(ROOT, 1, OPTIONS.with(access));
    pair.link.begin();
    for (int turn = 1; turn < 200; turn++) {
      pair.put(values(turn * 1000L, turn * 7 % 300));
    }
    assertCopied();
    long metaEnd = Pair.LogTailLook.of(pair.log).metaEnd();
    Path own = pair.here.own(ROOT.resolve("here")).resolve("out.nc.0123456789abcdef");
    try (StorageFile meta = pair.here.open(own.resolve(Pair.LOG + ".meta"), false);
        StorageFile copy = pair.there.open(pair.copyOf(Pair.LOG + ".meta"), false)) {
      assertThat(bytes(copy, 0, metaEnd + 8)).isEqualTo(bytes(meta, 0, metaEnd + 8));
    }
    long dataEnd = SlotDescriptor.BLOCK + pair.log.pendingBytes();
    try (StorageFile data = pair.here.open(own.resolve(Pair.LOG + ".data"), false);
        StorageFile copy = pair.there.open(pair.copyOf(Pair.LOG + ".data"), false)) {
      assertThat(bytes(copy, 0, TallyDescriptor.MARK_AT))
          .isEqualTo(bytes(data, 0, TallyDescriptor.MARK_AT));
      long from = SlotDescriptor.SLOT;
      assertThat(bytes(copy, from, dataEnd)).isEqualTo(bytes(data, from, dataEnd));
    }
  }

  @Test
  void aPutThatIsLargerThanAnyShipmentIsCopied() throws IOException {
    pair.link.begin();
    pair.put(values(5, 200_000));
    pair.put(1);
    assertCopied();
  }

  @Test
  void aCopyBeginsAnewWithItsLog() throws IOException {
    pair.link.begin();
    for (int turn = 0; turn < 20; turn++) {
      pair.put(values(turn, 50));
      pair.put(turn);
      if (turn % 3 == 0) {
        pair.awaitCopied();
      }
      if (turn % 4 == 0) {
        pair.reset();
      }
    }
    assertCopied();
  }

  @Nested
  class WhenTheConnectionIsLost {
    @Test
    void putsGoOnAndTheCopyCatchesUp() throws IOException {
      pair.link.begin();
      pair.put(1, 2, 3);
      pair.awaitCopied();
      pair.wire.cut();
      while (pair.link.isUp()) {
        Pause.nanos(1_000_000);
      }
      pair.put(4, 5);
      assertSame(pair.copied(), pair.records.subList(0, 1));
      assertThat(pair.link.protects()).isFalse();
      assertThat(pair.counters.snapshot().get(Counter.COPIES_BEHIND)).isOne();
      pair.wire.mend();
      assertCopied();
    }

    @Test
    void aLogThatWasReleasedMeanwhileBeginsAnew() throws IOException {
      pair.link.begin();
      pair.put(1);
      pair.awaitCopied();
      pair.wire.cut();
      pair.reset();
      assertThat(pair.link.isStale()).isTrue();
      pair.put(2);
      pair.wire.mend();
      assertCopied();
      assertThat(pair.link.isStale()).isFalse();
    }

    @Test
    void whatIsNotAsItWasSentIsNotKept() throws IOException {
      pair.link.begin();
      pair.put(values(0, 1000));
      pair.awaitCopied();
      for (long at = 0; at < 9000; at += 777) {
        pair.wire.spoil(at);
        pair.put(values(at, 1000));
        assertCopied();
      }
      assertThat(pair.wire.connections()).isGreaterThan(1);
    }

    @Test
    void aKeeperThatDoesNotAnswerIsLost() throws IOException {
      pair.link.begin();
      pair.put(1);
      pair.awaitCopied();
      pair.wire.hold();
      pair.put(2);
      while (pair.link.isUp()) {
        Pause.nanos(1_000_000);
      }
      pair.wire.letGo();
      assertCopied();
    }
  }

  @Nested
  class WhoDoesNotKnowTheSecret {
    @Test
    void isNotListenedTo() throws IOException {
      CopyLink stranger = pair.link(new byte[Endpoint.SECRET], Duration.ofSeconds(30));
      pair.put(1);
      stranger.begin();
      while (stranger.isUp()) {
        Pause.nanos(1_000_000);
      }
      stranger.end(false);
      assertThat(pair.there.facts(pair.copyOf(Pair.LOG + ".meta"))).isNull();
    }
  }

  @Nested
  class WhereTheTierOfTheKeeperIsFull {
    @Test
    void putsGoOnAndTheCopyCatchesUpWhenThereIsRoom() throws IOException {
      pair.link.begin();
      pair.put(1);
      pair.awaitCopied();
      pair.there.limitSpace(1 << 20);
      pair.put(values(0, 300_000));
      while (pair.link.protects()) {
        Pause.nanos(1_000_000);
      }
      assertSame(pair.copied(), pair.records.subList(0, 1));
      pair.put(7);
      assertThat(pair.counters.snapshot().get(Counter.COPIES_BEHIND)).isOne();
      pair.there.limitSpace(Long.MAX_VALUE);
      assertCopied();
    }
  }

  @Nested
  class WhatAllHaveDrained {
    @Test
    void isGivenUpThoughTheLinkIsCut() throws IOException {
      pair.link.begin();
      pair.put(1);
      pair.awaitCopied();
      pair.wire.cut();
      pair.keeper.release(1, 1, 1);
      assertSame(pair.copied(), List.of());
      pair.reset();
      pair.put(2);
      pair.wire.mend();
      while (pair.counters.snapshot().get(Counter.COPIES_BEHIND) == 0) {
        Pause.nanos(1_000_000);
      }
    }

    @Test
    void isNotTakenAnyMore() throws IOException {
      pair.put(1);
      pair.keeper.release(1, 1, 1);
      pair.link.begin();
      pair.put(2);
      // The log is of the generation before, which the keeper knows to be drained.
      pair.awaitCopied();
      assertSame(pair.copied(), List.of());
    }
  }

  @Test
  void whateverHappensTheCopyIsTheBeginningOfTheLog() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    pair.link.begin();
    for (int turn = 0; turn < 300; turn++) {
      switch (random.nextInt(12)) {
        case 0 -> pair.reset();
        case 1 -> pair.wire.endAll();
        case 2 -> {
          pair.wire.spoil(random.nextInt(5000));
          pair.put(values(turn, 500));
        }
        case 3 -> {
          pair.awaitCopied();
          assertSame(pair.copied(), pair.records);
        }
        default -> pair.put(values(random.nextInt(), random.nextInt(400)));
      }
    }
    if (random.nextBoolean()) {
      assertCopied();
    } else {
      pair.stop();
      List<long[]> found = pair.copied();
      List<long[]> all = pair.recordsOfCopy();
      assertThat(found.size()).as("seed %d", seed).isLessThanOrEqualTo(all.size());
      assertSame(found, all.subList(0, found.size()));
    }
  }
}
