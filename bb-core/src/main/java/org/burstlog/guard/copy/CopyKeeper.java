package org.burstlog.guard.copy;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.group.Ending;
import org.burstlog.group.Nodes;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.storage.Pause;
import org.jspecify.annotations.Nullable;

/**
 * Keeps copies of logs of other nodes' processes, or parity of them. It listens, with a thread for
 * each of those that have connected; they are as many as there are copies, mostly.
 */
final class CopyKeeper implements Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** Who has not proven by then that it knows the secret is sent away. */
  private static final int HANDSHAKE_MILLIS = 5000;

  /** For so long a close that keeps copies waits for those that send them. */
  private static final long MOST_PATIENT = 2_000_000_000;

  /** More connections than processes to keep copies for: of those that are lost and made again. */
  private static final int MORE = 8;

  private final ServerSocketChannel server;
  private final byte[] secret = Handshake.random(Endpoint.SECRET);
  private final SessionDirectory session;
  private final long id;
  private final int rank;
  private final Nodes nodes;
  private final Set<Integer> origins;
  private final LogOptions options;
  private final SpareSessions spares;

  /** The parity that is kept; null where copies are. */
  private final @Nullable KeptSet set;

  private final Map<String, Kept> logs = new ConcurrentHashMap<>();

  /** By the leader of the node whose logs they are. */
  private final Map<Integer, SessionDirectory> directories = new HashMap<>();

  private final List<Closeable> locks = new ArrayList<>();
  private final Map<Integer, SocketChannel> byOrigin = new HashMap<>();
  private final Map<SocketChannel, Thread> open = new HashMap<>();
  private final Thread acceptor;
  private volatile boolean ending;

  /** What the last drain of all processes has proven: epochs, and its number. */
  private record Proven(int epoch, long drain) {}

  private volatile Proven proven = new Proven(0, 0);

  /**
   * Listens, and keeps nothing yet.
   *
   * @param session the directory of the session on this node
   * @param origins the processes whose copies are kept here
   * @param options how they are written
   * @param spares what is given up where there is no space for them
   * @param parity what is kept in the place of copies; null where copies are
   */
  CopyKeeper(
      InetAddress address,
      SessionDirectory session,
      long id,
      int rank,
      Nodes nodes,
      List<Integer> origins,
      LogOptions options,
      SpareSessions spares,
      @Nullable Parity parity)
      throws IOException {
    this.spares = spares;
    this.set = parity == null ? null : parity.keptBy(this::ownDirectory, id, rank, origins);
    this.session = session;
    this.id = id;
    this.rank = rank;
    this.nodes = nodes;
    this.origins = Set.copyOf(origins);
    this.options = options;
    this.server = ServerSocketChannel.open();
    try {
      server.bind(new InetSocketAddress(address, 0));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    acceptor = daemon(this::accept, "burstlog-keeper-" + rank);
    acceptor.start();
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Returns where it listens. */
  Endpoint endpoint() throws IOException {
    return new Endpoint((InetSocketAddress) server.getLocalAddress(), secret);
  }

  private void accept() {
    while (!ending) {
      try {
        SocketChannel channel = server.accept();
        Thread thread = daemon(() -> serve(channel), "burstlog-keeper-" + rank + "-of");
        boolean welcome;
        synchronized (open) {
          welcome = !ending && open.size() < origins.size() + MORE;
          if (welcome) {
            open.put(channel, thread);
          }
        }
        if (welcome) {
          thread.start();
        } else {
          channel.close();
        }
      } catch (IOException e) {
        if (!ending) {
          LOGGER.log(System.Logger.Level.DEBUG, "a connection was not taken", e);
          // Such as too many open files: it would be so again at once.
          Pause.nanos(10_000_000);
        }
      }
    }
  }

  private void serve(SocketChannel channel) {
    try (channel) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      int origin = greet(channel);
      SocketChannel before;
      synchronized (open) {
        before = byOrigin.put(origin, channel);
      }
      if (before != null) {
        before.close();
      }
      take(channel, origin);
    } catch (IOException e) {
      if (!ending) {
        LOGGER.log(System.Logger.Level.DEBUG, "a connection for copies has ended", e);
      }
    } finally {
      synchronized (open) {
        open.remove(channel);
      }
    }
  }

  /** Makes sure that both know the secret; returns the rank of the other one. */
  private int greet(SocketChannel channel) throws IOException {
    byte[] own = Handshake.random(Handshake.NONCE);
    write(channel, ByteBuffer.wrap(own));
    channel.socket().setSoTimeout(HANDSHAKE_MILLIS);
    byte[] said = channel.socket().getInputStream().readNBytes(Handshake.HELLO);
    channel.socket().setSoTimeout(0);
    if (said.length < Handshake.HELLO) {
      throw new EOFException("nobody has said who connects");
    }
    ByteBuffer hello = ByteBuffer.wrap(said);
    long magic = hello.getLong();
    long itsSession = hello.getLong();
    int origin = hello.getInt();
    byte[] its = new byte[Handshake.NONCE];
    byte[] proof = new byte[Handshake.PROOF];
    hello.get(its).get(proof);
    byte[] expected = Handshake.ofOrigin(secret, itsSession, origin, own, its);
    if (!Handshake.same(proof, expected)
        || magic != Handshake.MAGIC
        || itsSession != id
        || !origins.contains(origin)) {
      throw new IOException("whoever has connected does not know the secret of this keeper");
    }
    write(channel, ByteBuffer.wrap(Handshake.ofKeeper(secret, itsSession, origin, own, its)));
    return origin;
  }

  private void take(SocketChannel channel, int origin) throws IOException {
    ByteBuffer head = ByteBuffer.allocateDirect(Frame.HEAD);
    ByteBuffer payload = ByteBuffer.allocateDirect(Frame.MOST);
    ByteBuffer answer = ByteBuffer.allocateDirect(Acknowledgement.BYTES);
    Frame frame = new Frame();
    List<@Nullable Kept> lanes = new ArrayList<>();
    while (true) {
      if (!read(channel, head.clear(), true)) {
        return;
      }
      frame.decode(head.flip());
      read(channel, payload.clear().limit(frame.length), false);
      payload.flip();
      frame.check(head, payload);
      Kept log = lane(origin, lanes, frame, payload);
      if (log.take(frame, payload)) {
        log.acknowledge(frame.lane).write(answer.clear());
        write(channel, answer.flip());
      }
    }
  }

  private Kept lane(int origin, List<@Nullable Kept> lanes, Frame frame, ByteBuffer payload)
      throws IOException {
    if (frame.kind == Frame.Kind.BEGIN) {
      String name = Frame.Announcement.read(payload).name();
      Kept log = kept(origin, name);
      while (lanes.size() <= frame.lane && lanes.size() < 1024) {
        lanes.add(null);
      }
      lanes.set(frame.lane, log);
      return log;
    }
    Kept known = frame.lane < lanes.size() ? lanes.get(frame.lane) : null;
    if (known == null) {
      throw new IOException("a part of a log that was not announced");
    }
    return known;
  }

  private Kept kept(int origin, String name) throws IOException {
    if (!name.matches("[rn][0-9]+([.][0-9]+)?")) {
      throw new IOException("a log of this name there is not: " + name);
    }
    int leader = nodes.leader(origin);
    KeptSet keeps = set;
    if (keeps != null) {
      KeptSet.Member whose = keeps.member(origin);
      return logs.computeIfAbsent(
          origin + "/" + name, key -> new KeptPart(keeps, whose, spares, this::isProven));
    }
    return logs.computeIfAbsent(
        origin + "/" + name,
        key -> new KeptLog(() -> directory(leader), options, spares, this::isProven));
  }

  /** What is kept of several nodes together is in one directory. */
  private SessionDirectory ownDirectory() throws IOException {
    return directory(nodes.leader(rank));
  }

  private SessionDirectory directory(int leader) throws IOException {
    synchronized (directories) {
      SessionDirectory known = directories.get(leader);
      if (known != null) {
        return known;
      }
      if (ending) {
        throw new IOException("the session is being closed");
      }
      SessionDirectory made = session.forCopies(leader, nodes.leader(rank));
      locks.add(made.lock(rank));
      directories.put(leader, made);
      return made;
    }
  }

  private boolean isProven(int epoch, long began) {
    Proven last = proven;
    return epoch < last.epoch || (epoch == last.epoch && began < last.drain);
  }

  /**
   * Gives up what a drain of all processes has brought to the target.
   *
   * @param epoch the epoch that was drained
   * @param drain number of the drain
   * @param next the epoch whose records logs take that this has emptied
   */
  void release(int epoch, long drain, int next) throws IOException {
    proven = new Proven(epoch, drain);
    Ending ending = new Ending();
    for (Kept log : logs.values()) {
      ending.run(() -> log.release(next));
    }
    KeptSet keeps = set;
    if (keeps != null) {
      // Behind that: without the notes that it is released, a lane would look lost.
      ending.run(() -> keeps.release(this::isProven));
    }
    ending.finish();
  }

  private static boolean read(SocketChannel channel, ByteBuffer into, boolean mayEnd)
      throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into) < 0) {
        if (mayEnd && into.position() == 0) {
          return false;
        }
        throw new EOFException("a part of a log has not come to its end");
      }
    }
    return true;
  }

  private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int written = channel.write(bytes);
      assert written >= 0;
    }
  }

  /**
   * Ends it.
   *
   * @param deletes whether the copies are deleted, because nobody needs them any more
   */
  void end(boolean deletes) throws IOException {
    if (!deletes) {
      awaitEnds();
    }
    ending = true;
    Ending all = new Ending();
    all.run(server::close);
    List<Thread> threads;
    synchronized (open) {
      threads = new ArrayList<>(open.values());
      for (SocketChannel channel : open.keySet()) {
        all.run(channel::close);
      }
    }
    join(acceptor);
    threads.forEach(CopyKeeper::join);
    for (Kept log : logs.values()) {
      all.run(() -> log.end(deletes));
    }
    KeptSet keeps = set;
    if (keeps != null) {
      all.run(() -> keeps.end(deletes));
    }
    synchronized (directories) {
      locks.forEach(lock -> all.run(lock::close));
      locks.clear();
      if (deletes) {
        directories.values().forEach(directory -> all.run(directory::delete));
      }
    }
    all.finish();
  }

  /** Those who close their logs now send what is left of them; waits a little for that. */
  private void awaitEnds() {
    long begun = System.nanoTime();
    while (isServing() && System.nanoTime() - begun < MOST_PATIENT) {
      Pause.nanos(1_000_000);
    }
  }

  private boolean isServing() {
    synchronized (open) {
      return !open.isEmpty();
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    end(/* deletes= */ false);
  }
}
