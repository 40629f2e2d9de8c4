package org.burstlog.guard.copy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.group.ProcessGroup;
import org.jspecify.annotations.Nullable;

/** Where a keeper listens, and the secret that whoever connects must know. */
final class Endpoint {
  static final int SECRET = 32;

  private static final int ADDRESS = 16;

  /** Length of the address, the address, the port, the secret. */
  private static final int MESSAGE = Integer.BYTES + ADDRESS + Integer.BYTES + SECRET;

  private final InetSocketAddress address;
  private final byte[] secret;

  /**
   * The place of a keeper.
   *
   * @param address where it listens
   * @param secret this keeper's and this session's alone
   */
  Endpoint(InetSocketAddress address, byte[] secret) {
    this.address = address;
    this.secret = secret.clone();
  }

  InetSocketAddress address() {
    return address;
  }

  byte[] secret() {
    return secret.clone();
  }

  private void write(ByteBuffer into) {
    byte[] bytes = address.getAddress().getAddress();
    into.putInt(bytes.length).put(bytes).put(new byte[ADDRESS - bytes.length]);
    into.putInt(address.getPort()).put(secret);
  }

  /**
   * Tells each keeper's place to those whose copies it keeps, and to nobody else. Collective.
   *
   * @param own this process's; null where it cannot keep any
   * @param keepers the keepers of this process's copies
   * @param origins those whose copies it keeps
   * @return the places of the keepers, by rank; none of one that cannot keep any
   */
  static Map<Integer, Endpoint> share(
      ProcessGroup group, @Nullable Endpoint own, List<Integer> keepers, List<Integer> origins)
      throws IOException {
    int[] sent = new int[group.size()];
    int[] received = new int[group.size()];
    origins.forEach(rank -> sent[rank] = MESSAGE);
    keepers.forEach(rank -> received[rank] = MESSAGE);
    ByteBuffer send = ByteBuffer.allocateDirect(MESSAGE * origins.size());
    for (int i = 0; i < origins.size(); i++) {
      if (own == null) {
        send.put(new byte[MESSAGE]);
      } else {
        own.write(send);
      }
    }
    ByteBuffer receive = ByteBuffer.allocateDirect(MESSAGE * keepers.size());
    group.exchange(send.flip(), sent, receive, received);
    Map<Integer, Endpoint> endpoints = new HashMap<>();
    for (int rank : keepers.stream().sorted().toList()) {
      byte[] message = new byte[MESSAGE];
      receive.get(message);
      Endpoint endpoint = read(ByteBuffer.wrap(message));
      if (endpoint != null) {
        endpoints.put(rank, endpoint);
      }
    }
    return endpoints;
  }

  private static @Nullable Endpoint read(ByteBuffer from) throws IOException {
    int length = from.getInt();
    if (length == 0) {
      return null;
    }
    byte[] address = new byte[length];
    from.get(address).position(Integer.BYTES + ADDRESS);
    int port = from.getInt();
    byte[] secret = new byte[SECRET];
    from.get(secret);
    return new Endpoint(new InetSocketAddress(InetAddress.getByAddress(address), port), secret);
  }
}
