package org.burstlog.bench.plan;

import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.log.RecordIndex;

/**
 * Pending records to plan.
 *
 * @param index the records in put order
 * @param arrays their arrays by number
 */
public record Workload(RecordIndex index, List<Array> arrays) {}
