package org.burstlog.drain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.burstlog.group.ThreadedGroup;
import org.junit.jupiter.api.Test;

class SharedFactsTest {
  private static final long NOTHING = Long.MAX_VALUE;

  /** What all processes conclude, of which one each writes from a first byte to an end. */
  private static SharedFacts of(long[]... ranges) throws Exception {
    ConcurrentLinkedQueue<SharedFacts> each = new ConcurrentLinkedQueue<>();
    ThreadedGroup.run(
        ranges.length,
        group -> {
          long first = ranges[group.rank()][0];
          long end = ranges[group.rank()][1];
          each.add(SharedFacts.begin(group, false, end == 0 ? 0 : 8, 1, first, end).await());
        });
    assertThat(each).hasSize(ranges.length);
    assertThat(List.copyOf(each)).containsOnly(each.element());
    return each.element();
  }

  private static long[] range(long first, long end) {
    return new long[] {first, end};
  }

  @Test
  void rangesOfAFewBytesOverlapOrDoNot() throws Exception {
    assertThat(of(range(0, 4000), range(8, 4008), range(16, 4016)).overlapping()).isTrue();
    assertThat(of(range(0, 16), range(16, 24), range(24, 40)).overlapping()).isFalse();
    assertThat(of(range(0, 17), range(16, 24)).overlapping()).isTrue();
  }

  @Test
  void processesThatWriteNothingDoNotCount() throws Exception {
    SharedFacts facts = of(range(NOTHING, 0), range(100, 200), range(NOTHING, 0));
    assertThat(facts.overlapping()).isFalse();
    assertThat(facts.end()).isEqualTo(200);
    assertThat(facts.bytes()).isEqualTo(8);
    assertThat(of(range(NOTHING, 0), range(NOTHING, 0)).overlapping()).isFalse();
  }

  @Test
  void rangesMayBeAsLongAsAFileMayBe() throws Exception {
    long most = Long.MAX_VALUE;
    assertThat(of(range(0, most), range(8, most), range(0, most)).overlapping()).isTrue();
    assertThat(of(range(0, most / 2), range(most / 2, most)).overlapping()).isFalse();
  }
}
