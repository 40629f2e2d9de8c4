package org.burstlog.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A text to be put into a script of a job, or into a hook of its scheduler. */
public enum Hook {
  /** For the script of a job, whatever its scheduler. */
  SCRIPT("script.sh"),
  /** For the epilog that Slurm runs on each node. */
  SLURM_EPILOG("slurm-epilog.sh"),
  /** For the burst buffer plug-in of Slurm that is written in Lua. */
  SLURM_LUA("burst_buffer.lua"),
  /** For a job that has an instance of DataWarp. */
  DATAWARP("datawarp.sh"),
  /** For a job of Flux, with Rabbits or without. */
  FLUX("flux.sh");

  private final String resource;

  Hook(String resource) {
    this.resource = resource;
  }

  /**
   * Returns the text.
   *
   * @param bb how the command is called there
   * @param tier the tier
   * @param budget how long moving may take
   * @return the text, to be looked over by who uses it
   * @throws IOException when it cannot be read
   */
  public String text(String bb, Path tier, Duration budget) throws IOException {
    try (InputStream in = Hook.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException(resource + " is not in the jar; build it again");
      }
      String seconds = Long.toString(Math.max(1, budget.toSeconds()));
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@BB@", quoted(bb))
          .replace("@TIER@", quoted(tier.toString()))
          .replace("@SECONDS@", seconds);
    }
  }

  /** A word of a shell, which Lua reads as such in a long string, too. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9_./@%+=:-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
