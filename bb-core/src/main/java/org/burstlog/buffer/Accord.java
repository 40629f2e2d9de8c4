package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Same;
import org.burstlog.group.Together;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that all processes are about to do the same. A process that has thrown between two
 * puts closes while the others drain; without this, they would wait for each other in different
 * places.
 */
final class Accord {
  /** What all processes do together. */
  enum Call {
    DRAIN(1),
    DISCARD(2),
    CLOSE(3);

    final int code;

    Call(int code) {
      this.code = code;
    }
  }

  private final ProcessGroup group;
  private final Path target;

  /** Set when processes were found to do different things; then nothing is done together again. */
  private @Nullable BurstlogException parted;

  Accord(ProcessGroup group, Path target) {
    this.group = group;
    this.target = target;
  }

  /** Returns when all are about to do the same. Collective. */
  void meet(Call call) throws IOException {
    boolean all = meet(call, true);
    assert all;
  }

  /**
   * As {@link #meet(Call)}, and tells whether something holds in every process.
   *
   * @param here whether it holds in this one
   */
  boolean meet(Call call, boolean here) throws IOException {
    return meet(call, here, new byte[0]);
  }

  /**
   * As {@link #meet(Call, boolean)}, for a call that all make for the same files.
   *
   * @param files what tells them from others
   */
  boolean meet(Call call, boolean here, byte[] files) throws IOException {
    BurstlogException apart = parted;
    if (apart != null) {
      throw new BurstlogException(BurstlogException.messageOf(apart), apart);
    }
    byte[] mine = Arrays.copyOf(new byte[] {(byte) call.code}, 1 + files.length);
    System.arraycopy(files, 0, mine, 1, files.length);
    return new Together(group).same(Same.of(mine, this::apart)).meet(here ? 0 : 1)[0] == 0;
  }

  /** Tells whether processes were found in different calls. */
  boolean hasParted() {
    return parted != null;
  }

  private BurstlogException apart(List<byte[]> calls) {
    if (calls.stream().allMatch(each -> each[0] == calls.get(0)[0])) {
      // Nothing was done, so all can go on.
      return new BurstlogException(
          "processes flush different files together, "
              + target
              + " among them; name the same files in each");
    }
    BurstlogException found = parted(calls);
    parted = found;
    return found;
  }

  private BurstlogException parted(List<byte[]> calls) {
    StringBuilder who = new StringBuilder();
    for (Call each : Call.values()) {
      List<Integer> ranks =
          IntStream.range(0, calls.size())
              .filter(r -> calls.get(r)[0] == each.code)
              .boxed()
              .toList();
      if (!ranks.isEmpty()) {
        who.append(who.isEmpty() ? "" : ", ").append(each.name().toLowerCase(Locale.ROOT));
        who.append(" in ranks ").append(ranks);
      }
    }
    return new BurstlogException(
        "the processes that share "
            + target
            + " have parted: "
            + who
            + ". The logs are kept; end the job and run 'bb recover'");
  }
}
