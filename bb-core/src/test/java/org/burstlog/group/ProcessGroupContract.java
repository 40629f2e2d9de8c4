package org.burstlog.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * What every process group does, whatever its size. An implementation's test inherits this and says
 * how a program is run.
 */
public abstract class ProcessGroupContract {

  /** For the implementations' tests. */
  protected ProcessGroupContract() {}

  /**
   * Runs a program in every process of a group.
   *
   * @param program what each runs
   * @throws Exception what any of them threw
   */
  protected abstract void run(RankProgram program) throws Exception;

  @Nested
  class Ranks {
    @Test
    void areTheNumbersBelowTheSizeEachOnce() throws Exception {
      run(
          group -> {
            assertThat(group.rank()).isBetween(0, group.size() - 1);
            assertThat(texts(group.gather(bytes("" + group.rank()))))
                .containsExactlyElementsOf(
                    IntStream.range(0, group.size()).mapToObj(String::valueOf).toList());
          });
    }
  }

  @Nested
  class Identities {
    @Test
    void areTheSameInEveryProcessAndAnotherForEachDuplicate() throws Exception {
      run(
          group -> {
            Set<Long> seen = new HashSet<>();
            try (ProcessGroup one = group.duplicate();
                ProcessGroup other = group.duplicate();
                ProcessGroup ofOne = one.duplicate()) {
              for (ProcessGroup each : List.of(group, one, other, ofOne)) {
                assertThat(group.max(each.identity())).isEqualTo(each.identity());
                assertThat(seen.add(each.identity())).isTrue();
              }
            }
          });
    }
  }

  @Nested
  class Members {
    @Test
    void areThoseOfEachDuplicateToo() throws Exception {
      run(
          group -> {
            try (ProcessGroup one = group.duplicate();
                ProcessGroup ofOne = one.duplicate()) {
              assertThat(one.members())
                  .isEqualTo(group.members())
                  .hasSameHashCodeAs(group.members());
              assertThat(ofOne.members()).isEqualTo(group.members());
            }
          });
    }
  }

  @Nested
  class Reductions {
    @Test
    void combineEachPlaceForItself() throws Exception {
      run(
          group -> {
            long rank = group.rank();
            long last = group.size() - 1L;
            long[] highest = {rank, -rank, 7, Long.MIN_VALUE + rank};
            group.max(highest);
            assertThat(highest).containsExactly(last, 0, 7, Long.MIN_VALUE + last);
            long[] lowest = {rank, -rank, 7, Long.MAX_VALUE - rank};
            group.min(lowest);
            assertThat(lowest).containsExactly(0, -last, 7, Long.MAX_VALUE - last);
            long[] total = {rank, -rank, 1, 1L << 40};
            group.sum(total);
            long sum = last * (last + 1) / 2;
            assertThat(total).containsExactly(sum, -sum, last + 1, (last + 1) << 40);
          });
    }

    @Test
    void takeSingleValues() throws Exception {
      run(
          group -> {
            assertThat(group.max(group.rank())).isEqualTo(group.size() - 1);
            assertThat(group.min(group.rank())).isZero();
            assertThat(group.sum(1)).isEqualTo(group.size());
          });
    }

    @Test
    void takeNoValueAtAll() throws Exception {
      run(
          group -> {
            group.max(new long[0]);
            group.min(new long[0]);
            group.sum(new long[0]);
            assertThat(group.sum(1)).isEqualTo(group.size());
          });
    }

    @Test
    void takeManyValues() throws Exception {
      run(
          group -> {
            long[] values = new long[100_000];
            Arrays.setAll(values, i -> i % group.size() == group.rank() ? i : 0);
            group.sum(values);
            assertThat(values).isEqualTo(IntStream.range(0, 100_000).asLongStream().toArray());
          });
    }

