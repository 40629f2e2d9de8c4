package org.burstlog.guard.copy;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A connection to a keeper, as the one thread uses it that sends. It never waits for longer than
 * some time without any progress, and reads acknowledgements whenever it waits.
 */
final class Connection implements Closeable {
  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final LongSupplier clock;
  private final long patience;
  private final ByteBuffer head = ByteBuffer.allocateDirect(Frame.HEAD);
  private final ByteBuffer received = ByteBuffer.allocateDirect(64 * Acknowledgement.BYTES);
  private final Frame frame = new Frame();

  private Connection(
      SocketChannel channel,
      Selector selector,
      SelectionKey key,
      LongSupplier clock,
      long patience) {
    this.channel = channel;
    this.selector = selector;
    this.key = key;
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * Connects, and proves to each other that both know the secret.
   *
   * @param selector woken up when this is to give up; belongs to the caller
   */
  static Connection open(
      Endpoint keeper, long session, int rank, Selector selector, LongSupplier clock, long patience)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      boolean connected = channel.connect(keeper.address());
      SelectionKey key = channel.register(selector, connected ? 0 : SelectionKey.OP_CONNECT);
      Connection connection = new Connection(channel, selector, key, clock, patience);
      long begun = clock.getAsLong();
      while (!connected) {
        connection.await(SelectionKey.OP_CONNECT, begun);
        connected = channel.finishConnect();
      }
      connection.shakeHands(keeper.secret(), session, rank);
      return connection;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void shakeHands(byte[] secret, long session, int rank) throws IOException {
    byte[] keepers = read(Handshake.NONCE);
    byte[] own = Handshake.random(Handshake.NONCE);
    write(ByteBuffer.wrap(Handshake.hello(secret, session, rank, keepers, own)));
    byte[] proof = read(Handshake.PROOF);
    if (!Handshake.same(proof, Handshake.ofKeeper(secret, session, rank, keepers, own))) {
      throw new IOException("what listens there is not the keeper of the copies");
    }
  }

  private byte[] read(int bytes) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(bytes);
    long begun = clock.getAsLong();
    while (into.hasRemaining()) {
      int count = channel.read(into);
      if (count < 0) {
        throw new IOException("the keeper has closed the connection");
      }
      if (count == 0) {
        await(SelectionKey.OP_READ, begun);
      }
    }
    return into.array();
  }

  /** Waits until the channel is ready for something, or somebody wakes this up. */
  private void await(int what, long since) throws IOException {
    long left = patience - (clock.getAsLong() - since);
    if (left <= 0) {
      throw new IOException(
          "nothing has moved for " + TimeUnit.NANOSECONDS.toMillis(patience) + " ms");
    }
    select(what, left);
  }

  private void select(int what, long nanos) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new IOException("interrupted");
    }
    key.interestOps(what);
    selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    selector.selectedKeys().clear();
  }

  /** Sends a part of a log; acknowledgements that come meanwhile are taken. */
  void send(
      Frame.Kind kind,
      int lane,
      int generation,
      long position,
      ByteBuffer payload,
      Consumer<Acknowledgement> taker)
      throws IOException {
    frame.kind = kind;
    frame.lane = lane;
    frame.generation = generation;
    frame.position = position;
    frame.encode(head, payload);
    ByteBuffer[] both = {head, payload};
    long since = clock.getAsLong();
    while (payload.hasRemaining() || head.hasRemaining()) {
      if (channel.write(both) > 0) {
        since = clock.getAsLong();
      } else {
        receive(taker);
        await(SelectionKey.OP_WRITE | SelectionKey.OP_READ, since);
      }
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    long since = clock.getAsLong();
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        await(SelectionKey.OP_WRITE, since);
      }
    }
  }

  /** Waits for acknowledgements, for some time at most, or until somebody wakes this up. */
  void poll(long nanos, Consumer<Acknowledgement> taker) throws IOException {
    if (!receive(taker) && nanos > 0) {
      select(SelectionKey.OP_READ, nanos);
      receive(taker);
    }
  }

  /** Takes the acknowledgements that are there. */
  private boolean receive(Consumer<Acknowledgement> taker) throws IOException {
    boolean any = false;
    int count = channel.read(received);
    while (count > 0) {
      received.flip();
      while (received.remaining() >= Acknowledgement.BYTES) {
        taker.accept(Acknowledgement.read(received));
        any = true;
      }
      received.compact();
      count = channel.read(received);
    }
    if (count < 0) {
      throw new IOException("the keeper has closed the connection");
    }
    return any;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    // So that the selector forgets the channel.
    selector.selectNow();
  }
}
