package org.burstlog.netcdf;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.burstlog.group.Together;
import org.burstlog.netcdf.driver.Call;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.MeetingGroup;
import org.burstlog.netcdf.driver.NcTelling;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.Header;
import org.burstlog.netcdf.header.HeaderBuilder;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.Relayout;
import org.burstlog.netcdf.header.Variable;
import org.jspecify.annotations.Nullable;

/**
 * What a file defines, in define mode and out of it.
 *
 * <p>In define mode a change is made in memory only, and the processes compare what they have at
 * its end, or at each change in checked mode. Outside, only changes that leave everything in its
 * place are possible, and the header is written at once. Several threads may look at definitions
 * while one changes them.
 */
final class Definitions {
  private final MeetingGroup group;
  private final Driver driver;
  private final LayoutSettings placement;
  private final @Nullable CheckedMode checked;
  private final boolean writable;
  private final FillModes fillModes = new FillModes();
  private volatile HeaderBuilder builder;
  private volatile @Nullable Layout layout;

  /** In define mode, where everything would lie if that ended now; null when not looked at yet. */
  private @Nullable Layout draft;

  private volatile boolean defining;
  private volatile boolean closed;

  /** Definitions of a new file, when there is no layout, or of an existing one. */
  Definitions(
      MeetingGroup group,
      Driver driver,
      LayoutSettings placement,
      @Nullable CheckedMode checked,
      boolean writable,
      HeaderBuilder builder,
      @Nullable Layout layout) {
    this.group = group;
    this.driver = driver;
    this.placement = placement;
    this.checked = checked;
    this.writable = writable;
    this.builder = builder;
    this.layout = layout;
    defining = layout == null;
  }

  /** One change. */
  interface Edit {
    void apply(HeaderBuilder builder) throws NcException;
  }

  HeaderBuilder builder() {
    return builder;
  }

  FillModes fillModes() {
    return fillModes;
  }

  boolean isDefining() {
    return defining;
  }

  boolean isNew() {
    return layout == null;
  }

