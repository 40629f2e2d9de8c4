package org.burstlog.buffer;

import java.io.IOException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.settings.Settings;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;

/** Opens burst buffers whose tier is reached through a double. */
public final class OnStorage {
  private OnStorage() {}

  /**
   * As {@link BurstBuffer#open(TargetFile, ProcessGroup, Settings)}.
   *
   * @param target the open target
   * @param group the processes that share it
   * @param settings what is set
   * @param storage the door to the tier
   * @return the burst buffer
   * @throws IOException when it cannot be opened
   */
  public static BurstBuffer open(
      TargetFile target, ProcessGroup group, Settings settings, Storage storage)
      throws IOException {
    return BurstBuffer.open(target, group, settings, storage);
  }
}
