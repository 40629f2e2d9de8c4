package org.burstlog.cli;

import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;

/** The page of the documentation that lists every setting. */
final class SettingsPage {
  private static final String HEAD =
      """
      # Settings

      `bb settings --markdown` writes this page, and a test compares it with the code.

      Each setting has a key, a system property and an environment variable. A setting in code beats the
      property, the property beats the environment, and the environment beats PnetCDF's hints. `bb settings` shows
      the settings in force; so does `NcFile.settings()` of an open file.

      Settings that a program passes to `NcOptions.settings` replace all properties, environment variables and hints
      of the burst buffer. A setting that is missing there has its default. `Settings.load().toBuilder()` starts with
      the values of properties and environment, the end of a Slurm job included. So a program can change one setting
      and keep the others. Most settings must be [the same in all processes](semantics.md#which-settings-must-be-the-same).

      - A size is written `64MiB`: a number and `B`, `KiB`, `MiB`, `GiB` or `TiB`. `K`, `M`, `G` and `T` mean the
        same as `KiB`, `MiB`, `GiB` and `TiB`. `MB` and its kind are refused, because they may mean 1000 or 1024.
      - A time is written `5s`: a number and `ms`, `s`, `min` or `h`.
      - A share is written `80%`; the sign may be omitted.
      - A switch is `on` or `off`. `true`, `yes`, `1` and `enable`, and their opposites, work too.
      - Letter case in values does not matter.
      - An unknown setting is an error, which names the nearest known setting. This includes every unknown environment
        variable whose name begins with `BURSTLOG`, such as `BURSTLOGTIER`.
      - A value that a setting does not take is an error, which names the values that the setting takes.

      """;

  private static final String TIER =
      """
      ## Where logs go

      Without `burstlog.tier`, the first of these environment variables that is set names the directory:
      `DW_JOB_PRIVATE`, `DW_JOB_STRIPED`, `DW_PERSISTENT_STRIPED_*`, `BBPATH`, `TMPDIR`. The first process logs
      which directory was chosen.

      ## PnetCDF's hints

      Burstlog uses the hints for PnetCDF's burst buffer, from `PNETCDF_HINTS` and from code. It leaves all other
      hints to the libraries that they are for.

      | hint | means |
      |---|---|
      | `nc_burst_buf` | `enable` or `disable`: `burstlog` |
      | `nc_burst_buf_dirname` | a directory: `burstlog.tier` |
      | `nc_burst_buf_overwrite` | no effect, because sessions never share files; its value must be `enable` or `disable` |
      | `nc_burst_buf_shared_logs` | `enable`: `burstlog.log.layout=node`; `disable`: `process` |
      | `nc_burst_buf_del_on_close` | `disable`: `burstlog.log.keep=on`; `enable`: `off` |
      | `nc_burst_buf_flush_buffer_size` | bytes: `burstlog.drain.buffer`; 0 changes nothing |
      """;

  private SettingsPage() {}

  static String markdown() {
    StringBuilder page = new StringBuilder(HEAD);
    for (Setting<?> setting : Settings.all()) {
      String shown =
          setting.defaultText().isEmpty() ? "not set" : "`" + setting.defaultText() + "`";
      page.append("## `").append(setting.property()).append("`\n\n");
      page.append(setting.meaning()).append("\n\n");
      page.append("- takes ").append(setting.values()).append('\n');
      page.append("- default: ").append(shown).append('\n');
      page.append("- environment: `").append(setting.variable()).append("`\n\n");
    }
    return page.append(TIER).toString();
  }
}
