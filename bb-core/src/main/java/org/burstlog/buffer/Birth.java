package org.burstlog.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.burstlog.group.ProcessGroup;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetIdentity;

/**
 * What the logs of all processes of a session say alike, as the first process found it.
 *
 * @param id the session's random number
 * @param created when it began, in milliseconds since 1970
 * @param identity what tells the target from another file of the same path, empty when nothing does
 */
record Birth(long id, long created, String identity) {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Begins a session. Collective. */
  static Birth of(ProcessGroup group, TargetFile target) throws IOException {
    byte[] mine = new byte[0];
    if (group.rank() == 0) {
      byte[] identity = identity(target).getBytes(StandardCharsets.UTF_8);
      mine =
          ByteBuffer.allocate(2 * Long.BYTES + identity.length)
              .putLong(RANDOM.nextLong())
              .putLong(System.currentTimeMillis())
              .put(identity)
              .array();
    }
    ByteBuffer first = ByteBuffer.wrap(group.broadcast(mine, 0));
    long id = first.getLong();
    long created = first.getLong();
    return new Birth(id, created, StandardCharsets.UTF_8.decode(first).toString());
  }

  private static String identity(TargetFile target) {
    Path path = target.path();
    // Of a file that is made anew, no byte has to be there later.
    boolean keeps = target.mode() == TargetFile.Mode.UPDATE;
    return TargetIdentity.of(path)
        .map(found -> keeps ? found : found.withSize(0))
        .map(TargetIdentity::toString)
        .orElse("");
  }
}
