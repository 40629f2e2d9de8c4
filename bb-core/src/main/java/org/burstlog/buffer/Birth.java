package org.burstlog.buffer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetIdentity;
import org.burstlog.target.TargetPath;

/**
 * What the logs of all processes of a session say alike, as the first process found it.
 *
 * @param created when it began, in milliseconds since 1970
 * @param path the one name of the target
 * @param identity what tells the target from another file of the same path, empty when nothing does
 */
record Birth(long created, Path path, String identity) {
  /** Looks at the target, which is open in this process or exists otherwise. */
  static Birth of(Path canonical, TargetFile.Mode mode) {
    // Of a file that is made anew, no byte has to be there later.
    boolean keeps = mode == TargetFile.Mode.UPDATE;
    String identity =
        TargetIdentity.of(canonical)
            .map(found -> keeps ? found : found.withSize(0))
            .map(TargetIdentity::toString)
            .orElse("");
    return new Birth(System.currentTimeMillis(), canonical, identity);
  }

  /** What {@link #read} reads, in whatever process. */
  byte[] write() {
    byte[] text = TargetPath.text(path).getBytes(StandardCharsets.UTF_8);
    byte[] end = identity.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + text.length + end.length)
        .putLong(created)
        .putInt(text.length)
        .put(text)
        .put(end)
        .array();
  }

  static Birth read(byte[] written) {
    ByteBuffer bytes = ByteBuffer.wrap(written);
    long created = bytes.getLong();
    int length = bytes.getInt();
    ByteBuffer text = bytes.slice().limit(length);
    bytes.position(bytes.position() + length);
    return new Birth(
        created,
        TargetPath.of(StandardCharsets.UTF_8.decode(text).toString()),
        StandardCharsets.UTF_8.decode(bytes).toString());
  }
}
