package org.burstlog.recover;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.burstlog.guard.parity.ParityNote;
import org.jspecify.annotations.Nullable;

/**
 * A lane of a log that is not there, or not whole, and of which other nodes have kept parts.
 *
 * @param log name of the files of the log
 * @param lane which lane of it
 * @param latest what is known of its latest generation
 * @param notes all that is known of it, by whoever has noted it
 */
record LostLane(String log, int lane, ParityNote latest, List<Noted> notes) {
  /**
   * A note, and where it is.
   *
   * @param directory what its keeper has kept
   * @param note the note
   */
  record Noted(FoundDirectory directory, ParityNote note) {}

  LostLane {
    notes = List.copyOf(notes);
  }

  /** Returns what is known of a lane; null where nothing is. */
  static @Nullable LostLane of(String log, int lane, List<Noted> all) {
    List<Noted> notes = new ArrayList<>();
    for (Noted noted : all) {
      if (noted.note.log().equals(log) && noted.note.header().lane() == lane) {
        notes.add(noted);
      }
    }
    // Of a generation that some take for released and others know already as begun, these count.
    return notes.stream()
        .map(Noted::note)
        .max(
            Comparator.<ParityNote>comparingInt(note -> note.header().generation())
                .thenComparing(note -> note.state() == ParityNote.State.ALONE)
                .thenComparing(note -> note.state() == ParityNote.State.KEPT)
                .thenComparingLong(ParityNote::metaEnd)
                .thenComparing(note -> !note.tally().isEmpty()))
        .map(latest -> new LostLane(log, lane, latest, notes))
        .orElse(null);
  }

  /** Tells whether it can be rebuilt at all. */
  boolean isKept() {
    return latest.state() != ParityNote.State.ALONE;
  }

  /** Returns the process that rebuilds it: one that has a note of its log. */
  int rebuilder() {
    return notes.get(0).directory.finder();
  }

  /**
   * Tells how far a keeper has taken its part.
   *
   * @param keeper what is there of it
   * @param metadata whether of the metadata log
   * @param start where the body begins in the log
   * @return bytes of the body; negative where the keeper does not say so
   */
  long told(FoundDirectory keeper, boolean metadata, long start) {
    for (Noted noted : notes) {
      if (noted.directory.equals(keeper)) {
        ParityNote note = noted.note;
        boolean same =
            note.state() == ParityNote.State.KEPT
                && note.header().generation() == latest.header().generation();
        return !same ? 0 : metadata ? note.metaEnd() - start : note.covered();
      }
    }
    return -1;
  }
}
