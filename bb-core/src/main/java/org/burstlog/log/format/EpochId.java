package org.burstlog.log.format;

import java.util.Locale;

/**
 * What tells an epoch from all others: its session and its place in it.
 *
 * <p>All processes of a session seal together, so the epochs of one number hold what the processes
 * have put between the same two seals. What is in an epoch of a larger number was put later,
 * whichever process put it.
 *
 * @param session random number of the session
 * @param number its place, from 1
 */
public record EpochId(long session, int number) {
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "epoch %d of session %016x", number, session);
  }
}
