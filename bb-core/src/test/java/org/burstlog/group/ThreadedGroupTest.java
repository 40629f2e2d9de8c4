package org.burstlog.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ThreadedGroupTest {

  @Nested
  class OfOneThread extends ProcessGroupContract {
    @Override
    protected void run(RankProgram program) throws Exception {
      ThreadedGroup.run(1, program);
    }
  }

  @Nested
  class OfFourThreads extends ProcessGroupContract {
    @Override
    protected void run(RankProgram program) throws Exception {
      ThreadedGroup.run(4, program);
    }
  }

  @Nested
  class OfSevenThreadsOnThreeNodes extends ProcessGroupContract {
    @Override
    protected void run(RankProgram program) throws Exception {
      ThreadedGroup.run(7, 3, program);
    }

    @Test
    void hasNodesOfSoManyRanksInTurn() throws Exception {
      run(
          group -> {
            Nodes nodes = group.nodes();
            assertThat(nodes.leaders()).containsExactly(0, 3, 6);
            assertThat(nodes.sharedWith(4)).containsExactly(3, 4, 5);
            assertThat(nodes.sharedWith(6)).containsExactly(6);
          });
    }
  }

  @Nested
  class Barrier {
    @Test
    void letsNobodyPassBeforeAllHaveCome() throws Exception {
      AtomicInteger come = new AtomicInteger();
      ThreadedGroup.run(
          5,
          group -> {
            for (int i = 1; i <= 100; i++) {
              come.incrementAndGet();
              group.barrier();
              assertThat(come.get()).isEqualTo(5 * i);
              group.barrier();
            }
          });
    }
  }

  @Nested
  class WhenARankGoes {
    @Test
    void failingThoseWhoWaitForItLearnWhoAndWhy() {
      IllegalStateException cause = new IllegalStateException("out of ideas");
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      3,
                      group -> {
                        if (group.rank() == 1) {
                          throw cause;
                        }
                        assertThatThrownBy(group::barrier)
                            .isInstanceOf(GroupException.class)
                            .hasMessageContaining("rank 1 of 3")
                            .hasMessageContaining("out of ideas")
                            .hasCause(cause);
                      }))
          .isSameAs(cause);
    }

    @Test
    void returningThoseWhoWaitForItLearnThat() {
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      3,
                      group -> {
                        if (group.rank() != 2) {
                          group.max(1);
                        }
                      }))
          .isInstanceOf(GroupException.class)
          .hasMessage("rank 2 of 3 ended while others waited for it in max of 1");
    }

    @Test
    void thoseWhoPollForItLearnThat() throws Exception {
      List<ThreadedGroup> members = ThreadedGroup.create(2, 2);
      ByteBuffer none = ByteBuffer.allocateDirect(1);
      int[] nothing = new int[2];
      List<Begun<?>> begun =
          List.of(
              members.get(0).begin(new Collective.Barrier()),
              members.get(0).begin(Collective.sum(1)),
              members.get(0).begin(new Collective.Gather(new byte[1])),
              members.get(0).begin(new Collective.Exchange(none, nothing, none, nothing)));
      for (Begun<?> each : begun) {
        assertThat(each.isDone()).isFalse();
      }
      members.get(1).begin(new Collective.Barrier());
      assertThat(begun.get(0).isDone()).isTrue();
      members.get(1).close();
      for (Begun<?> each : begun.subList(1, 4)) {
        assertThatThrownBy(each::isDone)
            .isInstanceOf(GroupException.class)
            .hasMessageContaining("rank 1 of 2 closed its group");
        assertThatThrownBy(each::await).isInstanceOf(GroupException.class);
      }
      assertThat(begun.get(0).isDone()).isTrue();
    }

    @Test
    void anExchangeThatAllHaveBegunNeedsNothingMoreOfIt() throws Exception {
      List<ThreadedGroup> members = ThreadedGroup.create(2, 2);
      Begun<ByteBuffer> stays = members.get(0).begin(swap(7));
      assertThat(stays.isDone()).isFalse();
      Begun<ByteBuffer> unseen = members.get(1).begin(swap(8));
      members.get(1).fail(new IllegalStateException("power cut"));
      assertThat(stays.await().get(0)).isEqualTo((byte) 8);
      assertThat(unseen.await().get(0)).isEqualTo((byte) 7);
    }

    /** One byte to the other of two, and one from it. */
    private static Collective.Exchange swap(int mine) {
      ByteBuffer send = ByteBuffer.allocateDirect(1).put(0, (byte) mine);
      int[] one = {mine == 7 ? 0 : 1, mine == 7 ? 1 : 0};
      return new Collective.Exchange(send, one, ByteBuffer.allocateDirect(1), one);
    }

    @Test
    void duplicatesBreakToo() {
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      2,
                      group -> {
                        ProcessGroup copy = group.duplicate();
                        if (group.rank() == 0) {
                          throw new IllegalStateException("gone");
                        }
                        assertThatThrownBy(() -> copy.gather(new byte[0]))
                            .isInstanceOf(GroupException.class)
                            .hasMessageContaining("rank 0 of 2");
                        assertThatThrownBy(copy::barrier).isInstanceOf(GroupException.class);
                      }))
          .hasMessage("gone");
    }

    @Test
    void whatIsCompleteStaysComplete() throws Exception {
      CountDownLatch gone = new CountDownLatch(1);
      ThreadedGroup.run(
          2,
          group -> {
            long[] values = {group.rank()};
            group.max(values);
            if (group.rank() == 0) {
              gone.countDown();
              return;
            }
            gone.await();
            assertThat(values).containsExactly(1);
          });
    }

    @Test
    void returningItStaysWhereAnotherThreadGoesOn() throws Exception {
      CountDownLatch ended = new CountDownLatch(1);
      List<CompletableFuture<Long>> sums =
          List.of(new CompletableFuture<>(), new CompletableFuture<>());
      ThreadedGroup.run(
          2,
          group -> {
            ProcessGroup.Stay stay = group.duplicate().stay();
            stay.close();
            ProcessGroup used = group.duplicate();
            onceAllHaveEnded(ended, used, sums.get(group.rank()), used.stay());
          });
      ended.countDown();
      for (CompletableFuture<Long> sum : sums) {
        assertThat(sum.get()).isEqualTo(2);
      }
    }

    /** Duplicates a group in a thread of its own, and sums up in that. */
    private void onceAllHaveEnded(
        CountDownLatch ended,
        ProcessGroup used,
        CompletableFuture<Long> sum,
        ProcessGroup.Stay stay) {
      new Thread(
              () -> {
                try (stay) {
                  ended.await();
                  sum.complete(used.duplicate().sum(1));
                } catch (IOException | InterruptedException | RuntimeException e) {
                  sum.completeExceptionally(e);
                }
              })
          .start();
    }

    @Test
    void returningItIsMissedWhereNoThreadGoesOn() throws Exception {
      CountDownLatch ended = new CountDownLatch(1);
      CompletableFuture<Long> alone = new CompletableFuture<>();
      ThreadedGroup.run(
          2,
          group -> {
            ProcessGroup used = group.duplicate();
            ProcessGroup other = group.duplicate();
            if (group.rank() == 0) {
              onceAllHaveEnded(ended, used, alone, used.stay());
            } else {
              onceAllHaveEnded(ended, other, new CompletableFuture<>(), other.stay());
            }
          });
      ended.countDown();
      assertThatThrownBy(alone::get)
          .hasRootCauseInstanceOf(GroupException.class)
          .hasMessageContaining("rank 1 of 2 ended while others waited for it");
    }

    @Test
    void returningItIsMissedWhenTheOtherThreadHasEnded() throws Exception {
      List<ProcessGroup> copies = new CopyOnWriteArrayList<>();
      ThreadedGroup.run(
          2,
          group -> {
            ProcessGroup copy = group.duplicate();
            ProcessGroup.Stay stay = copy.stay();
            if (group.rank() == 1) {
              stay.close();
            } else {
              copies.add(copy);
            }
          });
      assertThatThrownBy(copies.get(0)::barrier)
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("rank 1 of 2 ended");
    }

    @Test
    void failingItDoesNotStay() {
      CountDownLatch ended = new CountDownLatch(0);
      CompletableFuture<Long> alone = new CompletableFuture<>();
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      2,
                      group -> {
                        ProcessGroup used = group.duplicate();
                        ProcessGroup.Stay stay = used.stay();
                        if (group.rank() == 1) {
                          throw new IllegalStateException("out of ideas");
                        }
                        onceAllHaveEnded(ended, used, alone, stay);
                      }))
          .hasMessage("out of ideas");
      assertThatThrownBy(alone::get).hasMessageContaining("out of ideas");
    }

    @Test
    void theOtherFailuresAreKeptToo() {
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      3,
                      group -> {
                        if (group.rank() == 0) {
                          throw new AssertionError("first");
                        }
                        group.barrier();
                      }))
          .isInstanceOf(AssertionError.class)
          .hasMessage("first")
          .satisfies(
              e ->
                  assertThat(e.getSuppressed())
                      .extracting(Throwable::getMessage)
                      .anyMatch(m -> m.contains("thrown by rank 0 of 3"))
                      .anyMatch(m -> m.contains("rank 0 of 3 failed")));
    }
  }

  @Nested
  class WhenRanksDisagree {
    @Test
    void differentCollectivesAreAnErrorForAll() {
      assertThatThrownBy(
              () ->
                  ThreadedGroup.run(
                      2,
                      group -> {
                        if (group.rank() == 0) {
                          group.barrier();
                        } else {
                          group.max(1);
                        }
                      }))
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("called barrier")
          .hasMessageContaining("called max of 1");
    }

    @Test
    void differentRootsAreAnErrorForAll() {
      assertThatThrownBy(
              () -> ThreadedGroup.run(2, group -> group.broadcast(new byte[1], group.rank())))
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("broadcast from rank 0")
          .hasMessageContaining("broadcast from rank 1");
    }
  }

  @Nested
  class WithThreadsOfItsUser {
    @Test
    void aMemberThatFailsIsNamedToTheOthers() throws Exception {
      List<ThreadedGroup> members = ThreadedGroup.create(2, 2);
      Thread failing =
          new Thread(() -> members.get(0).fail(new IllegalStateException("power cut")));
      failing.start();
      assertThatThrownBy(() -> members.get(1).barrier())
          .isInstanceOf(GroupException.class)
          .hasMessageContaining("rank 0 of 2")
          .hasMessageContaining("power cut");
      failing.join();
    }

    @Test
    void aMemberThatClosesIsNamedToTheOthers() {
      List<ThreadedGroup> members = ThreadedGroup.create(2, 2);
      members.get(1).close();
      assertThatThrownBy(() -> members.get(0).barrier())
          .hasMessageContaining("rank 1 of 2 closed its group");
    }

    @Test
    void anInterruptedWaitGoesOn() throws Exception {
      List<ThreadedGroup> members = ThreadedGroup.create(2, 2);
      AtomicInteger interrupted = new AtomicInteger();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  members.get(0).barrier();
                  interrupted.set(Thread.currentThread().isInterrupted() ? 1 : 2);
                } catch (IOException e) {
                  interrupted.set(3);
                }
              });
      waiting.start();
      waiting.interrupt();
      members.get(1).barrier();
      waiting.join();
      assertThat(interrupted).hasValue(1);
    }

    @Test
    void anInterruptOfTheThreadThatRunsTheRanksEndsTheirWaits() throws Exception {
      Semaphore busy = new Semaphore(0);
      CompletableFuture<GroupException> told = new CompletableFuture<>();
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      RankProgram program =
          group -> {
            if (group.rank() == 0) {
              busy.acquireUninterruptibly();
            } else {
              told.complete(catchThrowableOfType(GroupException.class, group::barrier));
            }
          };
      Thread runs =
          new Thread(() -> thrown.complete(catchThrowable(() -> ThreadedGroup.run(2, program))));
      runs.start();
      runs.interrupt();
      assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
      assertThat(told.get()).hasMessageContaining("failed (java.lang.InterruptedException)");
      busy.release();
    }

    @Test
    void groupsOfNobodyAreRefused() {
      assertThatThrownBy(() -> ThreadedGroup.create(0, 1))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> ThreadedGroup.create(1, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
