package org.burstlog.bench.simulate;

import java.util.Arrays;
import java.util.Random;

/**
 * What the processes of a trial put: elements in blocks, each of which belongs to one process in an
 * epoch, and what must be in the file after each epoch.
 */
final class TrialPlan {
  /** No block is longer, so that a record of it is small. */
  private static final int LONGEST = 96;

  final int ranks;
  final int epochs;
  final int elements;
  final TrialLog[] logs;

  /** By epoch and element, what is there in the end of it; 0 where nobody has put. */
  private final long[][] values;

  /** By epoch and element, the epoch that has put it; -1 for none. */
  private final int[][] writers;

  /** By element, the last epoch that was lost with its log; -1 for none. */
  private final int[] lost;

  TrialPlan(Random random, int ranks) {
    this.ranks = ranks;
    epochs = 1 + random.nextInt(3);
    int block = 1 + random.nextInt(LONGEST);
    int blocks = 1 + random.nextInt(60);
    elements = block * blocks;
    values = new long[epochs][elements];
    writers = new int[epochs][elements];
    lost = new int[elements];
    Arrays.fill(lost, -1);
    logs = new TrialLog[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      logs[rank] = new TrialLog(rank, epochs);
    }
    for (int epoch = 0; epoch < epochs; epoch++) {
      if (epoch > 0) {
        values[epoch] = values[epoch - 1].clone();
        writers[epoch] = writers[epoch - 1].clone();
      } else {
        Arrays.fill(writers[0], -1);
      }
      for (int b = 0; b < blocks; b++) {
        if (random.nextInt(4) > 0) {
          put(random, epoch, b * block, block, logs[random.nextInt(ranks)]);
        }
      }
    }
  }

  /** One or two records, of which the second may rewrite some of the first. */
  private void put(Random random, int epoch, int first, int length, TrialLog log) {
    for (int i = random.nextInt(2); i >= 0; i--) {
      int stride = 1 + random.nextInt(3);
      int begin = first + random.nextInt(length);
      int count = 1 + random.nextInt((first + length - begin + stride - 1) / stride);
      long value = random.nextLong() | 1;
      log.put(epoch, begin, count, stride, value);
      for (int e = 0; e < count; e++) {
        values[epoch][begin + e * stride] = value + 2L * e;
        writers[epoch][begin + e * stride] = epoch;
      }
    }
  }

  /** A log is gone, with what it has not released. */
  void lose(TrialLog log) {
    log.lose((epoch, element) -> lost[element] = Math.max(lost[element], epoch));
  }

  /** The file must have all that was put, unless that was lost. */
  void check(TrialFile file) {
    for (int element = 0; element < elements; element++) {
      check(file, epochs - 1, element, "in the end");
    }
  }

  /** What a log has put in an epoch must be in the file, unless it was put again since. */
  void check(TrialFile file, TrialLog log, int epoch) {
    String when = "when rank " + log.rank + " releases epoch " + epoch;
    log.elements(epoch, (number, element) -> check(file, epoch, element, when));
  }

  private void check(TrialFile file, int epoch, int element, String when) {
    long must = values[epoch][element];
    long is = file.durable(element);
    if (writers[epoch][element] > lost[element] && is != must) {
      throw new Violation(
          "what was acknowledged is not durable in the target "
              + when
              + ": element "
              + element
              + " of epoch "
              + writers[epoch][element]
              + " is "
              + Long.toHexString(is)
              + " and must be "
              + Long.toHexString(must));
    }
  }
}
