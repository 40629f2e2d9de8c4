package org.burstlog.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.burstlog.BurstlogException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TogetherTest {
  private static final int RANKS = 3;

  private static void fail(ProcessGroup group, int rank, String why) throws IOException {
    if (group.rank() == rank) {
      throw new BurstlogException(why);
    }
  }

  private static Same word(String word) {
    return Same.of(
        word.getBytes(StandardCharsets.UTF_8),
        all ->
            new BurstlogException(
                "words differ: "
                    + all.stream().map(one -> new String(one, StandardCharsets.UTF_8)).toList()));
  }

  @Nested
  class WhenAllIsWell {
    @Test
    void theMeetingIsOneReductionAndGivesTheLargestOfEachValue() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group -> {
            WatchedGroup watched = new WatchedGroup(group);
            Together together = new Together(watched);
            together.step(Telling.of("one"), () -> {}).same(word("alike"));
            together.step(Telling.of("two"), () -> {});
            assertThat(together.meet(group.rank(), -group.rank())).containsExactly(RANKS - 1, 0);
            assertThat(watched.begun()).isEqualTo(1);
          });
    }
  }

  @Nested
  class WhenStepsFail {
    @Test
    void theFirstOfThemIsTold() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group -> {
            Together together =
                new Together(group)
                    .step(Telling.of("one"), () -> fail(group, 2, "no one"))
                    .step(Telling.of("two"), () -> fail(group, 0, "no two"));
            assertThatThrownBy(together::meet)
                .isInstanceOf(BurstlogException.class)
                .hasMessage("one failed: rank 2 of 3: no one");
          });
    }

    @Test
    void thoseBehindItAreLeftOutInThatProcess() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group -> {
            boolean[] done = {false};
            Together together =
                new Together(group)
                    .step(Telling.of("one"), () -> fail(group, 1, "no one"))
                    .step(Telling.of("two"), () -> done[0] = true);
            assertThat(together.isWell()).isEqualTo(group.rank() != 1);
            assertThat(done[0]).isEqualTo(group.rank() != 1);
            assertThatThrownBy(together::meet).hasMessageContaining("no one");
          });
    }

    @Test
    void anErrorOfTheVirtualMachineIsToldLikeAnyOther() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group ->
              assertThatThrownBy(
                      () ->
                          Together.run(
                              group,
                              "filling memory",
                              () -> {
                                if (group.rank() == 1) {
                                  throw new OutOfMemoryError("none left");
                                }
                              }))
                  .isInstanceOf(BurstlogException.class)
                  .hasMessageContaining("rank 1 of 3")
                  .hasMessageContaining("none left"));
    }

    @Test
    void allLearnTheGravest() throws Exception {
      Telling byGravity =
          new Telling() {
            @Override
            public int gravity(Throwable failure) {
              return Integer.parseInt(failure.getMessage());
            }

            @Override
            public IOException tell(ProcessGroup group, int gravity, @Nullable Throwable own) {
              return new BurstlogException("gravity " + gravity);
            }
          };
      ThreadedGroup.run(
          RANKS,
          group ->
              assertThatThrownBy(
                      () ->
                          Together.run(
                              group,
                              byGravity,
                              () -> fail(group, group.rank(), "" + (7 + group.rank()))))
                  .hasMessage("gravity 9"));
    }

    @Test
    void aLostGroupIsThrownAtOnce() {
      Together together = new Together(new SoloGroup());
      GroupException lost = new GroupException("gone");
      assertThatThrownBy(
              () ->
                  together.step(
                      Telling.of("it"),
                      () -> {
                        throw lost;
                      }))
          .isSameAs(lost);
    }
  }

  @Nested
  class WhenValuesDiffer {
    @Test
    void allAreToldWhoHasWhat() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group ->
              assertThatThrownBy(() -> word(group.rank() == 2 ? "b" : "a").require(group))
                  .hasMessage("words differ: " + List.of("a", "a", "b")));
    }

    @Test
    void aStepBeforeThatHasFailedIsToldInstead() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group -> {
            Together together =
                new Together(group)
                    .step(Telling.of("one"), () -> fail(group, 1, "no one"))
                    .same(word("" + group.rank()));
            assertThatThrownBy(together::meet).hasMessageContaining("no one");
          });
    }

    @Test
    void aStepBehindThatHasFailedIsNot() throws Exception {
      ThreadedGroup.run(
          RANKS,
          group -> {
            Together together =
                new Together(group)
                    .same(word("" + group.rank()))
                    .step(Telling.of("one"), () -> fail(group, 1, "no one"));
            assertThatThrownBy(together::meet).hasMessageContaining("words differ");
          });
    }
  }
}
