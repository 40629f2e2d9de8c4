package org.burstlog.plan;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a plan, for people and for tools.
 *
 * @param records records in the index
 * @param emptyRecords of these, without an element
 * @param rewrittenRecords of these, left out because a later put rewrites the same bytes
 * @param bytes bytes of all records
 * @param clusters groups of records that interleave, records that are alone included
 * @param recordsAlone records that are alone in their cluster and need no merging
 * @param largestCluster records of the largest cluster
 * @param extentsBefore extents of all records, each for itself
 * @param sorted whether the records came in the order of the target
 * @param orderNanos time to find and sort first bytes
 * @param clusterNanos time to leave out rewritten records and to cluster
 * @param orderMemory most bytes of heap while ordering and clustering
 * @param planMemory bytes of heap the plan keeps
 * @param walk what its rounds came to, when there has been a walk
 */
public record Explain(
    long records,
    long emptyRecords,
    long rewrittenRecords,
    long bytes,
    long clusters,
    long recordsAlone,
    long largestCluster,
    long extentsBefore,
    boolean sorted,
    long orderNanos,
    long clusterNanos,
    long orderMemory,
    long planMemory,
    @Nullable Walk walk) {

  /**
   * What is known once the rounds have been cut, as far as they have.
   *
   * @param rounds rounds
   * @param extentsAfter extents of all rounds
   * @param bytesWritten bytes of all rounds; what the records have more is shadowed by later puts
   * @param mostActive most records that were merged at a time
   * @param nanos time to cut the rounds, without gathering their bytes
   * @param memory bytes of heap for merging
   */
  public record Walk(
      long rounds,
      long extentsAfter,
      long bytesWritten,
      long mostActive,
      long nanos,
      long memory) {}

  static Explain of(Plan plan, @Nullable Walk walk) {
    Order order = plan.order();
    Order.Totals t = order.totals();
    return new Explain(
        t.records,
        t.empty,
        t.rewritten,
        t.bytes,
        t.clusters,
        t.alone,
        t.largest,
        t.extents,
        order.sorted(),
        order.orderNanos(),
        order.clusterNanos(),
        order.peakMemory(),
        order.memory(),
        walk);
  }

  /**
   * Returns the bytes that later puts take from earlier ones. After a walk of only some rounds, or
   * of a part of the target, also those not reached.
   *
   * @return bytes of all records less bytes written; 0 before a walk
   */
  public long shadowedBytes() {
    return walk == null ? 0 : bytes - walk.bytesWritten;
  }

  /**
   * Returns the numbers as lines for people.
   *
   * @return some lines, each with its end
   */
  public String toText() {
    StringBuilder out = new StringBuilder();
    line(out, "records    %,d (%,d empty, %,d rewritten)", records, emptyRecords, rewrittenRecords);
    line(out, "bytes      %,d", bytes);
    line(
        out,
        "clusters   %,d (%,d records alone, largest %,d records)",
        clusters,
        recordsAlone,
        largestCluster);
    line(out, "extents    %,d before merging", extentsBefore);
    line(
        out,
        "order      %.3f ms%s, cluster %.3f ms; %,d bytes, %,d kept",
        orderNanos / 1e6,
        sorted ? " (already sorted)" : "",
        clusterNanos / 1e6,
        orderMemory,
        planMemory);
    if (walk != null) {
      line(
          out,
          "rounds     %,d with %,d extents and %,d bytes (%,d shadowed)",
          walk.rounds,
          walk.extentsAfter,
          walk.bytesWritten,
          shadowedBytes());
      line(
          out,
          "merge      %.3f ms; %,d records at a time, %,d bytes",
          walk.nanos / 1e6,
          walk.mostActive,
          walk.memory);
    }
    return out.toString();
  }

  private static void line(StringBuilder out, String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /**
   * Returns the numbers as a JSON object.
   *
   * @return one line; what only a walk can tell is missing before it
   */
  public String toJson() {
    StringBuilder out = new StringBuilder("{");
    member(out, "records", records);
    member(out, "emptyRecords", emptyRecords);
    member(out, "rewrittenRecords", rewrittenRecords);
    member(out, "bytes", bytes);
    member(out, "clusters", clusters);
    member(out, "recordsAlone", recordsAlone);
    member(out, "largestCluster", largestCluster);
    member(out, "extentsBefore", extentsBefore);
    member(out, "sorted", sorted);
    member(out, "orderNanos", orderNanos);
    member(out, "clusterNanos", clusterNanos);
    member(out, "orderMemory", orderMemory);
    member(out, "planMemory", planMemory);
    if (walk != null) {
      member(out, "rounds", walk.rounds);
      member(out, "extentsAfter", walk.extentsAfter);
      member(out, "bytesWritten", walk.bytesWritten);
      member(out, "shadowedBytes", shadowedBytes());
      member(out, "mostActive", walk.mostActive);
      member(out, "mergeNanos", walk.nanos);
      member(out, "mergeMemory", walk.memory);
    }
    return out.append('}').toString();
  }

  private static void member(StringBuilder out, String name, Object value) {
    out.append(out.length() == 1 ? "" : ",").append('"').append(name).append("\":").append(value);
  }
}
