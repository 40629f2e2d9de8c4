package org.burstlog.netcdf;

import java.util.List;
import java.util.Map;
import org.burstlog.SettingsException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.driver.DriverLayer;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.LayoutSettings;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;
import org.jspecify.annotations.Nullable;

/**
 * How a file is created or opened. Immutable: each method returns options that differ in one thing.
 * A null is told by the call that is made with the options, with NC_EINVAL.
 *
 * <pre>{@code
 * NcOptions options = NcOptions.defaults().format(CdfVersion.CDF5);
 * NcOptions parallel = options.group(world).target(MpiTarget.system());
 * }</pre>
 */
public final class NcOptions {
  private static final NcOptions DEFAULTS =
      new NcOptions(
          null,
          PlainTarget.SYSTEM,
          CdfVersion.CDF1,
          true,
          false,
          LayoutSettings.COMPACT,
          Map.of(),
          null,
          false,
          List.of(),
          null);

  private final @Nullable ProcessGroup group;
  private final TargetSystem target;
  private final CdfVersion format;
  private final boolean clobber;
  private final boolean readOnly;
  private final LayoutSettings layout;
  private final Map<String, String> hints;
  private final @Nullable Settings settings;
  private final boolean checked;
  private final List<DriverLayer> layers;

  /** What was given as null, for the call that is made with these options to tell. */
  private final @Nullable String missing;

  private NcOptions(
      @Nullable ProcessGroup group,
      TargetSystem target,
      CdfVersion format,
      boolean clobber,
      boolean readOnly,
      LayoutSettings layout,
      Map<String, String> hints,
      @Nullable Settings settings,
      boolean checked,
      List<DriverLayer> layers,
      @Nullable String missing) {
    this.group = group;
    this.target = target;
    this.format = format;
    this.clobber = clobber;
    this.readOnly = readOnly;
    this.layout = layout;
    this.hints = hints;
    this.settings = settings;
    this.checked = checked;
    this.layers = layers;
    this.missing = missing;
  }

  private NcOptions without(String what) {
    return new NcOptions(
        group, target, format, clobber, readOnly, layout, hints, settings, checked, layers, what);
  }

  /**
   * Returns the options of a program that runs alone: one process, a plain file, the format CDF-1
   * as in the C libraries, an existing file replaced, open for writing too.
   *
   * @return the options to begin with
   */
  public static NcOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Shares the file between processes.
   *
   * @param processes all that will make the same collective calls; stays the caller's, who closes
   *     it after the file
   * @return options with this group
   */
  public NcOptions group(ProcessGroup processes) {
    if (processes == null) {
      return without("the group");
    }
    return new NcOptions(
        processes, target, format, clobber, readOnly, layout, hints, settings, checked, layers,
        missing);
  }

  /**
   * Chooses what opens files: plain files unless told otherwise, or MPI-IO.
   *
   * @param system what opens them
   * @return options with this
   */
  public NcOptions target(TargetSystem system) {
    if (system == null) {
      return without("the target system");
    }
    return new NcOptions(
        group, system, format, clobber, readOnly, layout, hints, settings, checked, layers,
        missing);
  }

  /**
   * Chooses the format of new files.
   *
   * @param version CDF-1, CDF-2 or CDF-5
   * @return options with this format
   */
  public NcOptions format(CdfVersion version) {
    if (version == null) {
      return without("the format");
    }
    return new NcOptions(
        group, target, version, clobber, readOnly, layout, hints, settings, checked, layers,
        missing);
  }

  /**
   * Makes creating an error when the file exists: {@code NC_NOCLOBBER}.
   *
   * @return options that never replace a file
   */
  public NcOptions noClobber() {
    return new NcOptions(
        group, target, format, false, readOnly, layout, hints, settings, checked, layers, missing);
  }

