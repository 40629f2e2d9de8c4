package org.burstlog.recover;

import java.nio.file.attribute.UserPrincipal;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.Storage;

/** The door to the tier as another user goes through it. */
final class Somebody extends ForwardingStorage {
  Somebody(Storage real) {
    super(real);
  }

  @Override
  public UserPrincipal user() {
    return () -> "somebody";
  }

  @Override
  public String userNumber() {
    return "99999";
  }
}
