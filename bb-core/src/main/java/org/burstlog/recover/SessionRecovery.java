package org.burstlog.recover;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.drain.DrainOptions;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.guard.parity.KeptStripes;
import org.burstlog.guard.parity.NoteFile;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.file.SpillNotes;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.NoSpaceException;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetFile;

/**
 * A session that was taken over: nobody else works on it until this is closed or its process dies.
 *
 * <p>Every method is collective, and gives every process the same verdict.
 */
final class SessionRecovery implements Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  private final ProcessGroup group;
  private final Storage storage;
  private TierSession session;
  private final List<FoundDirectory> mine;
  private final List<Closeable> locks = new ArrayList<>();

  private SessionRecovery(ProcessGroup group, Storage storage, TierSession session) {
    this.group = group;
    this.storage = storage;
    this.session = session;
    this.mine =
        new ArrayList<>(
            session.all().stream()
                .filter(d -> d.finder() == group.rank() && session.owns(d))
                .toList());
  }

  /**
   * Takes a session over.
   *
   * @throws org.burstlog.BurstlogException in every process, when it is live or in other hands
   */
  static SessionRecovery begin(ProcessGroup group, Storage storage, TierSession session)
      throws IOException {
    SessionRecovery recovery = new SessionRecovery(group, storage, session);
    try {
      Together.run(group, "taking over " + session, recovery::lock);
      session.take();
      return recovery;
    } catch (IOException | RuntimeException e) {
      try {
        recovery.close();
      } catch (IOException second) {
        e.addSuppressed(second);
      }
      throw e;
    }
  }

  private void lock() throws IOException {
    for (FoundDirectory directory : mine) {
      locks.add(Takeover.lock(storage, directory.path()));
      // Another recovery may have come and gone since this session was found.
      FoundDirectory now =
          FoundDirectory.lookAtHeld(storage, group.rank(), directory.path(), session.number());
      if (now == null) {
        throw Takeover.gone(directory.path(), "");
      }
      if (!now.logs().equals(directory.logs())
          || !now.problem().isEmpty()
          || now.recovered() != directory.recovered()
          || now.superseded() != directory.superseded()) {
        throw Takeover.gone(directory.path(), news(directory, now));
      }
    }
  }

  /** What speaks against a directory now and did not before. */
  private static String news(FoundDirectory before, FoundDirectory now) {
    return now.logs().stream()
        .filter(log -> !log.problem().isEmpty() && !before.logs().contains(log))
        .map(log -> log.name() + ": " + log.problem())
        .findFirst()
        .orElse(now.problem());
  }

  /** Reads everything, when what is lost was rebuilt that other nodes have kept parity of. */
  Judgement judge(Progress progress) throws IOException {
    Judgement judgement = Judge.judge(group, storage, session, progress);
    if (judgement.missing().isEmpty() && judgement.state() == LogVerdict.State.CLEAN) {
      return judgement;
    }
    List<FoundDirectory> rebuilt = new LostLanes(group, storage, session, judgement).rebuild();
    if (rebuilt.isEmpty()) {
      return judgement;
    }
    session = session.with(rebuilt);
    Together.run(group, "taking over " + session, () -> adopt(rebuilt));
    return Judge.judge(group, storage, session, progress);
  }

  /** Looks after what was rebuilt here as after what was found. */
  private void adopt(List<FoundDirectory> rebuilt) throws IOException {
    for (FoundDirectory directory : rebuilt) {
      boolean known = mine.stream().anyMatch(one -> one.path().equals(directory.path()));
      if (directory.finder() == group.rank() && !known) {
        locks.add(Takeover.lock(storage, directory.path()));
        mine.add(directory);
      }
    }
  }

  /** Writes everything whole into a target, syncs it and reads it back. */
  void replay(TargetFile target, DrainOptions options, Judgement judgement, Progress progress)
      throws IOException {
    new Replay(group, storage, target, options, Batch.Limits.DEFAULT, progress)
        .replay(LaneShare.mine(group, judgement.source()), judgement.bytes());
  }

  /** Makes a mark in each of its directories. */
  void mark(Marker marker) throws IOException {
    Together.run(
        group,
        "marking " + session,
        () -> {
          for (FoundDirectory directory : mine) {
            marker.make(storage, directory.path());
          }
        });
  }

  /**
   * Keeps its logs for those who read the target, which has all that is in them.
   *
   * @return false when it could not be written down what they have; the session is still to be
   *     removed
   */
  boolean retain(Path target, Judgement judgement) throws IOException {
    mark(Marker.RECOVERED);
    List<DrainedLog> all =
        judgement.lanes().stream()
            .filter(lane -> lane.records() > 0)
            .map(LaneJudgement::asDrained)
            .toList();
    try {
      Retention.write(group, storage, session, target, all);
      return true;
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, session + " is not retained", e);
      return false;
    }
  }

  /** Deletes it, after its data was proven in the target or given up. */
  void remove() throws IOException {
    Together.run(
        group,
        "removing " + session,
        () -> {
          for (FoundDirectory directory : mine) {
            try {
              Marker.RECOVERED.make(storage, directory.path());
            } catch (NoSpaceException e) {
              // A full tier. Without the mark, logs of which a killed recovery has deleted one file
              // look damaged; what was in them is in the target.
            }
          }
        });
    Together.run(group, "removing " + session, this::delete);
  }

  private void delete() throws IOException {
    for (FoundDirectory directory : mine) {
      // The metadata first: data without it is rubbish, it without data looks like damage.
      delete(directory.path(), FoundLog.META);
      delete(directory.path(), FoundLog.DATA);
      SpillNotes.drop(storage, directory.path());
      // A power loss that brings back the logs must not leave them without the mark: they would be
      // replayed over what was written to the target since.
      storage.syncDirectory(directory.path());
      for (Path entry : storage.list(directory.path())) {
        if (Catalogue.isOne(entry) || isOfParity(entry)) {
          storage.delete(entry);
        }
      }
      storage.delete(Marker.UNFINISHED.in(directory.path()));
      storage.delete(Marker.SUPERSEDED.in(directory.path()));
      storage.delete(Marker.DOUBTFUL.in(directory.path()));
      storage.delete(Marker.RECOVERED.in(directory.path()));
    }
    unlock();
    for (FoundDirectory directory : mine) {
      SessionDirectory.of(storage, directory.path()).delete();
    }
  }

  private static boolean isOfParity(Path entry) {
    return KeptStripes.isOne(entry)
        || String.valueOf(entry.getFileName()).endsWith(NoteFile.SUFFIX);
  }

  private void delete(Path directory, String suffix) throws IOException {
    for (Path entry : storage.list(directory)) {
      if (String.valueOf(entry.getFileName()).endsWith(suffix)) {
        storage.delete(entry);
      }
    }
  }

  private void unlock() throws IOException {
    for (Closeable lock : locks) {
      lock.close();
    }
    locks.clear();
  }

  @Override
  public void close() throws IOException {
    unlock();
  }
}
