package org.burstlog.guard.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.burstlog.BurstlogException;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Call;
import org.burstlog.storage.FaultyStorage.Fault;
import org.burstlog.storage.StorageFile;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ParityTest {
  private static final int CHUNK = 700;

  private interface OnRandomSets {
    void run(SetOfNodes set) throws Exception;
  }

  private static void randomly(int times, OnRandomSets check) throws Exception {
    long first = System.nanoTime();
    for (long seed = first; seed < first + times; seed++) {
      Random random = new Random(seed);
      int members = 2 + random.nextInt(5);
      int losses = 1 + random.nextInt(Math.min(3, members - 1));
      StripeLayout layout = new StripeLayout(members, losses, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, 9 * CHUNK, random)) {
        check.run(set);
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ", " + layout, e);
      }
    }
  }

  private static List<Set<Integer>> losses(StripeLayout layout, int count) {
    List<Set<Integer>> all = new ArrayList<>();
    for (int bits = 0; bits < 1 << layout.members(); bits++) {
      if (Integer.bitCount(bits) == count) {
        Set<Integer> one = new TreeSet<>();
        for (int member = 0; member < layout.members(); member++) {
          if ((bits >> member & 1) != 0) {
            one.add(member);
          }
        }
        all.add(one);
      }
    }
    return all;
  }

  private static void flip(FaultyStorage tier, Path path, long at) throws IOException {
    try (StorageFile file = tier.open(path, true)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      assertThat(file.read(at, one)).isEqualTo(1);
      file.write(at, one.put(0, (byte) (one.get(0) ^ 4)).flip());
    }
  }

  private static List<Path> keptFiles(FaultyStorage tier) throws IOException {
    return tier.list(SetOfNodes.DIRECTORY).stream().filter(p -> !p.equals(SetOfNodes.LOG)).toList();
  }

  @Nested
  class Losses {
    @Test
    void anySoManyNodesMayBeLostWhileLogsGrow() throws Exception {
      randomly(
          40,
          set -> {
            for (int step = 0; step < 4; step++) {
              set.shipSome(8);
              for (Set<Integer> lost : losses(set.layout, set.layout.losses())) {
                set.requireRebuilt(lost);
              }
            }
          });
    }

    @Test
    void anySoManyNodesMayBeLostWhenAllIsParity() throws Exception {
      randomly(
          40,
          set -> {
            set.shipSome(10);
            set.sealAll();
            set.encodeAll();
            for (int member = 0; member < set.layout.members(); member++) {
              assertThat(set.keepers.get(member).incomplete()).isZero();
              assertThat(keptFiles(set.tiers.get(member))).hasSizeLessThanOrEqualTo(1);
            }
            for (Set<Integer> lost : losses(set.layout, set.layout.losses())) {
              set.requireRebuilt(lost);
            }
          });
    }

    @Test
    void moreLossesAreToldAndNothingWrongIsMadeUp() throws Exception {
      randomly(
          30,
          set -> {
            set.shipSome(10);
            set.sealAll();
            set.encodeAll();
            for (Set<Integer> lost : losses(set.layout, set.layout.losses() + 1)) {
              for (int member : lost) {
                requireRightOrGone(set, member, lost);
              }
            }
          });
    }

    @Test
    void aLogThatHasBegunAnewIsNoPartOfItsParity() throws Exception {
      StripeLayout layout = new StripeLayout(3, 1, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 2000, 3000, 2500)) {
        set.sealAll();
        set.encodeAll();
        try (StorageFile log = set.tiers.get(1).open(SetOfNodes.LOG, true)) {
          byte[] newer = new byte[set.bodies[1].length];
          SetOfNodes.write(log, set.lane, newer);
        }
        requireRightOrGone(set, 0, Set.of(0));
      }
    }
  }

  /** What a rebuild calls neither gone nor unproven must be right, and what is missing be told. */
  private static void requireRightOrGone(SetOfNodes set, int member, Set<Integer> lost)
      throws IOException {
    SetOfNodes.Outcome outcome = set.rebuild(member, lost);
    byte[] expected = Arrays.copyOf(set.bodies[member], outcome.bytes().length);
    byte[] got = outcome.bytes().clone();
    List<Rebuilt.Range> open = new ArrayList<>(outcome.rebuilt().gone());
    open.addAll(outcome.rebuilt().unproven());
    for (Rebuilt.Range range : open) {
      int from = (int) Math.min(got.length, range.position());
      int to = (int) Math.min(got.length, range.position() + range.length());
      Arrays.fill(got, from, to, (byte) 0);
      Arrays.fill(expected, from, to, (byte) 0);
    }
    assertThat(got).as("member %s of %s", member, lost).isEqualTo(expected);
    if (outcome.bytes().length < set.arrived[member]) {
      boolean told = !outcome.rebuilt().gone().isEmpty();
      assertThat(told || lost.size() > set.layout.losses())
          .as("member %s of %s", member, lost)
          .isTrue();
    }
  }

  @Nested
  class Crashes {
    /** Nodes of which one is lost, and the only keeper of some of its stripes loses power. */
    private boolean crashAt(long seed, int call, boolean completely) throws IOException {
      StripeLayout layout = new StripeLayout(3, 1, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, new Random(seed), 2000, 3000, 2500)) {
        set.shipSome(6);
        set.sealAll();
        for (ParityKeeper keeper : set.keepers) {
          keeper.sync();
        }
        FaultyStorage tier = set.tiers.get(0);
        tier.failAt(null, call, Fault.IO_ERROR, completely);
        boolean failed = false;
        try {
          set.keepers.get(0).encode();
        } catch (IOException e) {
          failed = true;
        }
        if (!completely && failed) {
          // It is tried again, and may lose power then.
          tier.heal();
          set.keepers.get(0).encode();
        }
        tier.crash();
        set.requireRebuilt(Set.of(1));
        set.requireRebuilt(Set.of(2));
        return failed;
      }
    }

    @Test
    void aKeeperThatLosesPowerAnywhereHasTheChunksOrTheirParity() throws IOException {
      long seed = System.nanoTime();
      for (boolean completely : new boolean[] {true, false}) {
        int call = 1;
        int ended = 0;
        while (ended < 3) {
          try {
            ended = crashAt(seed, call, completely) ? 0 : ended + 1;
          } catch (RuntimeException | AssertionError | IOException e) {
            throw new AssertionError("seed " + seed + ", call " + call, e);
          }
          call++;
        }
        assertThat(call).isGreaterThan(5);
      }
    }

    @Test
    void whatWasSyncedOfGrowingLogsSurvivesAPowerLossOfAllNodes() throws Exception {
      randomly(
          20,
          set -> {
            set.shipSome(10);
            for (ParityKeeper keeper : set.keepers) {
              keeper.sync();
            }
            set.tiers.forEach(FaultyStorage::crash);
            for (Set<Integer> lost : losses(set.layout, set.layout.losses())) {
              set.requireRebuilt(lost);
            }
          });
    }

    @Test
    void aFullTierLeavesWhatIsThereAndCatchesUp() throws Exception {
      StripeLayout layout = new StripeLayout(3, 1, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 2000, 3000, 2500)) {
        set.sealAll();
        FaultyStorage tier = set.tiers.get(2);
        tier.failAt(Call.WRITE, 1, Fault.NO_SPACE, true);
        assertThatThrownBy(() -> set.keepers.get(2).encode()).isInstanceOf(IOException.class);
        int incomplete = set.keepers.get(2).incomplete();
        assertThat(incomplete).isPositive();
        set.requireRebuilt(Set.of(0));
        tier.heal();
        set.encodeAll();
        assertThat(set.keepers.get(2).incomplete()).isZero();
        set.requireRebuilt(Set.of(0));
        set.requireRebuilt(Set.of(1));
      }
    }
  }

  @Nested
  class Damage {
    @Test
    void aFlipAnywhereIsSeenAndMadeGoodWhereItCanBe() throws Exception {
      randomly(
          60,
          set -> {
            set.shipSome(6);
            set.sealAll();
            if (set.random.nextBoolean()) {
              set.encodeAll();
            } else {
              set.keepers.get(0).encode();
            }
            int member = set.random.nextInt(set.layout.members());
            int node = set.random.nextInt(set.layout.members());
            List<Path> files = set.tiers.get(node).list(SetOfNodes.DIRECTORY);
            Path path = files.get(set.random.nextInt(files.size()));
            long size;
            try (StorageFile file = set.tiers.get(node).open(path, false)) {
              size = file.size();
            }
            if (size == 0) {
              return;
            }
            flip(set.tiers.get(node), path, set.random.nextLong(size));
            requireRightOrGone(set, member, Set.of(member));
            if (set.layout.losses() > 1 && node != member) {
              // A damaged unit is one of those that may be lost.
              SetOfNodes.Outcome outcome = set.rebuild(member, Set.of(member));
              assertThat(outcome.rebuilt().gone()).isEmpty();
              assertThat(Arrays.copyOf(outcome.bytes(), set.bodies[member].length))
                  .isEqualTo(set.bodies[member]);
            }
          });
    }

    @Test
    void aDamagedChunkIsNotMadeParity() throws Exception {
      StripeLayout layout = new StripeLayout(3, 1, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 900, 2000, 1500)) {
        set.sealAll();
        FaultyStorage tier = set.tiers.get(0);
        Path raw = RawStripe.path(SetOfNodes.DIRECTORY, SetOfNodes.STREAM, 0);
        int column = layout.column(0, 1);
        flip(tier, raw, (long) column * CHUNK + 5);
        assertThatThrownBy(() -> set.keepers.get(0).encode())
            .isInstanceOf(BurstlogException.class)
            .hasMessageContaining("the chunk of member 1 has the CRC")
            .hasMessageContaining("; it is kept without parity");
        set.requireRebuilt(Set.of(2));
        requireRightOrGone(set, 1, Set.of(1));
        assertThat(set.rebuild(1, Set.of(1)).rebuilt().gone())
            .containsExactly(new Rebuilt.Range(0, CHUNK));
        // It is sent once more.
        set.keepers.get(0).take(1, 0, ByteBuffer.wrap(set.bodies[1], 0, CHUNK));
        set.encodeAll();
        set.requireRebuilt(Set.of(1));
      }
    }

    @Test
    void eitherHeaderOfAParityIsEnough() throws Exception {
      StripeLayout layout = new StripeLayout(3, 1, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 900, 500, 300)) {
        set.sealAll();
        set.encodeAll();
        Path parity = ParityFile.path(SetOfNodes.DIRECTORY, SetOfNodes.STREAM);
        flip(set.tiers.get(0), parity, 20);
        set.requireRebuilt(Set.of(1));
        flip(set.tiers.get(0), parity, 20);
        flip(set.tiers.get(0), parity, ParityDescriptor.room(layout) + CHUNK + 20);
        set.requireRebuilt(Set.of(1));
      }
    }

    @Test
    void whatIsMissingInFrontOfOtherBytesIsGone() throws Exception {
      StripeLayout layout = new StripeLayout(3, 1, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 100, 5 * CHUNK, 0)) {
        // The keeper of the second chunk is slow.
        set.keepers.get(0).take(1, 0, ByteBuffer.wrap(set.bodies[1], 0, 3 * CHUNK));
        set.told[0][1] = 3 * CHUNK;
        assertThat(set.rebuild(1, Set.of(1)).rebuilt())
            .isEqualTo(
                new Rebuilt(
                    3 * CHUNK,
                    List.of(new Rebuilt.Range(0, CHUNK), new Rebuilt.Range(2 * CHUNK, CHUNK)),
                    List.of(new Rebuilt.Range(CHUNK, CHUNK)),
                    false));
      }
    }

    @Test
    void aDamagedLogOfASurvivorCountsAsLost() throws Exception {
      for (int losses = 1; losses <= 2; losses++) {
        StripeLayout layout = new StripeLayout(4, losses, CHUNK);
        try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 2000, 2000, 2000, 2000)) {
          set.sealAll();
          set.encodeAll();
          for (int number = 0; number < set.chunks(2); number++) {
            long position = SlotDescriptor.BLOCK + (long) number * CHUNK + 3;
            flip(set.tiers.get(2), SetOfNodes.LOG, set.lane.inFile(position));
          }
          if (losses == 2) {
            set.requireRebuilt(Set.of(1));
          } else {
            requireRightOrGone(set, 1, Set.of(1));
            assertThat(set.rebuild(1, Set.of(1)).rebuilt().gone()).isNotEmpty();
          }
        }
      }
    }

    @Test
    void aDamagedParityCountsAsLost() throws Exception {
      StripeLayout layout = new StripeLayout(3, 2, CHUNK);
      for (int keeper = 0; keeper < 2; keeper++) {
        try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 600, 600, 600)) {
          set.sealAll();
          set.encodeAll();
          Path parity = ParityFile.path(SetOfNodes.DIRECTORY, SetOfNodes.STREAM);
          flip(set.tiers.get(keeper), parity, ParityDescriptor.room(layout) + 9);
          set.requireRebuilt(Set.of(2));
        }
      }
    }

    @Test
    void otherFilesAreNotTakenForChunks() {
      Stream stream = SetOfNodes.STREAM;
      assertThat(RawStripe.stripe(Path.of("/x/e3.d4.s1.l2.meta.17.raw"), stream)).isEqualTo(17);
      for (String name :
          List.of(
              "e3.d4.s1.l2.data.17.raw",
              "e3.d4.s1.l2.meta.x.raw",
              "e3.d4.s1.l2.meta.raw",
              "e3.d4.s1.l2.meta.17.log",
              "e3.d4.s1.l2.meta.parity")) {
        assertThat(RawStripe.stripe(Path.of("/x", name), stream)).as(name).isNegative();
      }
    }
  }

  @Nested
  class Release {
    @Test
    void nothingIsLeftOfAnEpochThatIsProven() throws Exception {
      randomly(
          10,
          set -> {
            set.shipSome(8);
            for (int member = 0; member < set.layout.members(); member++) {
              set.keepers.get(member).delete();
              assertThat(keptFiles(set.tiers.get(member))).isEmpty();
            }
            for (long[] told : set.told) {
              Arrays.fill(told, 0);
            }
            assertThat(set.rebuild(0, Set.of(0)).rebuilt())
                .isEqualTo(new Rebuilt(0, List.of(), List.of(), false));
          });
    }

    @Test
    void parityTakesAChunkAStripeAndNoMore() throws Exception {
      StripeLayout layout = new StripeLayout(4, 1, CHUNK);
      try (SetOfNodes set = new SetOfNodes(layout, new Random(1), 8000, 3000, 0, 7000)) {
        set.sealAll();
        set.encodeAll();
        long stripes = 0;
        for (int member = 0; member < 4; member++) {
          if (set.chunks(member) > 0) {
            stripes = Math.max(stripes, layout.stripe(member, set.chunks(member) - 1) + 1);
          }
        }
        long bytes = 0;
        for (FaultyStorage tier : set.tiers) {
          for (Path path : keptFiles(tier)) {
            try (StorageFile file = tier.open(path, false)) {
              bytes += file.size();
            }
          }
        }
        assertThat(bytes)
            .isLessThanOrEqualTo(stripes * (CHUNK + 2L * ParityDescriptor.room(layout)));
      }
    }
  }
}
