package org.burstlog.bench.run;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every kernel promises, as BTIO does. */
abstract class KernelContract extends BtioContract {
  private static final List<String> OTHERS =
      List.of(
          "ior segments=1 block=2KiB transfer=512",
          "ior segments=3 block=1KiB transfer=1KiB calls=independent",
          "ior segments=2 block=1KiB transfer=256 file-per-process=on",
          "ior segments=2 block=512 transfer=256 sync=on",
          "flash blocks=2 cells=4 guard=2 unknowns=3 plotted=2",
          "madbench order=17 bins=4 gangs=1",
          "madbench order=17 bins=4 phases=s",
          "metarates files=3 sessions=2",
          "metarates files=2 sessions=1 directories=own",
          "inserts inserts=5 page=512",
          "ior steps=3 segments=2 block=512 transfer=256 flush=on compute=1ms computing=burn",
          "model rows=6 columns=40 variables=2 steps=6 history=2 checkpoint=3 compute=1ms");

  @Override
  List<String> kernels() {
    return Stream.concat(super.kernels().stream(), OTHERS.stream()).toList();
  }

  @Test
  void iorStrided() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(0));
  }

  @Test
  void iorContiguous() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(1));
  }

  @Test
  void iorWithFilePerProcess() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(2));
  }

  @Test
  void iorSynced() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(3));
  }

  @Test
  void flash() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(4));
  }

  @Test
  void madbench() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(5));
  }

  @Test
  void madbenchWriteOnly() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(6));
  }

  @Test
  void madbenchInGangs() throws Exception {
    leavesTheSameFilesByAllStrategies(gangs("madbench order=17 bins=4"));
  }

  /** Two where the ranks can be divided; the number is the same in every rank. */
  private String gangs(String words) throws Exception {
    int[] size = new int[1];
    run(group -> size[0] = group.size());
    return words + " gangs=" + (size[0] % 2 == 0 ? 2 : 1);
  }

  @Test
  void metarates() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(7));
  }

  @Test
  void metaratesInDirectoriesOfTheirOwn() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(8));
  }

  @Test
  void inserts() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(9));
  }

  @Test
  void iorInSteps() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(10));
  }

  @Test
  void model() throws Exception {
    leavesTheSameFilesByAllStrategies(OTHERS.get(11));
  }

  @Test
  void othersWithFlushesBetweenTheirSteps() throws Exception {
    String gaps = " flush=on compute=1ms computing=burn-all";
    leavesTheSameFilesByAllStrategies(STRONG + gaps);
    for (int other : new int[] {4, 5, 7, 9}) {
      leavesTheSameFilesByAllStrategies(OTHERS.get(other) + gaps);
    }
    leavesTheSameFilesByAllStrategies(gangs("madbench order=17 bins=4") + gaps);
  }
}
