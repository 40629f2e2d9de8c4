package org.burstlog.group;

import java.io.IOException;

/** A group that has other processes than the one that it is made of, as far as anybody can tell. */
public final class OtherMembers implements ProcessGroup {
  private final ProcessGroup real;
  private final Object members;

  /**
   * Changes nothing else.
   *
   * @param real where everything goes
   * @param members what tells its processes from others
   */
  public OtherMembers(ProcessGroup real, Object members) {
    this.real = real;
    this.members = members;
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
  public Nodes nodes() throws IOException {
    return real.nodes();
  }

  @Override
  public long identity() {
    return real.identity();
  }

  @Override
  public Object members() {
    return members;
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    return new OtherMembers(real.duplicate(), members);
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
