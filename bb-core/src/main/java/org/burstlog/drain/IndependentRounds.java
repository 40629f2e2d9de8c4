package org.burstlog.drain;

import java.io.IOException;
import java.util.function.Supplier;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/** Each process writes its own rounds, one a step; they meet when all have. */
final class IndependentRounds implements Rounds {
  private final DrainState state;
  private final TargetFile target;
  private final RoundSource.Opener sources;
  private @Nullable RoundSource source;
  private long rounds;

  IndependentRounds(DrainState state, TargetFile target, RoundSource.Opener sources) {
    this.state = state;
    this.target = target;
    this.sources = sources;
  }

  @Override
  public <T> Next<T> write(Plan plan, Supplier<Next<T>> behind) {
    return Next.work(
        () -> {
          source = sources.open(plan);
          return Next.work(() -> writeOne(behind));
        });
  }

  private <T> Next<T> writeOne(Supplier<Next<T>> behind) {
    RoundSource from = source;
    boolean[] wrote = new boolean[1];
    if (from != null) {
      state.attempt(() -> wrote[0] = writeOne(from));
    }
    return wrote[0] ? Next.work(() -> writeOne(behind)) : behind.get();
  }

  private boolean writeOne(RoundSource from) throws IOException {
    RoundSource.Slot slot = from.take();
    if (slot == null) {
      return false;
    }
    long begin = System.nanoTime();
    target.write(slot.extents(), slot.bytes());
    state.moved(slot.extents().bytes());
    state.add(Phase.WRITE, System.nanoTime() - begin);
    rounds++;
    return true;
  }

  @Override
  public long count() {
    return rounds;
  }

  @Override
  public void close() {
    if (source != null) {
      source.close();
    }
  }
}
