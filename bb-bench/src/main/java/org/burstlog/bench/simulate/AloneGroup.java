package org.burstlog.bench.simulate;

import java.io.IOException;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;

/** A group of which one process is run at a time, so that none can come together. */
record AloneGroup(int rank, int size, String kernel) implements ProcessGroup {
  @Override
  public Nodes nodes() {
    return Nodes.of(new int[size]);
  }

  @Override
  public long identity() {
    return size;
  }

  @Override
  public Object members() {
    return size;
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    throw Recording.unable(kernel, "makes groups of its own");
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    throw Recording.unable(kernel, "has its processes meet beside its output");
  }

  @Override
  public void close() {}
}
