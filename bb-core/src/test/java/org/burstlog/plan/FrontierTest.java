package org.burstlog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrontierTest {
  private final Frontier frontier = new Frontier();

  @Test
  void givesKeysInOrderWhateverCameWhen() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      PriorityQueue<Long> expected = new PriorityQueue<>();
      int range = 1 << random.nextInt(30);
      for (int i = 0; i < 2000; i++) {
        if (expected.isEmpty() || random.nextInt(100) < (i < 1000 ? 60 : 45)) {
          int key = random.nextInt(range);
          frontier.push(key, key);
          expected.add((long) key);
        } else {
          long key = expected.remove();
          assertThat(frontier.minKey()).as("seed " + seed).isEqualTo(key);
          assertThat((long) frontier.peek()).isEqualTo(key);
          assertThat((long) frontier.pop()).isEqualTo(key);
        }
        assertThat(frontier.size()).isEqualTo(expected.size());
      }
      while (!frontier.isEmpty()) {
        assertThat((long) frontier.pop()).isEqualTo(expected.remove());
      }
      assertThat(frontier.minKey()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void takingTurnsNeedsNoMoreThanOneLane() {
    for (int i = 0; i < 1000; i++) {
      frontier.push(i, i);
    }
    long memory = frontier.memory();
    for (int turn = 0; turn < 10_000; turn++) {
      assertThat(frontier.minKey()).isEqualTo(turn);
      int value = frontier.pop();
      frontier.push(turn + 1000L, value);
    }
    assertThat(frontier.memory()).isEqualTo(memory);
  }
}
