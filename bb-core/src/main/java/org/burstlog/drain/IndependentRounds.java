package org.burstlog.drain;

import java.io.IOException;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;

/** Each process writes its own rounds; they meet when all have. */
final class IndependentRounds implements Rounds {
  private final Progress progress;
  private final TargetFile target;
  private final RoundSource.Opener sources;

  IndependentRounds(Progress progress, TargetFile target, RoundSource.Opener sources) {
    this.progress = progress;
    this.target = target;
    this.sources = sources;
  }

  @Override
  public long write(Plan plan) throws IOException {
    long[] rounds = {0};
    try (RoundSource source = sources.open(plan)) {
      if (source != null) {
        progress.attempt(() -> rounds[0] = writeAll(source));
      }
      progress.agree();
    }
    return rounds[0];
  }

  private long writeAll(RoundSource source) throws IOException {
    long rounds = 0;
    for (var slot = source.take(); slot != null; slot = source.take()) {
      long begin = System.nanoTime();
      target.write(slot.extents(), slot.bytes());
      progress.add(Phase.WRITE, System.nanoTime() - begin);
      rounds++;
    }
    return rounds;
  }
}
