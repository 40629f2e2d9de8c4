package org.burstlog.group;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;

/** The group of one process: nobody to wait for, nobody to ask. */
public final class SoloGroup implements ProcessGroup {
  private static final Collective.Kinds AT_ONCE = new AtOnce();

  private static final SecureRandom RANDOM = new SecureRandom();

  private final long identity = RANDOM.nextLong();
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
  public long identity() {
    return identity;
  }

  /** Itself, whichever group it is in. */
  @Override
  public Object members() {
    return SoloGroup.class;
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
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    requireOpen();
    return what.in(AT_ONCE);
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String toString() {
    return "one process alone";
  }

  /** With nobody else there, every call has ended when it begins. */
  private static final class AtOnce implements Collective.Kinds {
    private record Ended<T>(T await) implements Begun<T> {
      @Override
      public boolean isDone() {
        return true;
      }
    }

    @Override
    public Begun<Boolean> barrier() {
      return new Ended<>(true);
    }

    @Override
    public Begun<long[]> reduce(Collective.Reduce what) {
      return new Ended<>(what.values().clone());
    }

    @Override
    public Begun<long[]> transpose(long[] values) {
      return new Ended<>(values.clone());
    }

    @Override
    public Begun<List<byte[]>> gather(byte[] message) {
      return new Ended<>(List.of(message.clone()));
    }

    @Override
    public Begun<byte[]> broadcast(Collective.Broadcast what) {
      Objects.checkIndex(what.root(), 1);
      return new Ended<>(what.message().clone());
    }

    @Override
    public Begun<ByteBuffer> exchange(Collective.Exchange what) {
      ByteBuffer from = what.send();
      ByteBuffer into = what.receive();
      into.put(into.position(), from, from.position(), what.sent()[0]);
      return new Ended<>(into);
    }
  }

  private void requireOpen() throws GroupException {
    if (closed) {
      throw new GroupException("the group was closed; make another");
    }
  }
}
