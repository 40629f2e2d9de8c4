package org.burstlog.guard.copy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.burstlog.BurstlogException;

/** Which of this machine's addresses keepers listen at. */
final class CopyNetwork {
  private CopyNetwork() {}

  /**
   * Chooses an address.
   *
   * @param network an interface, or an address and bits, such as 10.1.0.0/16; empty for that of the
   *     host's name, or else the first that other machines may know
   */
  static InetAddress choose(Optional<String> network) throws IOException {
    List<InetAddress> all = all();
    if (network.isPresent()) {
      return set(network.get(), all);
    }
    try {
      InetAddress host = InetAddress.getLocalHost();
      if (!host.isLoopbackAddress()) {
        return host;
      }
    } catch (UnknownHostException e) {
      // A host without a name has addresses all the same.
    }
    return all.stream()
        .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
        .findFirst()
        .orElse(InetAddress.getLoopbackAddress());
  }

  /** Returns what this machine is called; its address where it has no name. */
  static String hostName() throws IOException {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return choose(Optional.empty()).getHostAddress();
    }
  }

  private static InetAddress set(String network, List<InetAddress> all) throws IOException {
    int slash = network.indexOf('/');
    if (slash < 0) {
      NetworkInterface named = NetworkInterface.getByName(network);
      if (named != null) {
        Optional<InetAddress> first = named.inetAddresses().findFirst();
        if (first.isPresent()) {
          return first.get();
        }
      }
      throw unknown(network);
    }
    byte[] wanted;
    int bits;
    try {
      // A name would be looked up, which may take long and bring anything.
      if (!network.substring(0, slash).matches("[0-9a-fA-F.:]+")) {
        throw unknown(network);
      }
      wanted = InetAddress.getByName(network.substring(0, slash)).getAddress();
      bits = Integer.parseInt(network.substring(slash + 1));
    } catch (UnknownHostException | NumberFormatException e) {
      throw unknown(network);
    }
    for (InetAddress address : all) {
      if (matches(address.getAddress(), wanted, bits)) {
        return address;
      }
    }
    throw unknown(network);
  }

  static boolean matches(byte[] address, byte[] wanted, int bits) {
    if (address.length != wanted.length || bits < 0 || bits > wanted.length * Byte.SIZE) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> bit % Byte.SIZE;
      if (((address[bit / Byte.SIZE] ^ wanted[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  private static List<InetAddress> all() throws SocketException {
    List<InetAddress> all = new ArrayList<>();
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      if (each.isUp()) {
        each.inetAddresses().forEach(all::add);
      }
    }
    return all;
  }

  private static BurstlogException unknown(String network) {
    return new BurstlogException(
        "log.copies.network is '"
            + network
            + "', and this machine has no address there; set burstlog.log.copies.network"
            + " (BURSTLOG_LOG_COPIES_NETWORK) to an interface such as ib0 or a network such as"
            + " 10.1.0.0/16, or leave it out");
  }
}
