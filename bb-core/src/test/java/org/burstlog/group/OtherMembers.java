package org.burstlog.group;

import java.io.IOException;

/** A group that has other processes than the one that it is made of, as far as anybody can tell. */
public final class OtherMembers extends ForwardingGroup {
  private final Object members;

  /**
   * Changes nothing else.
   *
   * @param real where everything goes
   * @param members what tells its processes from others
   */
  public OtherMembers(ProcessGroup real, Object members) {
    super(real);
    this.members = members;
  }

  @Override
  public Object members() {
    return members;
  }

  @Override
  public ProcessGroup duplicate() throws IOException {
    return new OtherMembers(real.duplicate(), members);
  }
}
