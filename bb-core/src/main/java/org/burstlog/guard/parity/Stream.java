package org.burstlog.guard.parity;

/**
 * What stripes belong to: the lanes of one number of all nodes of a set, in one epoch.
 *
 * @param session the session
 * @param epoch the epoch of the session
 * @param began number of the last drain of all processes before it; an epoch that takes puts again
 *     behind a drain is another stream
 * @param set which set of nodes
 * @param lane which lane of each node
 * @param metadata whether of its metadata log or of its data log
 */
public record Stream(long session, int epoch, long began, int set, int lane, boolean metadata) {
  /** What the files of the stream are called, without what tells them apart. */
  String name() {
    return "e" + epoch + ".d" + began + ".s" + set + ".l" + lane + (metadata ? ".meta" : ".data");
  }
}
