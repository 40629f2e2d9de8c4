package org.burstlog.bench.simulate;

import java.io.IOException;
import org.burstlog.group.Begun;
import org.burstlog.group.Collective;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;

/** The group of a simulation as one process sees it. No call of it waits. */
final class SimulatedGroup implements ProcessGroup {
  private final Hall hall;
  private final int rank;
  private final SimulatedCalls calls;

  /**
   * One process of a group.
   *
   * @param withData whether data travels, and not only what says what is in a message
   */
  SimulatedGroup(Hall hall, Machine machine, int rank, boolean withData) {
    this.hall = hall;
    this.rank = rank;
    this.calls = new SimulatedCalls(hall, machine, rank, withData);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return hall.ranks().size();
  }

  /** There are no other threads; what they would do at the same time is simulated. */
  @Override
  public boolean concurrent() {
    return false;
  }

  @Override
  public Nodes nodes() {
    return hall.nodes();
  }

  @Override
  public long identity() {
    return size();
  }

  @Override
  public Object members() {
    return hall;
  }

  @Override
  public ProcessGroup duplicate() {
    throw new UnsupportedOperationException("a simulated group is used by one drain");
  }

  @Override
  public <T> Begun<T> begin(Collective<T> what) throws IOException {
    return what.in(calls);
  }

  @Override
  public void close() {}
}
