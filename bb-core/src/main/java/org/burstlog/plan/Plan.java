package org.burstlog.plan;

import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.log.RecordIndex;

/**
 * The pending records of a process in the order they will reach the target, and what can be said of
 * them before they do.
 *
 * <p>Made in time that depends on the records, not on their bytes or extents. A plan does not
 * change; it reads its index, which must not change either while the plan is in use. Several
 * cursors may run over one plan, in threads of their own.
 */
public final class Plan {
  private final RecordIndex index;
  private final Array[] arrays;
  private final Limits limits;
  private final Order order;

  private Plan(RecordIndex index, List<Array> arrays, Limits limits) {
    this.index = index;
    this.arrays = arrays.toArray(new Array[0]);
    this.limits = limits;
    order = new Order(index, this.arrays);
  }

  /**
   * Plans the pending records of an index.
   *
   * @param index the records
   * @param arrays the arrays by number; copied
   * @param limits where rounds are cut
   * @return the plan
   * @throws ArithmeticException when a region ends past 2^63
   */
  public static Plan of(RecordIndex index, List<Array> arrays, Limits limits) {
    return new Plan(index, arrays, limits);
  }

  /**
   * Begins to cut the plan into rounds.
   *
   * @return a cursor before the first round
   */
  public RoundCursor rounds() {
    return rounds(0, Long.MAX_VALUE);
  }

  /**
   * Begins to cut into rounds what the plan has of a part of the target; the cost is that of the
   * records there.
   *
   * @param from first byte of the part
   * @param to the first byte behind it
   * @return a cursor before the first round
   */
  public RoundCursor rounds(long from, long to) {
    return new RoundCursor(this, from, to, limits);
  }

  /**
   * Begins to cut the plan into rounds of another size.
   *
   * @param other where these are cut
   * @return a cursor before the first round
   */
  public RoundCursor rounds(Limits other) {
    return new RoundCursor(this, 0, Long.MAX_VALUE, other);
  }

  /**
   * Tells whether there is nothing to write.
   *
   * @return true when no record has an element
   */
  public boolean isEmpty() {
    return order.size() == 0;
  }

  /**
   * Returns the number of records to write.
   *
   * @return records of the index, without empty ones and those that a later one rewrites
   */
  public int records() {
    return order.size();
  }

  /**
   * Returns the bytes of the records to write. The target gets fewer when they overlap.
   *
   * @return bytes of all records but rewritten ones
   */
  public long bytes() {
    return order.totals().bytes - order.totals().rewrittenBytes;
  }

  /**
   * Returns the extents of the records to write. The target gets fewer when they touch, and may get
   * more when they overlap or are split.
   *
   * @return extents of all records but rewritten ones, before any merging
   */
  public long extents() {
    return order.totals().extents - order.totals().rewrittenExtents;
  }

  /**
   * Returns the first byte of the target that will be written.
   *
   * @return its offset, 0 when the plan is empty
   */
  public long firstByte() {
    return isEmpty() ? 0 : order.first(0);
  }

  /**
   * Returns the last byte of the target that will be written.
   *
   * @return its offset, -1 when the plan is empty
   */
  public long lastByte() {
    return isEmpty() ? -1 : order.reach(order.size() - 1);
  }

  /**
   * Returns the number of clusters.
   *
   * @return groups of records whose ranges interleave, each record that is alone included
   */
  public long clusters() {
    return order.totals().clusters;
  }

  /**
   * Tells whether records interleave.
   *
   * @return true when some cluster has more than one record
   */
  public boolean interleaved() {
    return order.totals().largest > 1;
  }

  /**
   * Returns how many rounds there will be at least, without looking at extents.
   *
   * @return a lower bound, exact when records do not interleave and only bytes limit a round
   */
  public long roundsAtLeast() {
    if (isEmpty()) {
      return 0;
    }
    return interleaved() ? 1 : (bytes() - 1) / limits.bytes() + 1;
  }

  /**
   * Returns where rounds are cut.
   *
   * @return the limits
   */
  public Limits limits() {
    return limits;
  }

  /**
   * Returns the numbers of this plan that are known without walking it.
   *
   * @return the numbers
   */
  public Explain explain() {
    return Explain.of(this, null);
  }

  Order order() {
    return order;
  }

  RecordIndex index() {
    return index;
  }

  Array array(int number) {
    return arrays[number];
  }

  int arrays() {
    return arrays.length;
  }
}
