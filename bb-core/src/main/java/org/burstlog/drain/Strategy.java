package org.burstlog.drain;

/** How the processes of a group write a round. */
public enum Strategy {
  /** As the facts that the group shares suggest. */
  AUTO,
  /** All together, so that MPI-IO can combine what they give. */
  COLLECTIVE,
  /** Each process its own extents, without regard to the others. */
  INDEPENDENT,
  /** One process a node, each those stripes whose servers no other writes to. */
  EXCHANGE
}
