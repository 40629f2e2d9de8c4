package org.burstlog.bench.simulate;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.RecordIndex;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/** What all processes have put into one file, epoch by epoch. */
final class Recorded {
  private final NcFile file;
  private final List<Array> arrays = new ArrayList<>();
  private final int ranks;

  /** By epoch and rank; null where a process has put nothing. */
  private final List<@Nullable RecordIndex[]> epochs = new ArrayList<>();

  private final List<long[]> ends = new ArrayList<>();

  Recorded(NcFile file, int ranks) throws NcException {
    this.file = file;
    this.ranks = ranks;
    for (NcVariable each : file.variables()) {
      arrays.add(array(file, each));
    }
  }

  private static Array array(NcFile file, NcVariable variable) throws NcException {
    long[] shape = variable.shape();
    long[] steps = new long[shape.length];
    long step = variable.type().size();
    for (int d = shape.length - 1; d >= 0; d--) {
      boolean record = d == 0 && variable.isRecord();
      steps[d] = record ? file.recordSize() : step;
      step *= record ? 1 : shape[d];
      shape[d] = record ? Array.UNLIMITED : shape[d];
    }
    return Array.strided(
        variable.name(),
        variable.offset(),
        variable.type().size(),
        ByteOrder.BIG_ENDIAN,
        shape,
        steps);
  }

  NcFile file() {
    return file;
  }

  List<Array> arrays() {
    return arrays;
  }

  int epochs() {
    return epochs.size();
  }

  RecordIndex records(int epoch, int rank) {
    RecordIndex records = epochs.get(epoch)[rank];
    return records == null ? new RecordIndex() : records;
  }

  /** Bytes that a process has put in an epoch. */
  long bytes(int epoch, int rank) {
    return ends.get(epoch)[rank];
  }

  void put(int epoch, int rank, NcVariable variable, Region region) {
    while (epochs.size() <= epoch) {
      epochs.add(new RecordIndex[ranks]);
      ends.add(new long[ranks]);
    }
    @Nullable RecordIndex[] all = epochs.get(epoch);
    RecordIndex mine = all[rank];
    if (mine == null) {
      mine = new RecordIndex();
      all[rank] = mine;
    }
    long[] end = ends.get(epoch);
    mine.add(variable.id(), region, end[rank]);
    end[rank] += region.elements() * variable.type().size();
  }
}
