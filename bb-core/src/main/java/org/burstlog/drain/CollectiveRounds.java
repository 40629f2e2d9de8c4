package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * All processes write a round together, those that have nothing left with nothing.
 *
 * <p>Before each write they agree that none has failed, so that nobody is missing in it.
 */
final class CollectiveRounds implements Rounds {
  private final Progress progress;
  private final TargetFile target;
  private final RoundSource.Opener sources;

  CollectiveRounds(Progress progress, TargetFile target, RoundSource.Opener sources) {
    this.progress = progress;
    this.target = target;
    this.sources = sources;
  }

  @Override
  public long write(Plan plan) throws IOException {
    long rounds = 0;
    try (RoundSource source = sources.open(plan)) {
      while (writeOne(source)) {
        rounds++;
      }
    }
    return rounds;
  }

  /** Takes part in one round; false when no process has anything left. */
  private boolean writeOne(@Nullable RoundSource source) throws IOException {
    RoundSource.@Nullable Slot[] slot = new RoundSource.Slot[1];
    progress.attempt(() -> slot[0] = source == null ? null : source.take());
    long[] nothing = {slot[0] == null ? 1 : 0};
    progress.least(nothing);
    if (nothing[0] == 1) {
      return false;
    }
    progress.attempt(() -> write(slot[0]));
    return true;
  }

  private void write(RoundSource.@Nullable Slot slot) throws IOException {
    long begin = System.nanoTime();
    if (slot == null) {
      target.writeAll(new ExtentList(), ByteBuffer.allocateDirect(0));
    } else {
      target.writeAll(slot.extents(), slot.bytes());
    }
    progress.add(Phase.WRITE, System.nanoTime() - begin);
  }
}
