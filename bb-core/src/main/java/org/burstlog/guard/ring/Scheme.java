package org.burstlog.guard.ring;

/** How the logs of a node are kept elsewhere. */
public enum Scheme {
  /** As whole copies, each on another node. */
  PARTNER,
  /** As parity of a set of nodes, of which any one may be lost. */
  XOR,
  /** As parity of a set of nodes, of which any given number may be lost. */
  RS
}