  void close() {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  /** A variable as it is now. */
  Variable variable(int id) throws NcException {
    return current().header().variables().get(id);
  }

  /** Tells whether a variable is filled: when that was said, or when it has a fill value. */
  boolean isFilled(int id) throws NcException {
    return fillModes.isFilled(id) || builder.attribute(id, Attribute.FILL_VALUE) != null;
  }

  /** Where everything lies; in define mode, where it would lie if that ended now. */
  Layout current() throws NcException {
    return defining ? draft() : layout();
  }

  private synchronized Layout draft() throws NcException {
    Layout drawn = draft;
    if (drawn == null) {
      drawn = Layout.of(builder.build(), placement);
      draft = drawn;
    }
    return drawn;
  }

  Layout layout() {
    Layout now = layout;
    if (now == null) {
      throw new IllegalStateException("define mode has not ended yet");
    }
    return now;
  }

  void requireOpen() throws NcException {
    if (closed) {
      throw new NcException(NcError.NC_EBADID, "the file was closed");
    }
  }

  void requireWritable() throws NcException {
    requireOpen();
    if (!writable) {
      throw new NcException(NcError.NC_EPERM, "it cannot be changed");
    }
  }

  void requireReading() throws NcException {
    requireOpen();
    if (writable) {
      throw new NcException(NcError.NC_EPERM, "it is open for writing, so it has all there is")
          .remedy(
              "open it with NcOptions.readOnly(), or call sync to see what other processes put");
    }
  }

  void requireDefining() throws NcException {
    requireWritable();
    if (!defining) {
      throw new NcException(NcError.NC_ENOTINDEFINE, "the file is in data mode");
    }
  }

  void requireData() throws NcException {
    requireOpen();
    if (defining) {
      throw new NcException(NcError.NC_EINDEFINE, "the file is in define mode")
          .remedy("call endDefine first");
    }
  }

  /**
   * Makes a change that is possible in define mode only.
   *
   * @param call what is called and with which arguments, for comparison
   */
  synchronized void define(Supplier<String> call, Edit edit) throws IOException {
    requireDefining();
    compare(call);
    draft = null;
    edit.apply(builder);
  }

  /** Makes a change that is possible outside define mode too, if the header does not grow. */
  synchronized void change(Supplier<String> call, Edit edit) throws IOException {
    requireWritable();
    compare(call);
    if (defining) {
      draft = null;
      edit.apply(builder);
      return;
    }
    Layout old = layout();
    Layout[] next = new Layout[1];
    HeaderComparison comparison = new HeaderComparison(group, fillModes);
    Together changing = new Together(group);
    try {
      changing.step(
          new NcTelling(call.get(), NcError.NC_EINVAL),
          () -> {
            edit.apply(builder);
            Layout changed =
                Relayout.of(old, builder.build(), placement, driver.records()).layout();
            if (changed.headerSize() > old.headerSize()) {
              throw new NcException(
                  NcError.NC_ENOTINDEFINE,
                  "the header would grow by "
                      + (changed.headerSize() - old.headerSize())
                      + " bytes");
            }
            comparison.take(changed);
            next[0] = changed;
          });
      changing.same(comparison.same());
      group.begin(Call.CHANGE);
      changing.meet();
      driver.rewriteHeader(next[0]);
      layout = next[0];
    } catch (IOException e) {
      builder = old.header().toBuilder();
      throw e;
    }
  }

  void compare(Supplier<String> call) throws IOException {
    if (checked != null) {
      group.begin(Call.DEFINE);
      checked.compareCalls(call.get());
    }
  }

  synchronized void begin() throws IOException {
    requireWritable();
    if (defining) {
      throw new NcException(NcError.NC_EINDEFINE, "it is so already").remedy("nothing to do");
    }
    driver.beginDefine();
    defining = true;
  }

  void end() throws IOException {
    end(placement);
  }

  synchronized void end(LayoutSettings settings) throws IOException {
    requireDefining();
    compare(() -> "the end of define mode with " + settings);
    Layout old = layout;
    int before = old == null ? 0 : old.header().variables().size();
    Header header = builder.build();
    end(
        () -> {
          Arguments.require(settings, "the layout settings");
          return old == null
              ? new Relayout(Layout.of(header, settings), List.of())
              : Relayout.of(old, header, settings, driver.records());
        });
    for (Variable variable : header.variables().subList(before, header.variables().size())) {
      if (isFilled(variable.id())) {
        long records = variable.isRecord() ? driver.records() : 1;
        for (long record = 0; record < records; record++) {
          driver.fill(variable.id(), record);
        }
      }
    }
  }

  /** Ends the first define mode with what somebody else has laid out. */
  synchronized void end(Layout laidOut) throws IOException {
    requireDefining();
    compare(() -> "the end of define mode with a layout");
    HeaderBuilder defined = builder;
    try {
      end(
          () -> {
            Arguments.require(laidOut, "the layout");
            Header header = laidOut.header();
            Header nothing = Header.builder(header.version()).build();
            if (layout != null || !defined.build().equals(nothing)) {
              throw new NcException(
                      NcError.NC_EINVAL, "a layout is for a new file without definitions")
                  .remedy("create the file in the format of the layout, and define nothing");
            }
            builder = header.toBuilder();
            return new Relayout(laidOut, List.of());
          });
    } catch (IOException e) {
      builder = defined;
      throw e;
    }
  }

  /** Finds out where everything lies from now on. */
  private interface Laying {
    Relayout lay() throws NcException;
  }

  private void end(Laying laying) throws IOException {
    Relayout[] made = new Relayout[1];
    HeaderComparison comparison = new HeaderComparison(group, fillModes);
    Together ending = new Together(group);
    ending.step(
        new NcTelling("ending define mode", NcError.NC_EINVAL),
        () -> {
          made[0] = laying.lay();
          comparison.take(made[0].layout());
        });
    ending.same(comparison.same());
    group.begin(Call.END_DEFINE);
    ending.meet();
    Relayout relayout = made[0];
    driver.endDefine(relayout);
    layout = relayout.layout();
    draft = null;
    defining = false;
  }

  /** Forgets what was defined since the last {@link #begin}. */
  synchronized void revert() {
    Layout old = layout;
    if (old != null) {
      builder = old.header().toBuilder();
      draft = null;
      defining = false;
    }
  }
}
