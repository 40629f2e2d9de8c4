package org.burstlog.netcdf.header;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The layout of a file whose definitions were changed, and what must move to get there.
 *
 * <p>What exists moves towards the file's end only, and only when its place is needed: by a header
 * that has outgrown the space up to the first variable, by new variables, or by records that have
 * become larger. The moves are in an order in which nothing is overwritten that is still to move:
 * records first, then the other variables from the last to the first.
 *
 * @param layout where everything lies afterwards
 * @param moves what to move, in this order, before the new header is written
 */
public record Relayout(Layout layout, List<Move> moves) {

  /**
   * Lays out a file anew.
   *
   * @param old where everything lies now
   * @param header the new definitions: those of the old layout, perhaps renamed and with other
   *     attributes, and more
   * @param settings boundaries and free space for what is new or has to move
   * @param records the number of records in the file
   * @return new layout and moves
   * @throws NcException NC_EVARSIZE when the format cannot hold the variables
   * @throws IllegalArgumentException when an old variable is missing, or of another type or shape
   */
  public static Relayout of(Layout old, Header header, LayoutSettings settings, long records)
      throws NcException {
    checkKept(old.header(), header);
    Layout layout = new LayoutPlanner(header, settings).plan(old);
    List<Move> moves = new ArrayList<>();
    moveRecords(old, layout, records, moves);
    List<Variable> fixed = new ArrayList<>();
    for (Variable variable : old.header().variables()) {
      if (!variable.isRecord()) {
        fixed.add(variable);
      }
    }
    fixed.sort((a, b) -> Long.compare(old.begin(b.id()), old.begin(a.id())));
    for (Variable variable : fixed) {
      long from = old.begin(variable.id());
      long to = layout.begin(variable.id());
      if (from != to) {
        moves.add(new Move(from, to, old.paddedSize(variable.id()), 1, 0, 0));
      }
    }
    return new Relayout(layout, Collections.unmodifiableList(moves));
  }

  private static void moveRecords(Layout old, Layout layout, long records, List<Move> moves) {
    long from = old.recordBegin();
    long to = layout.recordBegin();
    long size = old.recordSize();
    long newSize = layout.recordSize();
    if (size == 0 || records == 0 || (from == to && size == newSize)) {
      return;
    }
    // Of the same size, they are one long block.
    moves.add(
        size == newSize
            ? new Move(from, to, Math.multiplyExact(records, size), 1, 0, 0)
            : new Move(from, to, size, records, size, newSize));
  }

  private static void checkKept(Header old, Header header) {
    for (Variable variable : old.variables()) {
      if (variable.id() >= header.variables().size()) {
        throw new IllegalArgumentException("variable '" + variable.name() + "' is missing");
      }
      Variable kept = header.variables().get(variable.id());
      if (kept.type() != variable.type()
          || !Arrays.equals(kept.ownedShape(), variable.ownedShape())) {
        throw new IllegalArgumentException("'" + variable + "' became '" + kept + "'");
      }
    }
    if (old.version() != header.version()) {
      throw new IllegalArgumentException(old.version() + " became " + header.version());
    }
  }
}
