package org.burstlog.cli;

import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;

/** The page of the documentation that lists every setting. */
final class SettingsPage {
  private static final String HEAD =
      """
      # Settings

      This page is written by `bb settings --markdown`; a test keeps it true.

      Each setting has a key, a system property and an environment variable. What is set in code beats the
      property, the property beats the environment, and the environment beats PnetCDF's hints. `bb settings` shows
      what is in force; so does `NcFile.settings()` of an open file.

      Settings that a program gives to `NcOptions.settings` replace properties, environment and hints of the burst
      buffer as a whole: what they leave out has its default. `Settings.load().toBuilder()` begins with what properties
      and environment set, the end of a Slurm job included, so that a program can change one setting and keep the
      others. Most settings must be [the same in all processes](semantics.md#which-settings-must-be-the-same).

      - A size is written `64MiB`: a number and `B`, `KiB`, `MiB`, `GiB` or `TiB`. `K`, `M`, `G` and `T` mean the
        same as `KiB`, `MiB`, `GiB` and `TiB`. `MB` and its kind are refused, because they may mean 1000 or 1024.
      - A time is written `5s`: a number and `ms`, `s`, `min` or `h`.
      - A share is written `80%`; the sign may be left out.
      - A switch is `on` or `off`; `true`, `yes`, `1` and `enable`, and their opposites, are understood.
      - Letter case in values does not matter.
      - A name that does not exist is an error that names the nearest one. So is every environment variable whose
        name begins with `BURSTLOG`, such as `BURSTLOGTIER`.
      - A value that a setting does not take is an error that names the values it takes.

      """;

  private static final String TIER =
      """
      ## Where logs go

      Without `burstlog.tier`, the first of these environment variables that is set names the directory:
      `DW_JOB_PRIVATE`, `DW_JOB_STRIPED`, `DW_PERSISTENT_STRIPED_*`, `BBPATH`, `TMPDIR`. The first process logs
      which directory was chosen.

      ## PnetCDF's hints

      `PNETCDF_HINTS`, and hints given in code, are understood as far as they concern its burst buffer; other hints
      are left to those they are for.

      | hint | means |
      |---|---|
      | `nc_burst_buf` | `enable` or `disable`: `burstlog` |
      | `nc_burst_buf_dirname` | a directory: `burstlog.tier` |
      | `nc_burst_buf_overwrite` | nothing, as sessions never meet; its value must be `enable` or `disable` |
      | `nc_burst_buf_shared_logs` | `enable`: `burstlog.log.layout=node`; `disable`: `process` |
      | `nc_burst_buf_del_on_close` | `disable`: `burstlog.log.keep=on`; `enable`: `off` |
      | `nc_burst_buf_flush_buffer_size` | bytes: `burstlog.drain.buffer`; 0 leaves it as it is |
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
