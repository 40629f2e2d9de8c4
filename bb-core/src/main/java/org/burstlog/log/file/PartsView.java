package org.burstlog.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A view of data that lies in several files. */
public final class PartsView implements DataView {
  /** A part of the data. */
  public interface Part {
    /** The position of its first byte. */
    long start();

    /** Where that is in its file. */
    long base();

    /** What tells its file from others. */
    Object file();

    /** Opens a view of its file. */
    DataView view();
  }

  private final Supplier<Part[]> parts;

  /** By file. */
  private final IdentityHashMap<Object, DataView> views = new IdentityHashMap<>();

  private @Nullable DataView current;

  /**
   * A view of some parts.
   *
   * @param parts the parts there are, in the order of their positions
   */
  public PartsView(Supplier<Part[]> parts) {
    this.parts = parts;
  }

  @Override
  public int seek(long position, int wanted) throws IOException {
    Part[] all = parts.get();
    int which = find(all, position);
    Part part = all[which];
    DataView view = view(part);
    current = view;
    long most = which + 1 < all.length ? all[which + 1].start() - position : wanted;
    return view.seek(position - part.start() + part.base(), (int) Math.min(wanted, most));
  }

  /** Returns the number of the part in which a position lies. */
  static int find(Part[] all, long position) {
    int which = all.length - 1;
    while (which > 0 && position < all[which].start()) {
      which--;
    }
    return which;
  }

  private DataView view(Part part) {
    DataView known = views.get(part.file());
    if (known == null) {
      known = part.view();
      views.put(part.file(), known);
    }
    return known;
  }

  private DataView current() {
    DataView view = current;
    if (view == null) {
      throw new IllegalStateException("nothing was sought");
    }
    return view;
  }

  @Override
  public ByteBuffer buffer() {
    return current().buffer();
  }

  @Override
  public int index() {
    return current().index();
  }

  @Override
  public boolean lasts() {
    Part[] all = parts.get();
    for (Part part : all) {
      if (!view(part).lasts()) {
        return false;
      }
    }
    return true;
  }
}
