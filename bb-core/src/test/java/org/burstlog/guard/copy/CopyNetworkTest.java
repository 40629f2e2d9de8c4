package org.burstlog.guard.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Optional;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** At which address a keeper listens. */
class CopyNetworkTest {
  private static InetAddress choose(String network) throws IOException {
    return CopyNetwork.choose(Optional.of(network));
  }

  @Nested
  class ANetworkThatIsSet {
    @ParameterizedTest
    @CsvSource({
      "10.1.2.3,10.1.0.0,16,true",
      "10.1.2.3,10.2.0.0,16,false",
      "10.1.2.3,10.1.2.2,31,true",
      "10.1.2.3,10.1.2.1,31,false",
      "10.1.2.3,10.1.2.3,32,true",
      "10.1.2.3,0.0.0.0,0,true",
      "10.1.2.3,10.1.0.0,33,false",
      "10.1.2.3,10.1.0.0,-1,false",
      "10.1.2.3,fe80::1,8,false",
      "fe80::1:2,fe80::,64,true"
    })
    void hasTheAddressesThatBeginAlike(String address, String network, int bits, boolean has)
        throws IOException {
      byte[] own = InetAddress.getByName(address).getAddress();
      byte[] wanted = InetAddress.getByName(network).getAddress();
      assertThat(CopyNetwork.matches(own, wanted, bits)).isEqualTo(has);
    }

    @Test
    void isFoundByItsAddress() throws IOException {
      assertThat(choose("127.0.0.0/8").isLoopbackAddress()).isTrue();
    }

    @Test
    void isFoundByItsInterface() throws IOException {
      NetworkInterface loopback =
          NetworkInterface.networkInterfaces()
              .filter(each -> each.inetAddresses().anyMatch(InetAddress::isLoopbackAddress))
              .findFirst()
              .orElseThrow();
      assertThat(choose(loopback.getName()).isLoopbackAddress()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"no-such-interface", "203.0.113.0/24", "host.name/8", "127.0.0.0/x", "/8"})
    void isRefusedWhereTheNodeIsNotInIt(String network) {
      assertThatThrownBy(() -> choose(network))
          .isInstanceOf(BurstlogException.class)
          .hasMessageContaining(network)
          .hasMessageContaining("; set ");
    }
  }

  @Test
  void withoutAnyItIsOneThatTheNodeHas() throws IOException {
    assertThat(NetworkInterface.getByInetAddress(CopyNetwork.choose(Optional.empty()))).isNotNull();
    assertThat(CopyNetwork.hostName()).isNotEmpty();
  }
}