    @Test
    void canBeBegunAndAwaitedLater() throws Exception {
      run(
          group -> {
            List<Begun<long[]>> begun = new ArrayList<>();
            long[] values = new long[2];
            for (int i = 0; i < 50; i++) {
              values[0] = (long) group.rank() + i;
              values[1] = -group.rank();
              begun.add(group.begin(Collective.max(values)));
              values[0] = Long.MAX_VALUE;
            }
            assertThat(group.sum(1)).isEqualTo(group.size());
            for (int i = 49; i >= 0; i--) {
              assertThat(begun.get(i).await()).containsExactly(group.size() - 1L + i, 0);
              assertThat(begun.get(i).await()).containsExactly(group.size() - 1L + i, 0);
            }
          });
    }

    @Test
    void thatAreBegunWaitForNobodyAndMeetThoseWhoWait() throws Exception {
      run(
          group -> {
            try (ProcessGroup other = group.duplicate()) {
              long[] own = {group.rank(), 7};
              if (group.rank() == 0) {
                // The others come only when this one has gone on.
                Begun<long[]> begun = group.begin(Collective.max(own));
                other.barrier();
                own = begun.await();
              } else {
                other.barrier();
                group.max(own);
              }
              assertThat(own).containsExactly(group.size() - 1L, 7);
            }
          });
    }

    @Test
    void followEachOtherWithoutMixing() throws Exception {
      run(
          group -> {
            for (int i = 0; i < 500; i++) {
              assertThat(group.max(group.rank() + i)).isEqualTo(group.size() - 1 + i);
              group.barrier();
            }
          });
    }
  }

  @Nested
  class BegunCalls {
    @Test
    void giveWhatThoseThatWaitGive() throws Exception {
      run(
          group -> {
            int size = group.size();
            long rank = group.rank();
            for (int round = 0; round < 20; round++) {
              long[] values = new long[size];
              Arrays.fill(values, rank);
              byte[] mine = bytes("x".repeat(group.rank() * round));
              ByteBuffer send = ByteBuffer.allocateDirect(size);
              ByteBuffer receive = ByteBuffer.allocateDirect(size);
              int[] one = new int[size];
              Arrays.fill(one, 1);
              for (int other = 0; other < size; other++) {
                send.put(other, (byte) (10 * rank + other));
              }
              // All under way at once, and one that waits behind them.
              Begun<Boolean> barrier = group.begin(new Collective.Barrier());
              Begun<long[]> max = group.begin(Collective.max(rank, -rank));
              Begun<List<byte[]>> gather = group.begin(new Collective.Gather(mine));
              Begun<long[]> min = group.begin(Collective.min(rank));
              Begun<byte[]> broadcast = group.begin(new Collective.Broadcast(mine, round % size));
              Begun<long[]> or = group.begin(Collective.or(1L << rank));
              Begun<long[]> transpose = group.begin(new Collective.Transpose(values));
              Begun<ByteBuffer> exchange =
                  group.begin(new Collective.Exchange(send, one, receive, one));
              Arrays.fill(values, -1);
              Arrays.fill(mine, (byte) 0);
              assertThat(group.sum(1)).isEqualTo(size);
              assertThat(transpose.await()).isEqualTo(ranks(size));
              assertThat(exchange.await()).isSameAs(receive);
              for (int other = 0; other < size; other++) {
                assertThat(receive.get(other)).isEqualTo((byte) (10L * other + rank));
              }
              assertThat(or.await()).containsExactly((1L << size) - 1);
              assertThat(broadcast.await()).isEqualTo(bytes("x".repeat(round % size * round)));
              assertThat(min.await()).containsExactly(0);
              for (int other = 0; other < size; other++) {
                assertThat(gather.await().get(other)).isEqualTo(bytes("x".repeat(other * round)));
              }
              assertThat(max.await()).containsExactly(size - 1L, 0);
              assertThat(barrier.await()).isTrue();
              assertThat(barrier.isDone() && gather.isDone() && exchange.isDone()).isTrue();
            }
          });
    }

    private long[] ranks(int size) {
      return IntStream.range(0, size).asLongStream().toArray();
    }

    @Test
    void endWhenTheyAreAskedForAlone() throws Exception {
      run(
          group -> {
            Begun<List<byte[]>> first = group.begin(new Collective.Gather(new byte[] {1}));
            Begun<byte[]> second = group.begin(new Collective.Broadcast(new byte[] {2}, 0));
            Begun<long[]> third = group.begin(Collective.sum(1));
            while (!third.isDone()) {
              Thread.onSpinWait();
            }
            assertThat(third.await()).containsExactly(group.size());
            assertThat(second.await()).containsExactly(2);
            assertThat(first.await()).hasSize(group.size());
            group.barrier();
          });
    }

