package org.burstlog.guard.copy;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A network between a link and its keeper that can be cut, held, and spoilt. */
final class Wire implements Closeable {
  private final ServerSocket server;
  private final InetSocketAddress keeper;
  private final List<Socket> open = new ArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  /** A byte that was sent so many bytes later is changed; none where it is negative. */
  private final AtomicLong spoilAt = new AtomicLong(-1);

  private final Object holding = new Object();
  private boolean held;
  private volatile boolean cut;
  private volatile boolean closed;

  Wire(InetSocketAddress keeper) throws IOException {
    this.keeper = keeper;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** How many connections there have been. */
  int connections() {
    return connections.get();
  }

  /** Ends all connections, and takes no others until it is mended. */
  void cut() throws IOException {
    cut = true;
    endAll();
  }

  /** Ends all connections; others are taken. */
  void endAll() throws IOException {
    synchronized (open) {
      for (Socket socket : open) {
        socket.close();
      }
      open.clear();
    }
  }

  void mend() {
    cut = false;
  }

  /** Nothing goes through any more, in neither direction. */
  void hold() {
    synchronized (holding) {
      held = true;
    }
  }

  void letGo() {
    synchronized (holding) {
      held = false;
      holding.notifyAll();
    }
  }

  /** Changes a byte. */
  void spoil(long after) {
    spoilAt.set(after);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "wire");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!closed) {
      try {
        Socket from = server.accept();
        if (cut) {
          from.close();
          continue;
        }
        connections.incrementAndGet();
        Socket to = new Socket(keeper.getAddress(), keeper.getPort());
        synchronized (open) {
          open.add(from);
          open.add(to);
        }
        daemon(() -> carry(from, to, true));
        daemon(() -> carry(to, from, false));
      } catch (IOException e) {
        // It is closed, or the keeper is not there.
      }
    }
  }

  private void carry(Socket from, Socket to, boolean spoils) {
    byte[] bytes = new byte[1 << 14];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        synchronized (holding) {
          while (held && !closed) {
            holding.wait();
          }
        }
        long at = spoils ? spoilAt.get() : -1;
        if (at >= 0) {
          if (at < count) {
            bytes[(int) at] ^= 0x10;
            spoilAt.set(-1);
          } else {
            spoilAt.set(at - count);
          }
        }
        out.write(bytes, 0, count);
      }
    } catch (IOException e) {
      // It was cut.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    letGo();
    server.close();
    cut();
  }
}
