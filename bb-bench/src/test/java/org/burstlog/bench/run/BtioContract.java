package org.burstlog.bench.run;

import java.util.List;
import org.burstlog.bench.strategy.Wrong;
import org.junit.jupiter.api.Test;

/**
 * What BTIO promises with every strategy: all elements are right, the files are the same byte for
 * byte, and it is noticed when one extent is missing or in another's place.
 */
abstract class BtioContract extends KernelHarness {
  static final String STRONG = "btio grid=7 steps=3";
  static final String WEAK = "btio grid=7 edge=3 steps=2 scaling=weak calls=independent";

  /** What is run by strategies that do wrong. */
  List<String> kernels() {
    return List.of(STRONG, WEAK);
  }

  @Test
  void btioStrong() throws Exception {
    leavesTheSameFilesByAllStrategies(STRONG);
  }

  @Test
  void btioWeak() throws Exception {
    leavesTheSameFilesByAllStrategies(WEAK);
  }

  @Test
  void oneExtentThatDirectLeavesOutIsSeen() throws Exception {
    isSeen(kernels(), "direct", Wrong.Way.DROP);
  }

  @Test
  void oneExtentThatNonblockingLeavesOutIsSeen() throws Exception {
    isSeen(kernels(), "nonblocking", Wrong.Way.DROP);
  }

  @Test
  void oneExtentThatProcessLeavesOutIsSeen() throws Exception {
    isSeen(kernels(), "process", Wrong.Way.DROP);
  }

  @Test
  void oneExtentThatNodeLeavesOutIsSeen() throws Exception {
    isSeen(kernels(), "node", Wrong.Way.DROP);
  }

  @Test
  void oneExtentThatBackgroundLeavesOutIsSeen() throws Exception {
    isSeen(kernels(), "background", Wrong.Way.DROP);
  }

  @Test
  void oneExtentThatStageLeavesOutIsSeen() throws Exception {
    isSeen(kernels(), "stage", Wrong.Way.DROP);
  }

  @Test
  void oneExtentThatLogFsLeavesOutIsSeen() throws Exception {
    isSeen(kernels(), "logfs", Wrong.Way.DROP);
  }

  @Test
  void twoExtentsInEachOthersPlaceAreSeen() throws Exception {
    isSeen(kernels(), "direct", Wrong.Way.SWAP);
  }
}
