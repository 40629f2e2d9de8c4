package org.burstlog.bench.simulate;

import java.util.Locale;

/** What is known of a machine in numbers; by default the emulated parallel file system's. */
enum Parameter {
  RANKS_PER_NODE(2, "processes on a node"),
  PUT_US(1, "what a put costs beside its bytes"),
  COPY_MB(4000, "10^6 bytes a second that a process copies in memory"),
  TIER_MB(2000, "10^6 bytes a second that the tier of a node takes"),
  PLAN_NS(60, "to plan a record"),
  NET_US(20, "from one process to another"),
  NET_MB(3000, "10^6 bytes a second in each direction of a node's link"),
  MESSAGE_US(1, "of a process for each message that it sends or receives"),
  NOISE_US(2, "by so much at most a process comes late to a call"),
  SERVERS(4, "servers of the target"),
  STRIPE(1 << 20, "bytes of the target that one server holds in a row"),
  SERVER_MB(200, "10^6 bytes a second of a server"),
  SERVICE_US(100, "of a server for a part of a request"),
  TRIP_US(200, "of the network for a request to the target"),
  REQUEST(1 << 20, "bytes of a request to the target at most"),
  REVOKE_US(1000, "of a server to take a lock away"),
  SYNC_US(200, "to sync a target");

  final double usual;
  final String meaning;

  Parameter(double usual, String meaning) {
    this.usual = usual;
    this.meaning = meaning;
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
