package org.burstlog.mpi.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class RankTestsTest {
  @Test
  void showsEveryTestWithItsOwnResult() throws Exception {
    Map<String, DynamicTest> tests = new TreeMap<>();
    RankTests.of(MpiRun.ranks(2), SampleRanks.class)
        .forEach(test -> tests.put(test.getDisplayName(), test));
    List<String> names = new ArrayList<>(tests.keySet());
    assertThat(names)
        .containsExactly(
            "SampleRanks > failsOnOneRankWhileTheOtherWaits()",
            "SampleRanks > isSkipped()",
            "SampleRanks > passes()",
            "SampleRanks > passesAfterAFailure()");
    assertThat(failure(tests, names.get(0)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("on rank 1 of 2")
        .hasMessageContaining("this rank does not like it")
        .hasMessageContaining("SampleRanks.java");
    assertThat(failure(tests, names.get(1)))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("not today");
    assertThatCode(() -> run(tests, names.get(2))).doesNotThrowAnyException();
    assertThatCode(() -> run(tests, names.get(3))).doesNotThrowAnyException();
  }

  private static @Nullable Throwable failure(Map<String, DynamicTest> tests, String name) {
    return catchThrowable(() -> run(tests, name));
  }

  private static void run(Map<String, DynamicTest> tests, String name) throws Throwable {
    DynamicTest test = tests.get(name);
    assertThat(test).isNotNull();
    test.getExecutable().execute();
  }
}