    @Test
    void areNotDoneUntilTheLastProcessHasCome() throws Exception {
      run(
          group -> {
            if (group.size() == 1) {
              return;
            }
            try (ProcessGroup other = group.duplicate()) {
              ByteBuffer send = ByteBuffer.allocateDirect(group.size());
              ByteBuffer receive = ByteBuffer.allocateDirect(group.size());
              int[] one = new int[group.size()];
              Arrays.fill(one, 1);
              List<Collective<?>> kinds =
                  List.of(
                      new Collective.Barrier(),
                      Collective.max(1),
                      new Collective.Transpose(new long[group.size()]),
                      new Collective.Gather(new byte[1]),
                      new Collective.Exchange(send, one, receive, one));
              for (Collective<?> kind : kinds) {
                boolean last = group.rank() == group.size() - 1;
                if (last) {
                  // It comes only when all others have asked.
                  other.barrier();
                  group.begin(kind).await();
                } else {
                  Begun<?> begun = group.begin(kind);
                  assertThat(begun.isDone()).as(kind.toString()).isFalse();
                  other.barrier();
                  begun.await();
                  assertThat(begun.isDone()).isTrue();
                }
              }
            }
          });
    }
  }

  @Nested
  class Exchanges {
    @Test
    void giveEachRankTheValuesMeantForIt() throws Exception {
      run(
          group -> {
            for (int each = 0; each < 5; each++) {
              int count = each;
              long[] values = new long[group.size() * each];
              Arrays.setAll(values, i -> 1000L * group.rank() + i);
              group.transpose(values);
              long[] wanted = new long[values.length];
              Arrays.setAll(
                  wanted, i -> 1000L * (i / count) + (long) group.rank() * count + i % count);
              assertThat(values).isEqualTo(wanted);
            }
          });
    }

    @Test
    void giveAFewRanksAValueOfEach() throws Exception {
      run(
          group -> {
            int[] few = few(group);
            long[] values = new long[few.length];
            Arrays.setAll(values, i -> 100L * group.rank() + few[i]);
            long[] told = group.begin(new Collective.TellFew(few, values, group.size())).await();
            if (Arrays.binarySearch(few, group.rank()) >= 0) {
              long[] wanted = new long[group.size()];
              Arrays.setAll(wanted, other -> 100L * other + group.rank());
              assertThat(told).isEqualTo(wanted);
            } else {
              assertThat(Arrays.stream(told)).containsOnly(0L);
            }
          });
    }

    @Test
    void giveAFewRanksBytesOfEach() throws Exception {
      run(
          group -> {
            int[] few = few(group);
            int[] sent = new int[few.length];
            Arrays.setAll(sent, i -> length(group.rank(), few[i], 500));
            ByteBuffer send = ByteBuffer.allocateDirect(1 + Arrays.stream(sent).sum()).position(1);
            for (int i = 0; i < few.length; i++) {
              for (int j = 0; j < sent[i]; j++) {
                send.put(content(group.rank(), few[i], j));
              }
            }
            send.position(1);
            int[] received = {};
            if (Arrays.binarySearch(few, group.rank()) >= 0) {
              received = new int[group.size()];
              Arrays.setAll(received, other -> length(other, group.rank(), 500));
            }
            ByteBuffer receive = ByteBuffer.allocateDirect(Arrays.stream(received).sum());
            group
                .begin(new Collective.SendFew(send, few, sent, receive, received, group.size()))
                .await();
            for (int other = 0; other < received.length; other++) {
              for (int i = 0; i < received[other]; i++) {
                assertThat(receive.get()).isEqualTo(content(other, group.rank(), i));
              }
            }
          });
    }

    /** Every second rank. */
    private static int[] few(ProcessGroup group) {
      return IntStream.range(0, group.size()).filter(rank -> rank % 2 == 0).toArray();
    }

