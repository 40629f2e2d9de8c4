package org.burstlog.recover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.burstlog.BurstlogException;
import org.burstlog.group.Ending;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.guard.parity.ParityNote;
import org.burstlog.guard.parity.Shelf;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.Storage;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a session that are not there, or not whole, and of which other nodes have kept
 * parity: they are rebuilt as copies, on the tier of a process that has kept some of it, and are
 * read as copies then.
 *
 * <p>One process at a time rebuilds, and the others read for it what it does not see.
 */
final class LostLanes {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog.recover");

  private final ProcessGroup group;
  private final Storage storage;
  private final TierSession session;
  private final List<LostLane.Noted> notes = new ArrayList<>();

  /** Lanes that are read where they were written. */
  private final Set<Place> whole = new HashSet<>();

  private record Place(String log, int lane) {}

  LostLanes(ProcessGroup group, Storage storage, TierSession session, Judgement judgement) {
    this.group = group;
    this.storage = storage;
    this.session = session;
    for (LaneJudgement lane : judgement.lanes()) {
      if (lane.rank() >= 0 && lane.state() == LogVerdict.State.CLEAN) {
        whole.add(new Place(lane.log(), lane.lane()));
      }
    }
    for (FoundDirectory directory : session.all()) {
      if (session.owns(directory) && !directory.recovered()) {
        directory.notes().forEach(note -> notes.add(new LostLane.Noted(directory, note)));
      }
    }
  }

  /** Returns the lanes that are to be rebuilt, by log. */
  private Map<String, List<LostLane>> wanted() {
    Map<String, List<LostLane>> wanted = new LinkedHashMap<>();
    Set<Place> seen = new HashSet<>(whole);
    for (LostLane.Noted noted : notes) {
      ParityNote note = noted.note();
      if (seen.add(new Place(note.log(), note.header().lane()))) {
        LostLane lost = LostLane.of(note.log(), note.header().lane(), notes);
        if (lost != null && lost.isKept()) {
          wanted.computeIfAbsent(note.log(), none -> new ArrayList<>()).add(lost);
        }
      }
    }
    return wanted;
  }

  /**
   * Rebuilds them. Collective.
   *
   * @return the directories in which they are now, which hold what could be rebuilt
   */
  List<FoundDirectory> rebuild() throws IOException {
    List<FoundDirectory> mine = new ArrayList<>();
    for (List<LostLane> lanes : wanted().values()) {
      int rebuilder = lanes.get(0).rebuilder();
      try (FarFiles far = new FarFiles(group, storage, rebuilder)) {
        Throwable failed = null;
        if (rebuilder == group.rank()) {
          failed = Together.attempt(() -> mine.add(rebuild(lanes, far)));
          far.end();
        } else {
          far.answer();
        }
        Together.reach(group, "rebuilding what a lost node has put", failed);
      }
    }
    return Wire.shareAll(group, mine, FoundDirectory::write, FoundDirectory::read);
  }

  private FoundDirectory rebuild(List<LostLane> lanes, FarFiles far) throws IOException {
    LostLane first = lanes.get(0);
    SessionDirectory kept = SessionDirectory.of(storage, first.notes().get(0).directory().path());
    // No node of the session has the number of this keeper.
    SessionDirectory into = kept.forCopies(number(first.log()), session.groupSize() + group.rank());
    Marker.UNFINISHED.make(storage, into.path());
    delete(into, first.log());
    LaneRebuild.Sight sight = new Here(far);
    boolean all = true;
    for (LostLane lane : lanes) {
      boolean done = LaneRebuild.run(lane, notes, sight, into);
      all &= done;
      if (!done) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            session
                + ": what rank "
                + lane.latest().header().rank()
                + " put cannot be rebuilt from what is left of the parity of its set");
      }
    }
    if (!all) {
      delete(into, first.log());
    }
    storage.syncDirectory(into.path());
    storage.delete(Marker.UNFINISHED.in(into.path()));
    FoundDirectory found =
        FoundDirectory.lookAtHeld(storage, group.rank(), into.path(), session.number());
    if (found == null) {
      throw new BurstlogException(
          into.path() + " is gone, in which a log was being rebuilt; recover once more");
    }
    return found;
  }

  private static void delete(SessionDirectory directory, String log) throws IOException {
    Ending ending = new Ending();
    ending.run(() -> directory.storage().delete(directory.meta(log)));
    ending.run(() -> directory.storage().delete(directory.data(log)));
    ending.finish();
  }

  /** The rank that a log is named after. */
  private static int number(String log) {
    int dot = log.indexOf('.');
    return Integer.parseInt(log.substring(1, dot < 0 ? log.length() : dot));
  }

  /** What this process reads by itself, and what others read for it. */
  private final class Here implements LaneRebuild.Sight {
    private final FarFiles far;

    Here(FarFiles far) {
      this.far = far;
    }

    @Override
    public Shelf to(FoundDirectory directory) {
      return directory.finder() == group.rank() ? Shelf.of(storage) : far.of(directory.finder());
    }

    @Override
    public @Nullable FoundDirectory of(String log) {
      // One that is damaged may have chunks that are not, as their checksums tell.
      for (FoundDirectory directory : session.directories()) {
        if (directory.hasLog(log)) {
          return directory;
        }
      }
      return null;
    }
  }
}
