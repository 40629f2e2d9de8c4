package org.burstlog.target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a file is like at a moment, so that it can be told later whether anybody has changed it.
 *
 * @param identity which file it is, and its size
 * @param modified when its content was changed last, as it says itself, which anybody can set
 * @param changed when anything of it was changed last, as the system says; the epoch where it does
 *     not
 */
public record TargetStamp(TargetIdentity identity, Instant modified, Instant changed) {
  private static final int MILLION = 1_000_000;

  /**
   * Looks at a file.
   *
   * @param target the path
   * @return the stamp; empty for a file that the kernel does not know
   */
  public static Optional<TargetStamp> of(Path target) {
    try {
      Instant modified = Files.getLastModifiedTime(target).toInstant();
      Instant changed = changed(target);
      return TargetIdentity.of(target)
          .map(identity -> new TargetStamp(identity, modified, changed));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Instant changed(Path target) throws IOException {
    try {
      return Files.getAttribute(target, "unix:ctime") instanceof FileTime time
          ? time.toInstant()
          : Instant.EPOCH;
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      return Instant.EPOCH;
    }
  }

  /**
   * Looks at a file behind its last write. The time of that gets a fraction of a millisecond that
   * nothing else would give it: file systems tell time in steps, and a write within the same step
   * would leave no trace.
   *
   * @param target the path
   * @return the stamp; empty for a file that the kernel does not know
   */
  public static Optional<TargetStamp> mark(Path target) {
    try {
      Instant modified = Files.getLastModifiedTime(target).toInstant();
      int fraction = ThreadLocalRandom.current().nextInt(1, MILLION);
      long nanos = modified.getNano() / MILLION * (long) MILLION + fraction;
      Instant marked = Instant.ofEpochSecond(modified.getEpochSecond(), nanos);
      Files.setLastModifiedTime(target, FileTime.from(marked));
    } catch (IOException e) {
      // Not its owner, perhaps: the time is as it is.
    }
    return of(target);
  }

  /**
   * Tells whether a file is as it was.
   *
   * @param now what it is like now
   * @return false when it is another one, or was changed
   */
  public boolean isStill(TargetStamp now) {
    return identity.size() == now.identity.size()
        && modified.equals(now.modified)
        && changed.equals(now.changed)
        && identity.doubt(now.identity).isEmpty();
  }
}