    @Test
    void giveEachRankTheBytesMeantForIt() throws Exception {
      run(
          group -> {
            for (int round = 0; round < 20; round++) {
              exchange(group, 1 + round * 700);
            }
          });
    }

    @Test
    void takeNothingAtAll() throws Exception {
      run(group -> exchange(group, 0));
    }

    @Test
    void takeMuch() throws Exception {
      run(group -> exchange(group, 3 << 20));
    }

    /** Everybody sends a different number of bytes to everybody, to some nothing. */
    private void exchange(ProcessGroup group, int most) throws IOException {
      int[] sent = new int[group.size()];
      int[] received = new int[group.size()];
      for (int other = 0; other < group.size(); other++) {
        sent[other] = length(group.rank(), other, most);
        received[other] = length(other, group.rank(), most);
      }
      // Neither begins at the start of its buffer.
      ByteBuffer send = ByteBuffer.allocateDirect(5 + Arrays.stream(sent).sum()).position(5);
      for (int other = 0; other < group.size(); other++) {
        for (int i = 0; i < sent[other]; i++) {
          send.put(content(group.rank(), other, i));
        }
      }
      send.position(5);
      ByteBuffer receive = ByteBuffer.allocateDirect(3 + Arrays.stream(received).sum()).position(3);
      group.exchange(send, sent, receive, received);
      assertThat(send.position()).isEqualTo(5);
      assertThat(receive.position()).isEqualTo(3);
      // Once it returns, what was sent may be overwritten.
      for (int i = 5; i < send.capacity(); i++) {
        send.put(i, (byte) -1);
      }
      int wrong = 0;
      for (int other = 0; other < group.size(); other++) {
        for (int i = 0; i < received[other]; i++) {
          wrong += receive.get() == content(other, group.rank(), i) ? 0 : 1;
        }
      }
      assertThat(wrong).isZero();
    }

    private static int length(int from, int to, int most) {
      return (from + 2 * to) % 3 == 1 ? 0 : most * (from + 1) / (to + 1);
    }

    private static byte content(int from, int to, int i) {
      return (byte) (31 * from + 17 * to + i + (i >> 8));
    }
  }

  @Nested
  class Broadcasts {
    @Test
    void giveEveryProcessTheMessageOfTheRoot() throws Exception {
      run(
          group -> {
            for (int root = 0; root < group.size(); root++) {
              byte[] mine = bytes("from " + group.rank() + " of any length".repeat(group.rank()));
              assertThat(new String(group.broadcast(mine, root), StandardCharsets.UTF_8))
                  .isEqualTo("from " + root + " of any length".repeat(root));
            }
          });
    }

    @Test
    void carryAnEmptyMessage() throws Exception {
      run(
          group -> {
            byte[] mine = group.rank() == 0 ? new byte[0] : bytes("ignored");
            assertThat(group.broadcast(mine, 0)).isEmpty();
          });
    }

    @Test
    void refuseARootOutsideTheGroup() throws Exception {
      run(
          group -> {
            assertThatThrownBy(() -> group.broadcast(new byte[0], group.size()))
                .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> group.broadcast(new byte[0], -1))
                .isInstanceOf(IndexOutOfBoundsException.class);
            group.barrier();
          });
    }

