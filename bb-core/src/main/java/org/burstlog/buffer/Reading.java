package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.recover.AttachPolicy;
import org.burstlog.recover.Attachment;
import org.burstlog.recover.LeftBehind;
import org.burstlog.recover.RecoverPolicy;
import org.burstlog.settings.Settings;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/** What is read of a target besides itself when it is opened for reading. */
final class Reading {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private final Path target;
  private final ProcessGroup group;
  private final Settings settings;
  private final AttachPolicy policy;
  private final RecoverPolicy recover;

  private Reading(Path target, ProcessGroup group, Settings settings) {
    this.target = target;
    this.group = group;
    this.settings = settings;
    this.policy = settings.get(Settings.ATTACH);
    this.recover = settings.get(Settings.RECOVER);
  }

  static @Nullable Attachment attach(Path target, ProcessGroup group, Settings settings)
      throws IOException {
    return new Reading(target, group, settings).attach();
  }

  private @Nullable Attachment attach() throws IOException {
    boolean asked = policy == AttachPolicy.REQUIRE || policy == AttachPolicy.PARTIAL;
    if (!asked && !settings.get(Settings.SWITCH)) {
      return null;
    }
    if (policy == AttachPolicy.OFF) {
      LeftBehind left = find();
      if (left != null) {
        left.tellReaders(recover);
      }
      return null;
    }
    return Attachment.open(target, group, this::find, policy, recover);
  }

  /** Finds sessions; null where the tier cannot be looked at and need not be. */
  private @Nullable LeftBehind find() throws IOException {
    try {
      Storage storage = Depot.ofProcess().storage();
      Path tier = Tiers.agree(group, target, settings, storage);
      return LeftBehind.find(target, tier, group, storage);
    } catch (BurstlogException e) {
      if (policy == AttachPolicy.REQUIRE || recover == RecoverPolicy.REFUSE) {
        throw e;
      }
      if (group.rank() == 0) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            target
                + " is read as it is; whether logs have more of it is not known: "
                + BurstlogException.reason(e));
      }
      return null;
    }
  }
}
