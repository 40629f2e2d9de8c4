package org.burstlog.recover;

import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.Storage;

/** The door to the tier as another user goes through it. */
final class Somebody extends ForwardingStorage {
  Somebody(Storage real) {
    super(real);
  }

  @Override
  public String user() {
    return "somebody";
  }
}