  /**
   * Opens existing files for reading only: {@code NC_NOWRITE}. With the burst buffer on, the file
   * is read together with what logs on the tier have of it, as {@code burstlog.attach} and {@code
   * burstlog.recover} say.
   *
   * @return options that change nothing
   */
  public NcOptions readOnly() {
    return new NcOptions(
        group, target, format, clobber, true, layout, hints, settings, checked, layers, missing);
  }

  /**
   * Chooses boundaries and free space for what is placed in the file.
   *
   * @param placement boundaries and free space
   * @return options with these
   */
  public NcOptions layout(LayoutSettings placement) {
    if (placement == null) {
      return without("the layout settings");
    }
    return new NcOptions(
        group, target, format, clobber, readOnly, placement, hints, settings, checked, layers,
        missing);
  }

  /**
   * Gives PnetCDF's hints for boundaries, such as {@code nc_header_align_size}, and for its burst
   * buffer, such as {@code nc_burst_buf}. They beat {@link #layout} and the environment variable
   * {@code PNETCDF_HINTS}; settings of Burstlog's own beat those of the burst buffer.
   *
   * @param values names and values; names of other hints are ignored, as there
   * @return options with these hints
   */
  public NcOptions hints(Map<String, String> values) {
    if (values == null || hasNull(values)) {
      return without("a hint");
    }
    return new NcOptions(
        group,
        target,
        format,
        clobber,
        readOnly,
        layout,
        Map.copyOf(values),
        settings,
        checked,
        layers,
        missing);
  }

  /**
   * Sets settings in code instead of taking them from properties and environment.
   *
   * @param values the same in every process
   * @return options with these settings
   */
  public NcOptions settings(Settings values) {
    if (values == null) {
      return without("the settings");
    }
    return new NcOptions(
        group, target, format, clobber, readOnly, layout, hints, values, checked, layers, missing);
  }

  /**
   * Compares each definition between the processes at the call, which then communicates; otherwise
   * they are compared when define mode ends. The environment variable {@code PNETCDF_SAFE_MODE=1}
   * does the same.
   *
   * @return options for checked mode
   */
  public NcOptions checked() {
    return new NcOptions(
        group, target, format, clobber, readOnly, layout, hints, settings, true, layers, missing);
  }

  /**
   * Puts a driver over those that are there already.
   *
   * @param layer makes the driver when a file is created or opened
   * @return options with one more driver
   */
  public NcOptions driver(DriverLayer layer) {
    if (layer == null) {
      return without("the driver layer");
    }
    List<DriverLayer> more = new java.util.ArrayList<>(layers);
    more.add(layer);
    return new NcOptions(
        group,
        target,
        format,
        clobber,
        readOnly,
        layout,
        hints,
        settings,
        checked,
        List.copyOf(more),
        missing);
  }

  private static boolean hasNull(Map<String, String> values) {
    return values.entrySet().stream().anyMatch(e -> e.getKey() == null || e.getValue() == null);
  }

  /**
   * Makes sure that nothing was given as null: not by the options themselves, but by the call that
   * is made with them, so that all processes learn of it.
   */
  void requireComplete() throws NcException {
    if (missing != null) {
      throw Arguments.missing(missing);
    }
  }

  ProcessGroup group() {
    return group == null ? new SoloGroup() : group;
  }

  TargetSystem target() {
    return target;
  }

  CdfVersion format() {
    return format;
  }

  boolean clobber() {
    return clobber;
  }

  boolean isReadOnly() {
    return readOnly;
  }

  LayoutSettings placement() throws NcException {
    return layout
        .withHints(Hints.parse(System.getenv().getOrDefault("PNETCDF_HINTS", "")))
        .withHints(hints);
  }

  Settings settings() throws SettingsException {
    if (settings != null) {
      return settings;
    }
    return hints.isEmpty()
        ? Settings.load()
        : Settings.builder()
            .environment(System.getenv())
            .hints(hints)
            .properties(System.getProperties())
            .build();
  }

  boolean isChecked() {
    return checked || "1".equals(System.getenv("PNETCDF_SAFE_MODE"));
  }

  List<DriverLayer> layers() {
    return layers;
  }
}
