package org.burstlog.netcdf.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.burstlog.netcdf.testing.DefinitionsContract.assertFails;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcType;
import org.junit.jupiter.api.Test;

/** Define mode entered again, filling, and the number of records. */
public abstract class RedefineContract implements NcEnvironment {
  /** For the classes that say where it runs. */
  protected RedefineContract() {}

  private static Region row(long record, int rank, int length) {
    return Region.of(new long[] {record, (long) rank * length}, new long[] {1, length});
  }

  @Test
  void valuesMoveWhenTheHeaderGrows() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 5L * group.size());
            NcVariable fixed = file.defineVariable("fixed", NcType.DOUBLE, x);
            NcVariable record = file.defineVariable("record", NcType.SHORT, time, x);
            file.endDefine();
            int rank = group.rank();
            Region own = Region.of(new long[] {5L * rank}, new long[] {5});
            fixed.put(own, DataContract.values(rank, 5));
            for (int r = 0; r < 4; r++) {
              record.put(row(r, rank, 5), new int[] {rank, r, 2, 3, 4});
            }
            long before = fixed.offset();
            file.redefine();
            file.attributes().put("long", "x".repeat(5000));
            NcVariable more = file.defineVariable("more", NcType.DOUBLE, time);
            NcVariable late = file.defineVariable("late", NcType.INT, x);
            file.endDefine();
            assertThat(fixed.offset()).isGreaterThan(before);
            more.collective().put(Region.of(new long[] {rank}, new long[] {1}), new int[] {rank});
            late.put(own, new int[] {9, 8, 7, 6, 5});
            file.sync();
            for (int i = 0; i < group.size(); i++) {
              Region part = Region.of(new long[] {5L * i}, new long[] {5});
              assertThat(fixed.getDoubles(part)).isEqualTo(DataContract.values(i, 5));
              assertThat(late.getInts(part)).containsExactly(9, 8, 7, 6, 5);
              assertThat(more.getDouble(i)).isEqualTo(i);
              for (int r = 0; r < 4; r++) {
                assertThat(record.getInts(row(r, i, 5))).containsExactly(i, r, 2, 3, 4);
              }
            }
          }
        });
  }

  @Test
  void muchMoreThanABufferMoves() throws Exception {
    withFile(
        (group, path, options) -> {
          int length = 20_000;
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", (long) length * group.size());
            NcVariable fixed = file.defineVariable("fixed", NcType.DOUBLE, x);
            NcVariable record = file.defineVariable("record", NcType.INT, time, x);
            file.endDefine();
            int rank = group.rank();
            Region own = Region.of(new long[] {(long) rank * length}, new long[] {length});
            fixed.collective().put(own, DataContract.values(rank, length));
            for (int r = 0; r < 3; r++) {
              record.collective().put(row(r, rank, length), DataContract.values(r, length));
            }
            // Twice: by a few bytes, so that old and new place overlap, and by many.
            for (int longer : new int[] {12, 100_000}) {
              file.redefine();
              file.attributes().put("more" + longer, "x".repeat(longer));
              file.defineVariable("v" + longer, NcType.SHORT, time);
              file.endDefine();
              for (int i = 0; i < group.size(); i++) {
                Region part = Region.of(new long[] {(long) i * length}, new long[] {length});
                assertThat(fixed.getDoubles(part)).isEqualTo(DataContract.values(i, length));
                for (int r = 0; r < 3; r++) {
                  assertThat(record.getDoubles(row(r, i, length)))
                      .isEqualTo(DataContract.values(r, length));
                }
              }
              group.barrier();
            }
          }
        });
  }

  @Test
  void reservedRoomKeepsValuesWhereTheyAre() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcVariable v = file.defineVariable("v", NcType.INT);
            NcVariable r = file.defineVariable("r", NcType.INT, time);
            file.endDefine(new LayoutSettings(4, 4, 4, 4096, 4096));
            v.collective().set(1);
            r.collective().set(2, 0);
            long fixed = v.offset();
            long records = r.offset();
            file.redefine();
            file.attributes().put("text", "x".repeat(2000));
            file.defineVariable("w", NcType.DOUBLE, file.defineDimension("x", 100));
            file.endDefine();
            assertThat(v.offset()).isEqualTo(fixed);
            assertThat(r.offset()).isEqualTo(records);
            assertThat(v.getInt()).isEqualTo(1);
            assertThat(r.getInt(0)).isEqualTo(2);
          }
        });
  }

  @Test
  void variablesAreFilledWhenAsked() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 1000);
            assertThat(file.setFill(true)).isFalse();
            NcVariable a = file.defineVariable("a", NcType.SHORT, x);
            NcVariable b = file.defineVariable("b", NcType.DOUBLE, time, x);
            NcVariable c = file.defineVariable("c", NcType.INT, time);
            b.setFill(Attribute.of("any", 2.5));
            c.setFill(false);
            assertThat(a.isFilled()).isTrue();
            assertThat(c.isFilled()).isFalse();
            file.endDefine();
            assertThat(a.getInts()).containsOnly(-32767);
            assertThat(Attribute.of("_FillValue", (short) -32767)).isEqualTo(a.fillValue());
            b.fillRecord(2);
            assertThat(file.records()).isEqualTo(3);
            file.sync();
            double[] filled = b.getDoubles(Region.of(new long[] {2, 0}, new long[] {1, 1000}));
            assertThat(filled).containsOnly(2.5);
            assertFails(NcError.NC_ENOTFILL, () -> c.fillRecord(1));
            assertFails(NcError.NC_ENOTRECVAR, () -> a.fillRecord(1));
            group.barrier();
            if (group.rank() == 0) {
              b.set(7, 2, 3);
            }
            file.redefine();
            NcVariable d = file.defineVariable("d", NcType.INT, time);
            file.endDefine();
            assertThat(d.getInts()).containsExactly(-2147483647, -2147483647, -2147483647);
            assertThat(b.getDouble(2, 3)).isEqualTo(7);
            assertThat(b.getDouble(2, 4)).isEqualTo(2.5);
          }
        });
  }

  @Test
  void aFillValueInTheFileFillsRecordsAfterItWasOpenedAgain() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 100);
            NcVariable set = file.defineVariable("set", NcType.DOUBLE, time, x);
            set.setFill(Attribute.of("any", 2.5));
            NcVariable put = file.defineVariable("put", NcType.INT, time, x);
            put.attributes().put("_FillValue", 7);
            NcVariable fixed = file.defineVariable("fixed", NcType.SHORT, x);
            fixed.attributes().put("_FillValue", (short) 9);
            file.defineVariable("none", NcType.INT, time, x);
            assertThat(put.isFilled()).isTrue();
            file.endDefine();
            assertThat(fixed.getInts()).containsOnly(9);
          }
          try (NcFile file = NcFile.open(path, options)) {
            NcVariable set = file.variable("set");
            NcVariable put = file.variable("put");
            assertThat(set.isFilled()).isTrue();
            set.fillRecord(1);
            put.fillRecord(1);
            assertFails(NcError.NC_ENOTFILL, () -> file.variable("none").fillRecord(1));
            Region second = Region.of(new long[] {1, 0}, new long[] {1, 100});
            assertThat(set.getDoubles(second)).containsOnly(2.5);
            assertThat(put.getInts(second)).containsOnly(7);
            file.redefine();
            put.attributes().delete("_FillValue");
            assertThat(put.isFilled()).isFalse();
            file.endDefine();
            assertFails(NcError.NC_ENOTFILL, () -> put.fillRecord(2));
          }
        });
  }

  @Test
  void nothingIsFilledUnlessAskedAndReadsAsZero() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension x = file.defineDimension("x", 100);
            file.defineVariable("a", NcType.SHORT, x);
            NcVariable b = file.defineVariable("b", NcType.BYTE, x);
            file.endDefine();
            assertThat(b.getInts()).containsOnly(0);
          }
          try (NcFile file = NcFile.open(path, options.readOnly())) {
            // Readers check that a file is as long as its header says.
            NcVariable b = file.variable("b");
            assertThat(Files.size(path)).isEqualTo(b.offset() + 100);
            assertThat(b.getInts()).containsOnly(0);
          }
        });
  }

  @Test
  void recordsOfOneProcessAreKnownToAllAfterASync() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcVariable v = file.defineVariable("v", NcType.INT, time);
            file.endDefine();
            int last = group.size() - 1;
            if (group.rank() == last) {
              v.set(11, 41);
              assertThat(file.records()).isEqualTo(42);
              assertThat(v.getInt(41)).isEqualTo(11);
            } else {
              // What the others do meanwhile is not known here.
              assertThat(file.records()).isZero();
              assertFails(NcError.NC_EINVALCOORDS, () -> v.getInt(41));
            }
            file.syncRecords();
            assertThat(file.records()).isEqualTo(42);
            file.sync();
            assertThat(time.length()).isEqualTo(42);
            assertThat(v.getInt(41)).isEqualTo(11);
            if (group.rank() == 0) {
              v.set(12, 99);
            }
          }
          try (NcFile file = NcFile.open(path, options)) {
            assertThat(file.records()).isEqualTo(100);
            assertThat(file.variable("v").getInt(99)).isEqualTo(12);
            file.variable("v").put(IntStream.range(0, 7).toArray());
            assertThat(file.records()).isEqualTo(100);
          }
        });
  }

  @Test
  void aReaderFindsRecordsWrittenSince() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile writer = NcFile.create(path, options)) {
            NcVariable v = writer.defineVariable("v", NcType.INT, writer.defineUnlimited("time"));
            writer.endDefine();
            writer.sync();
            try (NcFile reader = NcFile.open(path, options.readOnly())) {
              assertThat(reader.records()).isZero();
              v.collective().set(3, 1);
              writer.sync();
              reader.sync();
              assertThat(reader.records()).isEqualTo(2);
              assertThat(reader.variable("v").getInt(1)).isEqualTo(3);
            }
          }
        });
  }

  @Test
  void aSingleRecordVariableHasNoGaps() throws Exception {
    withFile(
        (group, path, options) -> {
          try (NcFile file = NcFile.create(path, options)) {
            NcDimension time = file.defineUnlimited("time");
            NcDimension x = file.defineDimension("x", 3);
            NcVariable v = file.defineVariable("v", NcType.BYTE, time, x);
            file.endDefine();
            assertThat(file.recordSize()).isEqualTo(3);
            byte[] values = new byte[15];
            Arrays.fill(values, (byte) 4);
            v.collective().put(values);
            file.redefine();
            NcVariable w = file.defineVariable("w", NcType.BYTE, time);
            file.endDefine();
            assertThat(file.recordSize()).isEqualTo(8);
            assertThat(v.getBytes()).isEqualTo(values);
            w.collective().set((byte) 1, 4);
            assertThat(v.getBytes()).isEqualTo(values);
          }
        });
  }
}
