package org.burstlog.drain;

/** What a process spends the time of a drain with. */
enum Phase {
  PLAN,
  AGREE,
  GATHER,
  EXCHANGE,
  WAIT,
  WRITE,
  SYNC,
  PROVE,
  ALL
}
