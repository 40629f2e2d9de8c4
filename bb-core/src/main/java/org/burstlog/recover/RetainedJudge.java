package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.storage.Storage;

/**
 * Reads all that is retained in a session's logs, as its catalogues tell of it. Logs that no
 * catalogue tells of are not missing: what they had need not be retained.
 */
final class RetainedJudge {
  private final Storage storage;
  private final String what;
  private final Progress progress;
  private long bytes;

  private RetainedJudge(Storage storage, String what, Progress progress) {
    this.storage = storage;
    this.what = what;
    this.progress = progress;
  }

  /** Judges a session. Collective. */
  static Judgement judge(
      ProcessGroup group, Storage storage, TierSession session, Progress progress)
      throws IOException {
    RetainedJudge judge = new RetainedJudge(storage, "reading " + session.name(), progress);
    List<LaneJudgement> mine = new ArrayList<>();
    Together.run(
        group,
        "reading what is retained in " + session,
        () -> {
          for (FoundDirectory directory : session.ownedBy(group.rank())) {
            judge.read(directory.path(), mine);
          }
        });
    return new Judgement(
        Wire.shareAll(group, mine, LaneJudgement::write, LaneJudgement::read),
        List.of(),
        List.of(),
        session);
  }

  private void read(Path directory, List<LaneJudgement> into) throws IOException {
    for (Path entry : storage.list(directory)) {
      if (Catalogue.isOne(entry)) {
        List<LaneJudgement> lanes = lanes(directory, entry);
        if (lanes.stream().anyMatch(lane -> lane.state() == LogVerdict.State.DAMAGED)
            && isGivenUp(directory, entry)) {
          throw new NoSuchFileException(
              directory.toString(), null, "another process is giving it up");
        }
        into.addAll(lanes);
      }
    }
  }

  /** A process that gives up a session holds it, and deletes its logs before its catalogues. */
  private boolean isGivenUp(Path directory, Path catalogue) throws IOException {
    return !storage.list(directory).contains(catalogue) || Takeover.live(storage, directory);
  }

  /** Each lane has several epochs, which are told of as one. */
  private List<LaneJudgement> lanes(Path directory, Path entry) throws IOException {
    Catalogue catalogue = Catalogue.read(storage, entry);
    if (catalogue == null) {
      return List.of(
          LaneJudgement.unreadable(
              String.valueOf(entry.getFileName()),
              "the catalogue does not match its checksum, so nothing of it is used"));
    }
    List<LaneJudgement> all = new ArrayList<>();
    Map<String, List<DrainedLog>> lanes = new LinkedHashMap<>();
    for (DrainedLog epoch : catalogue.lanes()) {
      lanes.computeIfAbsent(epoch.log() + ' ' + epoch.lane(), lane -> new ArrayList<>()).add(epoch);
    }
    for (List<DrainedLog> epochs : lanes.values()) {
      all.add(lane(directory, epochs));
    }
    return all;
  }

  private LaneJudgement lane(Path directory, List<DrainedLog> epochs) throws IOException {
    DrainedLog first = epochs.get(0);
    try (LogReader log = LogReader.open(storage, FoundLog.meta(directory, first.log()))) {
      long records = 0;
      long data = 0;
      List<String> damage = new ArrayList<>();
      for (DrainedLog epoch : epochs) {
        LaneReader lane = log.drained(epoch.lane(), epoch.generation(), epoch.entries());
        long before = bytes;
        long found = lane == null ? 0 : count(lane);
        data += bytes - before;
        records += found;
        if (found != epoch.records()) {
          damage.add(
              found
                  + " whole records of generation "
                  + epoch.generation()
                  + " are there, of "
                  + epoch.records()
                  + " that were retained");
        }
      }
      return new LaneJudgement(
          first.log(),
          first.rank(),
          first.lane(),
          0,
          first.generation(),
          /* sealed= */ false,
          records,
          data,
          first.begins(),
          epochs.stream().mapToLong(DrainedLog::first).min().orElse(0),
          epochs.stream().mapToLong(DrainedLog::end).max().orElse(0),
          List.of(),
          damage,
          damage.size());
    } catch (NoSuchFileException e) {
      return LaneJudgement.unreadable(first.log(), "the log is missing");
    } catch (DamagedLogException e) {
      return LaneJudgement.unreadable(first.log(), BurstlogException.messageOf(e));
    }
  }

  /** Reads what is whole, and returns how many records that are. */
  private long count(LaneReader lane) throws IOException {
    long found = 0;
    for (LogRecord r = lane.nextWritten(); r != null; r = lane.nextWritten()) {
      found++;
      bytes += r.dataLength();
      progress.at(what, bytes, 0);
    }
    return found;
  }
}
