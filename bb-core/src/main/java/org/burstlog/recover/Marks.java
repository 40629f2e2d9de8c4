package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.read.LogReader;
import org.burstlog.storage.Storage;

/** Reads what a session that nobody writes any more has left for readers. */
final class Marks {
  private Marks() {}

  /**
   * Returns the largest number in any log that a process reaches.
   *
   * @param leader the process of this node that looked for sessions
   */
  static long of(Storage storage, TierSession session, int leader) throws IOException {
    long mark = 0;
    for (FoundDirectory directory : session.pending()) {
      if (directory.finder() == leader) {
        for (FoundLog log : directory.logs()) {
          mark = Math.max(mark, of(storage, session, FoundLog.meta(directory.path(), log.name())));
        }
      }
    }
    return mark;
  }

  private static long of(Storage storage, TierSession session, Path meta) throws IOException {
    long mark = 0;
    try (LogReader log = LogReader.open(storage, meta)) {
      if (log.header().session() == session.number()) {
        for (int lane = 0; lane < log.lanes(); lane++) {
          mark = log.lane(lane).header().rank() < 0 ? mark : Math.max(mark, log.mark(lane));
        }
      }
    } catch (DamagedLogException | NoSuchFileException e) {
      // It tells nothing of which somebody could rely on it.
    }
    return mark;
  }
}
