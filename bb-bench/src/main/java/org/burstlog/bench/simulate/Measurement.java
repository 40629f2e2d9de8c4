package org.burstlog.bench.simulate;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.plan.Limits;
import org.burstlog.plan.Plan;

/** Measures parameters of the machine it runs on, one process alone; the best of some times. */
final class Measurement {
  private static final int TIMES = 5;
  private static final int PIECE = 1 << 20;
  private static final int PIECES = 32;
  private static final int RECORDS = 100_000;
  private static final int PINGS = 2000;
  private static final int[] SIZES = {4 << 10, 64 << 10, 256 << 10, 1 << 20};
  private static final double MICROS = 1e3;

  private Measurement() {}

  /** Something whose time is taken. */
  private interface Work {
    void run() throws IOException;
  }

  private static long best(Work work) throws IOException {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < TIMES; i++) {
      long begin = System.nanoTime();
      work.run();
      best = Math.min(best, System.nanoTime() - begin);
    }
    return Math.max(1, best);
  }

  /** 10^6 bytes a second. */
  private static double rate(long bytes, long nanos) {
    return bytes * MICROS / nanos;
  }

  /** A machine as the usual one, with what memory, processor and loopback are good for here. */
  static Machine here() throws IOException {
    ByteBuffer from = ByteBuffer.allocateDirect(PIECE * PIECES);
    ByteBuffer to = ByteBuffer.allocateDirect(PIECE * PIECES);
    long copy = best(() -> to.clear().put(from.clear()));
    return loopback(new Machine())
        .with(Parameter.COPY_MB, rate((long) PIECE * PIECES, copy))
        .with(Parameter.PLAN_NS, (double) plan() / RECORDS);
  }

  private static long plan() throws IOException {
    Array array = Array.rowMajor("a", 0, Double.BYTES, ByteOrder.BIG_ENDIAN, 16L * RECORDS);
    RecordIndex index = new RecordIndex();
    Region region = new Region(1);
    for (int i = 0; i < RECORDS; i++) {
      index.add(0, region.set(0, 16L * i, 8, 1), 64L * i);
    }
    Work plan = () -> Plan.of(index, List.of(array), Limits.of(16 << 20, 1 << 16));
    for (int i = 0; i < 2 * TIMES; i++) {
      plan.run();
    }
    return best(plan);
  }

  /** Half of a round trip, and a stream, between two threads. */
  private static Machine loopback(Machine machine) throws IOException {
    byte[] piece = new byte[PIECE];
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FutureTask<Boolean> echo = new FutureTask<>(() -> echo(server));
      Thread thread = new Thread(echo, "burstlog-calibrate");
      thread.setDaemon(true);
      thread.start();
      try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
        socket.setTcpNoDelay(true);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        long pings =
            best(
                () -> {
                  for (int i = 0; i < PINGS; i++) {
                    out.writeLong(i);
                    in.readLong();
                  }
                });
        out.writeLong(-1);
        long stream =
            best(
                () -> {
                  for (int i = 0; i < PIECES; i++) {
                    out.write(piece);
                  }
                  in.readLong();
                });
        return machine
            .with(Parameter.NET_US, pings / MICROS / PINGS / 2)
            .with(Parameter.NET_MB, rate((long) PIECE * PIECES, stream));
      }
    }
  }

  private static boolean echo(ServerSocket server) throws IOException {
    try (Socket socket = server.accept()) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      for (long next = in.readLong(); next >= 0; next = in.readLong()) {
        out.writeLong(next);
      }
      byte[] piece = new byte[PIECE];
      for (int i = 0; i < TIMES; i++) {
        for (int j = 0; j < PIECES; j++) {
          in.readFully(piece);
        }
        out.writeLong(i);
      }
      return true;
    }
  }

  /** The same with what a tier takes. */
  static Machine tier(Machine machine, Path directory) throws IOException {
    ByteBuffer data = ByteBuffer.allocateDirect(PIECE);
    try (Scratch file = new Scratch("--tier", directory)) {
      long write =
          best(
              () -> {
                for (int i = 0; i < PIECES; i++) {
                  file.write(data.clear(), (long) i * PIECE);
                }
              });
      return machine.with(Parameter.TIER_MB, rate((long) PIECE * PIECES, write));
    }
  }

  /**
   * The same with what a request to the target takes: so long, and so long a byte, by the medians
   * of some sizes. How much of the first is the server's one client cannot tell, and it goes to the
   * network.
   */
  static Machine target(Machine machine, Path directory) throws IOException {
    ByteBuffer data = ByteBuffer.allocateDirect(2 * PIECE).alignedSlice(4096).slice(0, PIECE);
    double[] medians = new double[SIZES.length];
    long sync;
    try (Scratch file = new Scratch("--target", directory)) {
      for (int s = 0; s < SIZES.length; s++) {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < PIECES; i++) {
          ByteBuffer piece = data.clear().limit(SIZES[s]);
          long begin = System.nanoTime();
          file.write(piece, (long) i * SIZES[SIZES.length - 1]);
          times.add(System.nanoTime() - begin);
        }
        Collections.sort(times);
        medians[s] = times.get(times.size() / 2).doubleValue();
      }
      file.channel.force(false);
      sync =
          best(
              () -> {
                file.write(data.clear().limit(SIZES[0]), 0);
                file.channel.force(false);
              });
    }
    double meanSize = 0;
    double meanTime = 0;
    for (int s = 0; s < SIZES.length; s++) {
      meanSize += SIZES[s] / (double) SIZES.length;
      meanTime += medians[s] / SIZES.length;
    }
    double both = 0;
    double square = 0;
    for (int s = 0; s < SIZES.length; s++) {
      both += (SIZES[s] - meanSize) * (medians[s] - meanTime);
      square += (SIZES[s] - meanSize) * (SIZES[s] - meanSize);
    }
    double nanosAByte = Math.max(both / square, 1e-3);
    double alone = Math.max(0, meanTime - nanosAByte * meanSize);
    return machine
        .with(Parameter.SERVER_MB, MICROS / nanosAByte)
        .with(Parameter.SERVICE_US, 0)
        .with(Parameter.TRIP_US, alone / MICROS)
        .with(Parameter.SYNC_US, Math.max(0, sync - medians[0]) / MICROS);
  }

  /** A file that is gone in the end. */
  private static final class Scratch implements AutoCloseable {
    final FileChannel channel;
    private final Path path;

    Scratch(String option, Path directory) throws IOException {
      if (!Files.isDirectory(directory)) {
        throw new BurstlogException(
            option + " is " + directory + ", which is no directory; make it, or name another");
      }
      path = Files.createTempFile(directory, "bb-calibrate-", "");
      channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    void write(ByteBuffer data, long at) throws IOException {
      long position = at;
      while (data.hasRemaining()) {
        position += channel.write(data, position);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        Files.deleteIfExists(path);
      }
    }
  }
}
