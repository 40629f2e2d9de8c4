package org.burstlog.log.read;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What a reader finds wrong in a lane, and what it means once more of the lane is known. */
final class Flaws {
  private final List<LogVerdict.Flaw> damage = new ArrayList<>();
  private final List<LogVerdict.Flaw> torn = new ArrayList<>();

  /** Flaws that are damage if they were durable already, and else what a power loss took. */
  private final List<Suspect> suspects = new ArrayList<>();

  private long damages;

  /** A flaw and the sequence number from which on something is missing. */
  private record Suspect(long sequence, LogVerdict.Flaw flaw) {}

  /** Takes note of something that is missing, which a power loss may have taken. */
  void suspect(long at, long length, long sequence, String what) {
    if (suspects.size() < LogVerdict.MAX_DAMAGE) {
      suspects.add(new Suspect(sequence, new LogVerdict.Flaw(at, length, what)));
    }
  }

  /** Takes note of something that no power loss does. */
  void damaged(long at, long length, String what) {
    damages++;
    if (damage.size() < LogVerdict.MAX_DAMAGE) {
      damage.add(new LogVerdict.Flaw(at, length, what));
    }
  }

  /** Takes note that entries before a sequence number were whole and durable once. */
  void durableBefore(long sequence) {
    Iterator<Suspect> all = suspects.iterator();
    while (all.hasNext()) {
      Suspect suspect = all.next();
      if (suspect.sequence < sequence) {
        damaged(suspect.flaw.position(), suspect.flaw.bytes(), suspect.flaw.what());
        all.remove();
      }
    }
  }

  /** Nothing more is known: what is still suspect is torn. */
  void end() {
    suspects.forEach(s -> torn.add(s.flaw));
    suspects.clear();
  }

  LogVerdict verdict(long records, long bytes, long wholeEnd) {
    return new LogVerdict(records, bytes, wholeEnd, torn, damage, damages);
  }
}
