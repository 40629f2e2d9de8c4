package org.burstlog.netcdf.header;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places variables one behind the other, those that lie somewhere already before new ones.
 *
 * <p>The begins for a new file are those that the C libraries choose, PnetCDF 1.12 where boundaries
 * or free space are asked for. Unlike there, nothing that exists is moved just to lie on a boundary
 * or to make room that only may be needed.
 */
final class LayoutPlanner {
  private final Header header;
  private final LayoutSettings settings;
  private final VariableSizes sizes;
  private final long headerSize;
  private final long[] begins;
  private long end;

  LayoutPlanner(Header header, LayoutSettings settings) throws NcException {
    this.header = header;
    this.settings = settings;
    sizes = VariableSizes.of(header);
    headerSize = HeaderEncoder.size(header);
    begins = new long[header.variables().size()];
  }

  /** Places everything anew. */
  Layout plan() throws NcException {
    return finish(0, null);
  }

  /** Keeps the old variables where they are as far as the header and each other let them. */
  Layout plan(Layout old) throws NcException {
    return finish(old.header().variables().size(), old);
  }

  private Layout finish(int kept, @Nullable Layout old) throws NcException {
    List<Variable> variables = header.variables();
    if (variables.isEmpty()) {
      return new Layout(header, headerSize, begins, headerSize, 0, headerSize);
    }
    end = headerSize;
    if (kept == 0 || old == null || headerSize > old.dataBegin()) {
      end = up(add(headerSize, settings.headerFree(), variables.get(0)), settings.headerAlign());
    }
    if (old != null) {
      for (Variable variable : Layout.byBegin(old.header(), oldBegins(old), false)) {
        long begin = old.begin(variable.id());
        putFixed(variables.get(variable.id()), begin >= end ? begin : alignVariable());
      }
    }
    for (Variable variable : variables.subList(kept, variables.size())) {
      if (!variable.isRecord()) {
        putFixed(variable, alignVariable());
      }
    }
    boolean anyFixed = variables.stream().anyMatch(v -> !v.isRecord());
    long fixedEnd = anyFixed ? end : headerSize;
    long recordBegin = recordBegin(old);
    putRecords(kept, old, recordBegin);
    return new Layout(header, headerSize, begins, recordBegin, sizes.recordSize(), fixedEnd);
  }

  private static long[] oldBegins(Layout old) {
    long[] begins = new long[old.header().variables().size()];
    for (int i = 0; i < begins.length; i++) {
      begins[i] = old.begin(i);
    }
    return begins;
  }

  private void putFixed(Variable variable, long begin) throws NcException {
    setBegin(variable, begin);
    end = add(begin, sizes.padded(variable.id()), variable);
  }

  private long recordBegin(@Nullable Layout old) throws NcException {
    if (old != null && old.recordSize() > 0 && old.recordBegin() >= end) {
      return old.recordBegin();
    }
    Variable any = header.variables().get(0);
    long behind = up(add(end, settings.variableFree(), any), settings.variableAlign());
    return up(behind, settings.recordAlign());
  }

  /** Old variables keep their places inside a record, new ones come behind them. */
  private void putRecords(int kept, @Nullable Layout old, long recordBegin) throws NcException {
    long next = recordBegin;
    for (Variable variable : header.variables()) {
      if (!variable.isRecord()) {
        continue;
      }
      boolean isKept = old != null && variable.id() < kept;
      setBegin(
          variable,
          isKept && old != null
              ? recordBegin + (old.begin(variable.id()) - old.recordBegin())
              : next);
      next = add(next, sizes.padded(variable.id()), variable);
    }
  }

  private void setBegin(Variable variable, long begin) throws NcException {
    if (begin < 0 || begin > header.version().maxBegin()) {
      throw VariableSizes.tooLarge(
          variable, "would begin at " + begin + ", past the limit " + header.version().maxBegin());
    }
    begins[variable.id()] = begin;
  }

  private long alignVariable() throws NcException {
    return up(end, settings.variableAlign());
  }

  private long up(long offset, long align) throws NcException {
    long rest = offset % align;
    return rest == 0 ? offset : add(offset, align - rest, header.variables().get(0));
  }

  private static long add(long offset, long bytes, Variable variable) throws NcException {
    if (bytes > Long.MAX_VALUE - offset) {
      throw VariableSizes.tooLarge(variable, "makes the file larger than 2^63 bytes");
    }
    return offset + bytes;
  }
}
