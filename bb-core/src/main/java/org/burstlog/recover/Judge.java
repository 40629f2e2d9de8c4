package org.burstlog.recover;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.array.Array;
import org.burstlog.array.Footprint;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogRecord;
import org.burstlog.storage.Storage;

/** Reads every entry and every byte of data of a session's logs, each process its share. */
final class Judge {
  private final Storage storage;
  private final Progress progress;
  private final String what;
  private final boolean firstRecordOnly;
  private final Footprint footprint = new Footprint();
  private long bytes;

  private Judge(Storage storage, Progress progress, String what, boolean firstRecordOnly) {
    this.storage = storage;
    this.progress = progress;
    this.what = what;
    this.firstRecordOnly = firstRecordOnly;
  }

  /** Judges a session. Collective. */
  static Judgement judge(
      ProcessGroup group, Storage storage, TierSession session, Progress progress)
      throws IOException {
    Judge judge = new Judge(storage, progress, "reading " + session.name(), false);
    List<LaneJudgement> own = judge.lanes(group, session);
    if (session.copies().isEmpty()) {
      return Judgement.of(session, own, List.of());
    }
    return judge.withCopies(group, session, own).judgement();
  }

  /** Reads the copies of what is not there, or not whole. */
  private Sources withCopies(ProcessGroup group, TierSession session, List<LaneJudgement> own)
      throws IOException {
    Sources sources = new Sources(session, own);
    for (List<FoundDirectory> copies : sources.wanted()) {
      sources.add(copies, lanes(group, session.readFrom(copies)));
    }
    return sources;
  }

  /**
   * Tells whether any log of a session has a record, or may have lost one, without reading more
   * than one. Collective.
   */
  static boolean anyRecord(ProcessGroup group, Storage storage, TierSession session)
      throws IOException {
    Judge judge = new Judge(storage, Progress.NONE, "", true);
    List<LaneJudgement> own = judge.lanes(group, session);
    return own.stream().anyMatch(LaneJudgement::hints)
        || session.hasPartsOfLost()
        || (!session.copies().isEmpty() && judge.withCopies(group, session, own).anyHints());
  }

  private List<LaneJudgement> lanes(ProcessGroup group, TierSession session) throws IOException {
    List<LaneJudgement> mine = new ArrayList<>();
    List<LaneShare.Lane> lanes = LaneShare.mine(group, session);
    Together.run(
        group,
        "reading the logs of " + session,
        () -> {
          for (LaneShare.Lane lane : lanes) {
            mine.add(read(lane));
          }
        });
    List<LaneJudgement> all = Wire.shareAll(group, mine, LaneJudgement::write, LaneJudgement::read);
    for (FoundDirectory directory : session.directories()) {
      for (FoundLog log : directory.logs()) {
        if (log.lanes() == 0 && session.owns(directory)) {
          all.add(
              log.problem().isEmpty()
                  ? LaneJudgement.empty(log.name(), -1, 0, 0, false)
                  : LaneJudgement.unreadable(log.name(), log.problem()));
        }
      }
    }
    return all;
  }

  /** Programs with formats of their own may leave any part of a file unwritten. */
  private static long start(Array array) {
    return array.order() == ByteOrder.BIG_ENDIAN ? array.offset() : 0;
  }

  private LaneJudgement read(LaneShare.Lane lane) throws IOException {
    try (LogReader reader = LogReader.open(storage, FoundLog.meta(lane.directory(), lane.log()))) {
      LaneReader records = reader.lane(lane.lane());
      int rank = records.header().rank();
      int epoch = records.header().epoch();
      if (!lane.pending() && (firstRecordOnly || !lane.doubtful())) {
        return LaneJudgement.empty(lane.log(), rank, lane.lane(), epoch, records.sealed());
      }
      long begins = Long.MAX_VALUE;
      long first = Long.MAX_VALUE;
      long end = 0;
      for (LogRecord r = records.next(); r != null; r = records.next()) {
        bytes += r.dataLength();
        if (!footprint.set(r.array(), r.region()).isEmpty()) {
          first = Math.min(first, footprint.first());
          end = Math.max(end, footprint.last() + 1);
        }
        // A single value may be part of a header, such as the number of records of a netCDF file.
        if (r.array().rank() > 0 && records.header().headed()) {
          begins = Math.min(begins, start(r.array()));
        }
        progress.at(what, bytes, 0);
        if (firstRecordOnly) {
          return new LaneJudgement(
              lane.log(),
              rank,
              lane.lane(),
              epoch,
              records.header().generation(),
              records.sealed(),
              1,
              r.dataLength(),
              begins,
              0,
              Long.MAX_VALUE,
              List.of(),
              List.of(),
              0);
        }
      }
      return LaneJudgement.of(lane.log(), records, begins, first, end);
    } catch (DamagedLogException e) {
      return LaneJudgement.unreadable(lane.log(), BurstlogException.messageOf(e));
    }
  }
}
