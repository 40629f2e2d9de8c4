package org.burstlog.netcdf.driver;

import org.burstlog.settings.Settings;
import org.burstlog.target.TargetFile;

/**
 * What the drivers of an open file share.
 *
 * @param group the processes that have the file open; closed by the file, after all drivers
 * @param target the file; closed by the driver at the bottom
 * @param settings what is set, the same in every process
 */
public record DriverContext(MeetingGroup group, TargetFile target, Settings settings) {}
