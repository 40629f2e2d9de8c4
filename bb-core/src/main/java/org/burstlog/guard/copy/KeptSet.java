package org.burstlog.guard.copy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.group.Ending;
import org.burstlog.guard.parity.ParityKeeper;
import org.burstlog.guard.parity.Stream;
import org.burstlog.guard.parity.StripeLayout;
import org.burstlog.log.file.SessionDirectory;

/** The parity that this process keeps of logs of the other nodes of its set. */
final class KeptSet {
  private final KeptLog.Place place;
  private final long session;
  private final int set;
  private final StripeLayout layout;
  private final int self;

  /** By rank of a process whose log is kept. */
  private final Map<Integer, Member> members;

  private final Map<Long, Streams> open = new HashMap<>();

  /**
   * Whose lane it is.
   *
   * @param member which member of the set its node is
   * @param place which process of the node it is
   */
  record Member(int member, int place) {}

  /** The streams of the lanes of one place, in one epoch. */
  static final class Streams {
    final int epoch;
    final long began;
    final ParityKeeper meta;
    final ParityKeeper data;

    Streams(int epoch, long began, ParityKeeper meta, ParityKeeper data) {
      this.epoch = epoch;
      this.began = began;
      this.meta = meta;
      this.data = data;
    }
  }

  /**
   * Keeps nothing yet.
   *
   * @param place where it is kept
   * @param session number of the session
   * @param set which set
   * @param layout how stripes are made
   * @param self which member this is
   * @param members by rank, whose lanes are kept
   */
  KeptSet(
      KeptLog.Place place,
      long session,
      int set,
      StripeLayout layout,
      int self,
      Map<Integer, Member> members) {
    this.place = place;
    this.session = session;
    this.set = set;
    this.layout = layout;
    this.self = self;
    this.members = Map.copyOf(members);
  }

  int set() {
    return set;
  }

  int self() {
    return self;
  }

  StripeLayout layout() {
    return layout;
  }

  /** Whose log it is that a process sends. */
  Member member(int rank) throws IOException {
    Member known = members.get(rank);
    if (known == null) {
      throw new IOException("nothing is kept here of the logs of rank " + rank);
    }
    return known;
  }

  SessionDirectory directory() throws IOException {
    return place.make();
  }

  private static long key(int epoch, long began, int place) {
    return ((long) epoch * 0x1_0000_0001L + began) * 0x1_0000L + place;
  }

  /** Returns the streams of an epoch, which are begun when nobody has. */
  synchronized Streams streams(int epoch, long began, int lanes) throws IOException {
    long key = key(epoch, began, lanes);
    Streams known = open.get(key);
    if (known == null) {
      known =
          new Streams(
              epoch, began, begin(epoch, began, lanes, true), begin(epoch, began, lanes, false));
      open.put(key, known);
    }
    return known;
  }

  private ParityKeeper begin(int epoch, long began, int lanes, boolean metadata)
      throws IOException {
    SessionDirectory directory = place.make();
    Stream stream = new Stream(session, epoch, began, set, lanes, metadata);
    ParityKeeper keeper =
        new ParityKeeper(directory.storage(), directory.path(), stream, layout, self);
    // Nodes may have fewer processes than others.
    for (int member = 0; member < layout.members(); member++) {
      Member lane = new Member(member, lanes);
      if (member != self && !members.containsValue(lane)) {
        keeper.ended(member, 0);
      }
    }
    return keeper;
  }

  /** Gives up what is proven in the target. */
  synchronized void release(Kept.Released released) throws IOException {
    List<Streams> all = new ArrayList<>(open.values());
    Ending ending = new Ending();
    for (Streams streams : all) {
      if (released.has(streams.epoch, streams.began)) {
        open.values().remove(streams);
        ending.run(() -> delete(streams));
      }
    }
    ending.finish();
  }

  private static void delete(Streams streams) throws IOException {
    synchronized (streams) {
      Ending ending = new Ending();
      ending.run(streams.meta::delete);
      ending.run(streams.data::delete);
      ending.finish();
    }
  }

  /** Ends it, and keeps the files or deletes them. */
  synchronized void end(boolean deletes) throws IOException {
    Ending ending = new Ending();
    for (Streams streams : open.values()) {
      if (deletes) {
        ending.run(() -> delete(streams));
      } else {
        ending.run(streams.meta::close);
        ending.run(streams.data::close);
      }
    }
    open.clear();
    ending.finish();
  }
}
