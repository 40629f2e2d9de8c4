package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.file.Files;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.driver.BufferedDriver;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.DriverContext;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/** Whether a file gets a burst buffer, and what it is opened with then. */
final class Buffering {
  private Buffering() {}

  /**
   * Opens the burst buffer of a file that is written, if it is to have one. What a crash left for
   * the file is in it afterwards; of a file that is only read, it is told. One that is made anew is
   * empty afterwards, and as it was when this fails. Collective, with the same settings in every
   * process.
   *
   * @return the burst buffer, null when there is to be none
   */
  static @Nullable BurstBuffer begin(DriverContext context) throws IOException {
    TargetFile target = context.target();
    Settings settings = context.settings();
    try {
      if (target.mode() == TargetFile.Mode.READ) {
        BurstBuffer.beforeReading(target.path(), context.group(), settings);
        return null;
      }
      if (!settings.get(Settings.SWITCH)) {
        target.empty();
        return null;
      }
      return BurstBuffer.openBehindHeader(target, context.group(), settings);
    } catch (IOException | RuntimeException e) {
      giveUp(target, context.group(), e);
      throw e;
    }
  }

  /** Closes the target; one that did not exist before is gone then. */
  private static void giveUp(TargetFile target, ProcessGroup group, Exception because) {
    try {
      target.close();
      if (target.mode() == TargetFile.Mode.CREATE_NEW && group.rank() == 0) {
        Files.deleteIfExists(target.path());
      }
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  static Driver over(
      Driver bottom, DriverContext context, @Nullable BurstBuffer buffer, @Nullable Layout layout)
      throws IOException {
    if (buffer == null) {
      return bottom;
    }
    try {
      return new BufferedDriver(bottom, context, buffer, layout);
    } catch (IOException | RuntimeException e) {
      buffer.leave();
      bottom.abandon();
      throw e;
    }
  }
}
