package org.burstlog.bench.strategy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.burstlog.array.ExtentList;
import org.burstlog.drain.DirectPut;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes what each process brings in turns that all take together, where the target can make more
 * of it then, and as each process likes where it cannot.
 */
final class TurnSink implements DirectPut.Sink {
  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final ProcessGroup group;
  private final TargetFile target;
  private final boolean together;

  TurnSink(ProcessGroup group, TargetFile target) {
    this.group = group;
    this.target = target;
    together = group.size() > 1 && target.can(TargetFile.Capability.COLLECTIVE_BUFFERING);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    if (together) {
      // Somebody has something: me.
      anybodyMore(1);
      target.writeAll(extents, data);
    } else {
      target.write(extents, data);
    }
  }

  /**
   * Takes part until nobody has anything left, and makes one verdict. Collective.
   *
   * @param failure what went wrong here, or null
   */
  void end(@Nullable Throwable failure) throws IOException {
    while (together && anybodyMore(0)) {
      target.writeAll(new ExtentList(), NOTHING.duplicate());
    }
    Together.reach(group, "replaying into " + target.path(), failure);
  }

  private boolean anybodyMore(long mine) throws IOException {
    return group.max(mine) != 0;
  }
}
