package org.burstlog.netcdf;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.netcdf.convert.Conversion;
import org.burstlog.netcdf.driver.Transfer;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Variable;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of one call, and how their values get to and from the user's memory. A transfer is
 * at most as long as a buffer can be, so a region may take several.
 */
final class Prepared {
  /** The most bytes of a transfer. */
  static final long MOST = 256 << 20;

  final List<Transfer> transfers = new ArrayList<>(1);
  final Variable variable;
  final NcMemory memory;
  final Conversion conversion;
  private final List<Region> regions;

  /** Where the values of each transfer are in the user's memory; empty when that is used itself. */
  private List<Part> parts = List.of();

  /** What is brought together only when it is written. */
  private List<Staged> staged = List.of();

  private @Nullable Object piece;

  private long outside = Conversion.ALL_FIT;
  long bytes;

  /** A part of the user's memory, beginning with the first element of the call. */
  private record Part(NcMemory memory, long first, Region region, Object dense) {}

  /** Values of a transfer, and how many elements of the call come before them. */
  private record Staged(long first, StagedValues values) {}

  /** Makes room for the values of a transfer. */
  interface Room {
    Object of(long bytes) throws IOException;
  }

  Prepared(Variable variable, List<Region> regions, NcMemory memory, Conversion conversion) {
    this.variable = variable;
    this.regions = regions;
    this.memory = memory;
    this.conversion = conversion;
  }

  List<Region> regions() {
    return regions;
  }

  /** Lists transfers from and to the user's memory itself. */
  void listDirect() throws IOException {
    int width = variable.type().size();
    each(
        (region, part, first, length) -> {
          long offset = (long) part.offset() * width;
          transfers.add(new Transfer(variable.id(), region, part.values(), offset, length));
        });
  }

  /**
   * Lists transfers from and to memory of the file's type.
   *
   * @param convert whether to fill it from the user's memory now
   */
  void listStaged(Room room, boolean convert) throws IOException {
    parts = convert ? List.of() : new ArrayList<>(1);
    each(
        (region, part, first, length) -> {
          Object dense = room.of(length);
          if (convert) {
            note(first, Staging.write(region, part, conversion, dense, 0));
          } else {
            parts.add(new Part(part, first, region, dense));
          }
          transfers.add(new Transfer(variable.id(), region, dense, 0, length));
        });
  }

  /**
   * Lists transfers whose values are brought together when they are written.
   *
   * @param shared memory for a piece of them
   */
  void listInPieces(Object shared) throws IOException {
    piece = shared;
    staged = new ArrayList<>(1);
    each(
        (region, part, first, length) -> {
          StagedValues values = new StagedValues(region, part, conversion, shared);
          staged.add(new Staged(first, values));
          transfers.add(new Transfer(variable.id(), region, values, 0, length));
        });
  }

  /** The memory for pieces; null where there are none. */
  @Nullable Object piece() {
    return piece;
  }

  /** Takes the pieces in turn, each with the memory it has its values in. */
  interface Taker {
    /**
     * Takes a piece.
     *
     * @param first how many elements of the call come before it
     * @param length its bytes in the file's type
     */
    void take(Region region, NcMemory part, long first, long length) throws IOException;
  }

  void each(Taker taker) throws IOException {
    long before = 0;
    long rows = 0;
    int width = variable.type().size();
    for (Region region : regions) {
      long elements = region.elements();
      if (elements > 0) {
        long base = before;
        long row = rows;
        Pieces.cut(
            region,
            Math.max(1, MOST / width),
            (piece, first, count) -> {
              NcMemory part = memory.at(region, piece, base + first, row);
              taker.take(piece, part, base + first, count * width);
            });
        rows += region.rank() == 0 ? 0 : region.count(0);
      }
      before += elements;
    }
  }

  /** Remembers the first element that did not fit, of all that were converted. */
  void note(long first, long unfit) {
    if (unfit != Conversion.ALL_FIT && outside == Conversion.ALL_FIT) {
      outside = first + unfit;
    }
  }

  /** Hands what was got to the user. */
  void deliver() throws NcException {
    for (Part part : parts) {
      note(part.first(), Staging.read(part.region(), part.memory(), conversion, part.dense(), 0));
    }
    report();
  }

  /** Tells of the first element that did not fit, when all are written. */
  void reportPut() throws NcException {
    staged.forEach(each -> note(each.first(), each.values().unfit()));
    report();
  }

  /** Tells of the first element that did not fit. */
  void report() throws NcException {
    NcException unfit = unfit();
    if (unfit != null) {
      throw unfit;
    }
  }

  /** The error of the first element that did not fit; null when all did. */
  @Nullable NcException unfit() {
    return outside == Conversion.ALL_FIT ? null : conversion.rangeError(variable.name(), outside);
  }
}
