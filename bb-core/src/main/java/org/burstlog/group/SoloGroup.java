package org.burstlog.group;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/** The group of one process: nobody to wait for, nobody to ask. */
public final class SoloGroup implements ProcessGroup {
  private boolean closed;

  /** A group of this process alone. */
  public SoloGroup() {}

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public Nodes nodes() throws GroupException {
    requireOpen();
    return Nodes.of(0);
  }

  @Override
  public ProcessGroup duplicate() throws GroupException {
    requireOpen();
    return new SoloGroup();
  }

  @Override
  public void barrier() throws GroupException {
    requireOpen();
  }

  @Override
  public void max(long[] values) throws GroupException {
    requireOpen();
  }

  @Override
  public Reduction beginMax(long[] values) throws GroupException {
    requireOpen();
    long[] own = values.clone();
    return () -> own;
  }

  @Override
  public void min(long[] values) throws GroupException {
    requireOpen();
  }

  @Override
  public void sum(long[] values) throws GroupException {
    requireOpen();
  }

  @Override
  public byte[] broadcast(byte[] message, int root) throws GroupException {
    requireOpen();
    Objects.checkIndex(root, 1);
    return message.clone();
  }

  @Override
  public List<byte[]> gather(byte[] message) throws GroupException {
    requireOpen();
    return List.of(message.clone());
  }

  @Override
  public void transpose(long[] values) throws GroupException {
    requireOpen();
  }

  @Override
  public void exchange(ByteBuffer send, int[] sent, ByteBuffer receive, int[] received)
      throws GroupException {
    requireOpen();
    receive.put(receive.position(), send, send.position(), sent[0]);
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String toString() {
    return "one process alone";
  }

  private void requireOpen() throws GroupException {
    if (closed) {
      throw new GroupException("the group was closed; make another");
    }
  }
}