    @Test
    void leaveTheMessagesApart() throws Exception {
      run(
          group -> {
            byte[] mine = {1};
            byte[] got = group.broadcast(mine, 0);
            got[0] = (byte) (group.rank() + 2);
            group.barrier();
            assertThat(mine).containsExactly(1);
            assertThat(got).containsExactly(group.rank() + 2);
          });
    }
  }

  @Nested
  class Gathers {
    @Test
    void giveEveryProcessTheMessagesOfAllByRank() throws Exception {
      run(
          group -> {
            List<String> expected = new ArrayList<>();
            for (int rank = 0; rank < group.size(); rank++) {
              expected.add(rank + "x".repeat(rank * 1000));
            }
            byte[] mine = bytes(expected.get(group.rank()));
            assertThat(texts(group.gather(mine))).isEqualTo(expected);
          });
    }

    @Test
    void carryEmptyMessages() throws Exception {
      run(
          group -> {
            List<byte[]> none = group.gather(new byte[0]);
            assertThat(none).hasSize(group.size()).allSatisfy(m -> assertThat(m).isEmpty());
            List<byte[]> one = group.gather(group.rank() == 0 ? bytes("only") : new byte[0]);
            assertThat(texts(one).get(0)).isEqualTo("only");
            assertThat(one.subList(1, one.size())).allSatisfy(m -> assertThat(m).isEmpty());
          });
    }
  }

  /** What is short may travel another way than what is long. */
  @Nested
  class MessagesOfAnyLength {
    @Test
    void arriveWholeWhereOneIsLongerThanTheOthers() throws Exception {
      run(
          group -> {
            for (int length = 0; length <= 2048; length += length < 130 ? 1 : 37) {
              for (int odd = 0; odd < group.size(); odd++) {
                byte[] mine = ofRank(group.rank(), group.rank() == odd ? length : 3);
                List<byte[]> all = group.gather(mine);
                for (int rank = 0; rank < group.size(); rank++) {
                  assertThat(all.get(rank)).isEqualTo(ofRank(rank, rank == odd ? length : 3));
                }
                assertThat(group.broadcast(mine, odd)).isEqualTo(ofRank(odd, length));
              }
            }
          });
    }
  }

  @Nested
  class LargeMessages {
    @Test
    void arriveWhole() throws Exception {
      run(
          group -> {
            for (int length : new int[] {10_000, 100_000, 1_000_000}) {
              byte[] mine = ofRank(group.rank(), length);
              List<byte[]> all = group.gather(mine);
              for (int rank = 0; rank < group.size(); rank++) {
                assertThat(Arrays.equals(all.get(rank), ofRank(rank, length))).isTrue();
                byte[] theirs = group.broadcast(mine, rank);
                assertThat(Arrays.equals(theirs, ofRank(rank, length))).isTrue();
              }
            }
          });
    }
  }

  @Nested
  class WhereTheyAre {
    @Test
    void everyProcessKnowsAndAllKnowTheSame() throws Exception {
      run(
          group -> {
            Nodes nodes = group.nodes();
            List<Integer> here = nodes.sharedWith(group.rank());
            assertThat(here).isSorted().contains(group.rank());
            assertThat(nodes.leader(group.rank())).isEqualTo(here.get(0));
            // One a node counts its node's processes.
            boolean leads = nodes.isLeader(group.rank());
            assertThat(group.sum(leads ? here.size() : 0)).isEqualTo(group.size());
            assertThat(group.sum(leads ? 1 : 0)).isEqualTo(nodes.count());
            String told = nodes.leaders() + " " + nodes.leader(group.size() - 1);
            assertThat(texts(group.gather(bytes(told)))).containsOnly(told);
          });
    }

    @Test
    void duplicatesAreToo() throws Exception {
      run(
          group -> {
            try (ProcessGroup copy = group.duplicate()) {
              assertThat(copy.nodes().leaders()).isEqualTo(group.nodes().leaders());
              assertThat(copy.nodes().sharedWith(group.rank()))
                  .isEqualTo(group.nodes().sharedWith(group.rank()));
            }
          });
    }

    @Test
    void nobodyWaitsToBeToldAgain() throws Exception {
      run(
          group -> {
            group.nodes();
            // Who waited would wait for the others' barrier in vain.
            if (group.rank() == 0) {
              assertThat(group.nodes().isLeader(0)).isTrue();
            }
            group.barrier();
          });
    }
  }

  @Nested
  class Duplicates {
    @Test
    void areTheSameProcesses() throws Exception {
      run(
          group -> {
            try (ProcessGroup copy = group.duplicate()) {
              assertThat(copy.rank()).isEqualTo(group.rank());
              assertThat(copy.size()).isEqualTo(group.size());
              assertThat(copy.max(copy.rank())).isEqualTo(group.size() - 1);
            }
          });
    }

    @Test
    void serveASecondThreadWhileTheFirstUsesTheOriginal() throws Exception {
      run(
          group -> {
            if (!group.concurrent()) {
              return;
            }
            try (ProcessGroup copy = group.duplicate()) {
              CompletableFuture<Void> second =
                  CompletableFuture.runAsync(
                      () -> sumRepeatedly(copy), task -> new Thread(task).start());
              sumRepeatedly(group);
              second.join();
            }
          });
    }

    @Test
    void agreeWhetherThreadsMayUseThem() throws Exception {
      run(
          group ->
              assertThat(group.max(group.concurrent() ? 1 : 0))
                  .isEqualTo(group.min(group.concurrent() ? 1 : 0)));
    }
  }

  @Nested
  class ClosedGroups {
    @Test
    void refuseEverything() throws Exception {
      run(
          group -> {
            ProcessGroup copy = group.duplicate();
            copy.close();
            assertThatThrownBy(copy::barrier)
                .isInstanceOf(GroupException.class)
                .hasMessageContaining("closed");
            assertThatThrownBy(() -> copy.max(1)).isInstanceOf(GroupException.class);
            assertThatThrownBy(() -> copy.gather(new byte[0])).isInstanceOf(GroupException.class);
            assertThatThrownBy(() -> copy.broadcast(new byte[0], 0))
                .isInstanceOf(GroupException.class);
            assertThatThrownBy(copy::duplicate).isInstanceOf(GroupException.class);
            assertThatThrownBy(copy::nodes).isInstanceOf(GroupException.class);
          });
    }

    @Test
    void leaveTheGroupTheyCameFrom() throws Exception {
      run(
          group -> {
            ProcessGroup copy = group.duplicate();
            copy.close();
            copy.close();
            assertThat(group.sum(1)).isEqualTo(group.size());
          });
    }
  }

  @Nested
  class Verdicts {
    @Test
    void areSilentWhenAllIsWell() throws Exception {
      run(group -> Together.reach(group, "nothing", null));
    }

    @Test
    void areTheSameInEveryProcessWhenOneFails() throws Exception {
      run(
          group -> {
            int failing = group.size() - 1;
            IOException failure =
                group.rank() == failing ? new BurstlogException("the disk is full") : null;
            assertThatThrownBy(() -> Together.reach(group, "writing out.nc", failure))
                .isInstanceOf(BurstlogException.class)
                .hasMessage(
                    "writing out.nc failed: "
                        + (group.size() == 1
                            ? ""
                            : "rank " + failing + " of " + group.size() + ": ")
                        + "the disk is full")
                .hasCause(failure);
            assertThat(group.sum(1)).isEqualTo(group.size());
          });
    }

    @Test
    void sayWhatIsTheSameOnlyOnce() throws Exception {
      run(
          group ->
              assertThatThrownBy(
                      () -> Together.reach(group, "it", new BurstlogException("no space")))
                  .hasMessage(
                      group.size() == 1
                          ? "it failed: no space"
                          : "it failed: all " + group.size() + " processes: no space"));
    }
  }

  private static void sumRepeatedly(ProcessGroup group) {
    try {
      for (int i = 0; i < 200; i++) {
        assertThat(group.sum(i)).isEqualTo((long) i * group.size());
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> texts(List<byte[]> messages) {
    return messages.stream().map(m -> new String(m, StandardCharsets.UTF_8)).toList();
  }

  @Test
  void interruptsAreKeptAndEndNoCollective() throws Exception {
    run(
        group -> {
          Thread.currentThread().interrupt();
          for (int i = 0; i < 20; i++) {
            group.barrier();
            assertThat(group.max(group.rank())).isEqualTo(group.size() - 1);
            assertThat(group.begin(Collective.max(group.rank())).await()[0])
                .isEqualTo(group.size() - 1);
            assertThat(group.gather(new byte[] {1})).hasSize(group.size());
            assertThat(group.broadcast(new byte[] {7}, 0)).containsExactly(7);
          }
          try (ProcessGroup other = group.duplicate()) {
            assertThat(other.size()).isEqualTo(group.size());
          }
          assertThat(Thread.interrupted()).isTrue();
        });
  }

  private static byte[] ofRank(int rank, int length) {
    byte[] message = new byte[length + rank];
    Arrays.fill(message, (byte) (rank + 1));
    return message;
  }
}
