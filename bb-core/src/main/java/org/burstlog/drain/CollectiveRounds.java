package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.burstlog.array.ExtentList;
import org.burstlog.plan.Plan;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * All processes write a round together, one a step, those that have nothing left with nothing.
 *
 * <p>Before each write they agree that none has failed, so that nobody is missing in it. The write
 * itself may wait for the others, as MPI-IO has no collective write that one can begin and ask for:
 * the only step of a drain that does.
 */
final class CollectiveRounds implements Rounds {
  private final DrainState state;
  private final TargetFile target;
  private final RoundSource.Opener sources;
  private @Nullable RoundSource source;
  private RoundSource.@Nullable Slot slot;
  private long rounds;

  CollectiveRounds(DrainState state, TargetFile target, RoundSource.Opener sources) {
    this.state = state;
    this.target = target;
    this.sources = sources;
  }

  @Override
  public <T> Next<T> write(Plan plan, Supplier<Next<T>> behind) {
    return Next.work(
        () -> {
          source = sources.open(plan);
          return take(behind);
        });
  }

  private <T> Next<T> take(Supplier<Next<T>> behind) {
    RoundSource from = source;
    slot = null;
    if (from != null) {
      state.attempt(() -> slot = from.take());
    }
    long[] nothing = {slot == null ? 1 : 0};
    return state.least(
        nothing,
        all ->
            all[0] == 1 ? Next.together(() -> sync(behind)) : Next.together(() -> write(behind)));
  }

  /** No process can sync alone what all have written together. */
  private <T> Next<T> sync(Supplier<Next<T>> behind) {
    long begin = System.nanoTime();
    state.enter("syncing");
    state.attempt(target::sync);
    state.add(Phase.SYNC, System.nanoTime() - begin);
    return behind.get();
  }

  private <T> Next<T> write(Supplier<Next<T>> behind) {
    state.attempt(this::write);
    rounds++;
    return Next.work(() -> take(behind));
  }

  private void write() throws IOException {
    long begin = System.nanoTime();
    RoundSource.Slot mine = slot;
    if (mine == null) {
      target.writeAll(new ExtentList(), ByteBuffer.allocateDirect(0));
    } else {
      target.writeAll(mine.extents(), mine.bytes());
      state.moved(mine.extents().bytes());
    }
    state.add(Phase.WRITE, System.nanoTime() - begin);
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
