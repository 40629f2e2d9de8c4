package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;

/** Compares records of two files of the simulation. */
final class Comparison {
  private static final List<String> FIELDS = List.of("height", "u", "v");

  private Comparison() {}

  /** How many records a file says it has. */
  static long records(Path netcdf) throws IOException {
    try (NcFile file = NcFile.open(netcdf, NcOptions.defaults().readOnly())) {
      return file.records();
    }
  }

  /** Returns how many of the first records are there and the same in both files. */
  static long same(Path one, Path other, long records) throws IOException {
    NcOptions reading = NcOptions.defaults().readOnly();
    try (NcFile first = NcFile.open(one, reading);
        NcFile second = NcFile.open(other, reading)) {
      long record = 0;
      while (record < records
          && record < first.records()
          && record < second.records()
          && same(first, second, record)) {
        record++;
      }
      return record;
    }
  }

  private static boolean same(NcFile first, NcFile second, long record) throws IOException {
    boolean same =
        first.variable("time").getDouble(record) == second.variable("time").getDouble(record);
    for (String field : FIELDS) {
      same &= Arrays.equals(values(first.variable(field), record), values(second, field, record));
    }
    return same;
  }

  private static float[] values(NcFile file, String field, long record) throws IOException {
    return values(file.variable(field), record);
  }

  private static float[] values(NcVariable field, long record) throws IOException {
    long[] shape = field.shape();
    return field.getFloats(
        Region.of(new long[] {record, 0, 0}, new long[] {1, shape[1], shape[2]}));
  }
}
