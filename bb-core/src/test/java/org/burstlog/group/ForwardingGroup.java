package org.burstlog.group;

import java.io.IOException;

/**
 * Passes everything on to another group. Doubles extend it and change only what they are there to
 * change.
 */
abstract class ForwardingGroup implements ProcessGroup {
  /** Where everything goes. */
  final ProcessGroup real;

  ForwardingGroup(ProcessGroup real) {
    this.real = real;
  }

  @Override
  public int rank() {
    return real.rank();
  }

  @Override
  public int size() {
    return real.size();
  }

  @Override
  public boolean concurrent() {
    return real.concurrent();
  }

  @Override
  public Object members() {
    return real.members();
  }

  @Override
  public Nodes nodes() throws IOException {
    return real.nodes();
  }

  @Override
  public long identity() {
    return real.identity();
  }

  @Override
  public Stay stay() {
    return real.stay();
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    return real.begin(what);
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
