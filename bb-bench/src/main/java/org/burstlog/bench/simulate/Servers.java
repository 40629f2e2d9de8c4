package org.burstlog.bench.simulate;

import java.util.Arrays;

/**
 * The servers of a simulated target. Each works on one part of a request at a time, and lets one
 * client at a time write what it holds of the file: that another one writes costs a revocation.
 */
final class Servers {
  private final Machine machine;
  private final long stripe;
  private final int count;
  private final long request;
  private final long[] freeAt;
  private final long[] busy;
  private final int[] holder;
  private final long[] clientFreeAt;
  private final double[] slow;
  long requests;
  long parts;
  long revocations;

  Servers(Machine machine, int clients) {
    this.machine = machine;
    stripe = machine.whole(Parameter.STRIPE);
    count = (int) machine.whole(Parameter.SERVERS);
    request = machine.whole(Parameter.REQUEST);
    freeAt = new long[count];
    busy = new long[count];
    slow = new double[count];
    Arrays.fill(slow, 1);
    holder = new int[count];
    Arrays.fill(holder, -1);
    clientFreeAt = new long[clients];
  }

  int count() {
    return count;
  }

  long stripe() {
    return stripe;
  }

  /** From now on a server takes so many times as long. */
  void slow(int server, double factor) {
    slow[server] = factor;
  }

  /** The longest time that one of them has worked. */
  long busiest() {
    return Arrays.stream(busy).max().orElse(0);
  }

  /** A client writes an extent, one request after the other; returns when that has ended. */
  long write(int client, long now, long offset, long length) {
    long at = offset;
    long end = offset + length;
    long time = Math.max(now, clientFreeAt[client]);
    while (at < end) {
      long to = Math.min(end, at + request);
      time = request(client, time, at, to) + machine.nanos(Parameter.TRIP_US);
      at = to;
    }
    clientFreeAt[client] = time;
    return time;
  }

  private long request(int client, long now, long from, long to) {
    requests++;
    long done = now;
    for (long at = from; at < to; ) {
      long until = Math.min(to, (at / stripe + 1) * stripe);
      done = Math.max(done, serve((int) (at / stripe % count), client, now, until - at));
      at = until;
    }
    return done;
  }

  private long serve(int server, int client, long now, long length) {
    parts++;
    long work =
        (long)
            (slow[server]
                * (machine.nanos(Parameter.SERVICE_US)
                    + machine.nanos(length, Parameter.SERVER_MB)));
    if (holder[server] != client && holder[server] >= 0) {
      revocations++;
      work += machine.nanos(Parameter.REVOKE_US);
    }
    holder[server] = client;
    freeAt[server] = Math.max(now, freeAt[server]) + work;
    busy[server] += work;
    return freeAt[server];
  }
}
