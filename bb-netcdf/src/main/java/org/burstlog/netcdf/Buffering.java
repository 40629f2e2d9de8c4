package org.burstlog.netcdf;

import java.io.IOException;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.netcdf.driver.AttachedDriver;
import org.burstlog.netcdf.driver.BufferedDriver;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.DriverContext;
import org.burstlog.netcdf.driver.RetainedDriver;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.recover.Attachment;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/** What a file that has a burst buffer, or may have had one, is opened with. */
final class Buffering {
  private Buffering() {}

  /**
   * Takes in what a crash, or a program that still runs, has in logs and not in a file that is only
   * read. Collective, with the same settings in every process.
   *
   * @return null where the file is read as it is
   */
  static @Nullable Attachment attach(DriverContext context) throws IOException {
    TargetFile target = context.target();
    if (target.mode() != TargetFile.Mode.READ) {
      return null;
    }
    try {
      return BurstBuffer.attach(target.path(), context.group(), context.settings());
    } catch (IOException | RuntimeException e) {
      try {
        target.close();
      } catch (IOException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  static Driver over(
      Driver bottom,
      DriverContext context,
      @Nullable BurstBuffer buffer,
      @Nullable Attachment attachment,
      @Nullable Layout layout)
      throws IOException {
    if (attachment != null && layout != null) {
      return new AttachedDriver(
          bottom,
          context,
          attachment,
          layout,
          () -> StoredHeader.read(context.group(), context.target()).layout());
    }
    if (buffer == null) {
      return bottom;
    }
    Attachment retained = buffer.retained();
    Driver next =
        retained == null || layout == null
            ? bottom
            : new RetainedDriver(bottom, context, retained, layout);
    try {
      return new BufferedDriver(next, context, buffer, layout);
    } catch (IOException | RuntimeException e) {
      buffer.leave();
      next.abandon();
      throw e;
    }
  }
}
