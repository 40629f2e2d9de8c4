package org.burstlog.netcdf;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.driver.DirectDriver;
import org.burstlog.netcdf.driver.Driver;
import org.burstlog.netcdf.driver.DriverContext;
import org.burstlog.netcdf.driver.MeetingGroup;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.recover.Finisher;
import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * Makes the header of a netCDF file tell of all records that a replay has brought.
 *
 * <p>Processes put records that nobody else knows of before they meet, and a log that was drained
 * by its process alone has no trace of them left; but the length of the file tells, as it reaches
 * into the last record that was put. What was not put of that record reads as zero, as it would
 * have after a close.
 */
public final class ReplayedFile implements Finisher {
  /** Made by the service loader. */
  public ReplayedFile() {}

  @Override
  public boolean hasHeader(ProcessGroup group, TargetFile target) throws IOException {
    return header(group, target) != null;
  }

  /** Reads the header; null in every process when there is none. */
  private static HeaderCodec.@Nullable Decoded header(ProcessGroup group, TargetFile target)
      throws IOException {
    try {
      return StoredHeader.read(group, target);
    } catch (NcException e) {
      if (e.error() == NcError.NC_EREAD) {
        throw e;
      }
      return null;
    }
  }

  @Override
  public void finish(ProcessGroup group, TargetFile target) throws IOException {
    HeaderCodec.Decoded found = header(group, target);
    // Some other file, or one whose first definitions never got into it, is left alone.
    if (found == null || found.records() == HeaderCodec.STREAMING) {
      return;
    }
    Layout layout = found.layout();
    long size = group.max(group.rank() == 0 ? target.size() : 0);
    long records = Math.max(found.records(), layout.recordsBegunIn(size));
    if (size < layout.size(records)) {
      Together.run(
          group, "lengthening " + target.path(), () -> target.resize(layout.size(records)));
    }
    // Not closed: that would close the target, which is not ours.
    Driver driver =
        new DirectDriver(
            new DriverContext(new MeetingGroup(group), target, Settings.builder().build()),
            true,
            layout,
            found.records());
    driver.written(records, layout.size(records));
    driver.sync();
  }
}
