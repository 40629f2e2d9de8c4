package org.burstlog.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A view that hands out mapped memory itself. */
final class MappedView implements DataView {
  /** Finds segments. */
  interface Source {
    /** Returns all of them, the one of a position among them. */
    Segment[] reaching(long position) throws IOException;
  }

  private final Source source;
  private Segment[] all = {};
  private int current;
  private int index;

  MappedView(Source source) {
    this.source = source;
  }

  @Override
  public int seek(long position, int wanted) throws IOException {
    if (current >= all.length || !all[current].holds(position)) {
      all = source.reaching(position);
      current = Segment.find(all, position);
    }
    Segment s = all[current];
    index = (int) (position - s.start);
    return Math.min(wanted, s.size - index);
  }

  @Override
  public ByteBuffer buffer() {
    return all[current].memory.bytes;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public boolean lasts() {
    return true;
  }
}
