package org.burstlog.recover;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.burstlog.array.Footprint;
import org.jspecify.annotations.Nullable;

/** A process that has asked this one for regions, and how much of them it has got. */
final class FetchClient {
  /** There is nothing left. */
  static final int NONE = Integer.MAX_VALUE;

  private final int rank;
  private final int quota;

  /** Those of the oldest layer first. */
  private final List<FetchRequest> requests;

  private int next;

  /** What is left of the next request; null before any of it was handed out. */
  private ServedLanes.@Nullable Handout current;

  private FetchClient(int rank, int quota, List<FetchRequest> requests) {
    this.rank = rank;
    this.quota = quota;
    this.requests = requests;
  }

  /** Reads what has arrived: how much may be sent in a round, and what is wanted. */
  static FetchClient read(int rank, byte[] message) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(message));
    int quota = in.readInt();
    List<FetchRequest> requests = Wire.readList(in, FetchRequest::read);
    return new FetchClient(
        rank,
        quota,
        requests.stream().sorted(Comparator.comparingInt(FetchRequest::layer)).toList());
  }

  int rank() {
    return rank;
  }

  /** How many bytes it takes in a round. */
  int quota() {
    return quota;
  }

  /** Returns the layer of the next request. */
  int layer() {
    return next < requests.size() ? requests.get(next).layer() : NONE;
  }

  /** Reads the records of what is wanted of a layer, before any of it is sent. */
  void load(int layer, ServedLanes lanes, Footprint footprint) throws IOException {
    for (FetchRequest request : requests) {
      if (request.layer() == layer) {
        lanes.load(footprint.set(request.array(), request.region()));
      }
    }
  }

  /** Packs what comes next of a layer, as much as finds room. */
  void fill(int layer, ServedLanes lanes, FetchParcel parcel) throws IOException {
    while (layer() == layer) {
      FetchRequest request = requests.get(next);
      parcel.of(request.number());
      ServedLanes.Handout left =
          current == null ? lanes.handOut(request.array(), request.region()) : current;
      if (!left.next(parcel)) {
        current = left;
        return;
      }
      current = null;
      next++;
    }
  }
}
