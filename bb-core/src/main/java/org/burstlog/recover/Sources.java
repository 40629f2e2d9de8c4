package org.burstlog.recover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.burstlog.log.read.LogVerdict;
import org.jspecify.annotations.Nullable;

/**
 * Chooses where each lane of a session is read from whose logs are copied to other nodes: from the
 * log itself where that is there and whole, else from the copy that has most.
 *
 * <p>Of copies that differ the one of the latest generation counts, as what is older is proven in
 * the target; then one that is whole; then the longest.
 */
final class Sources {
  private static final Comparator<Source> BEST =
      Comparator.<Source>comparingInt(source -> source.judged.generation())
          .thenComparing(source -> source.judged.state(), Comparator.reverseOrder())
          .thenComparingLong(source -> source.judged.records());

  private final TierSession session;
  private final Map<Lane, LaneJudgement> own = new LinkedHashMap<>();

  /** What has no lane, such as a log that cannot be read. */
  private final List<LaneJudgement> others = new ArrayList<>();

  private final Set<String> ownLogs = new HashSet<>();
  private final Map<Lane, List<Source>> copies = new LinkedHashMap<>();

  private record Lane(String log, int lane) {
    static Lane of(LaneJudgement judged) {
      return new Lane(judged.log(), judged.lane());
    }
  }

  private record Source(List<FoundDirectory> directories, LaneJudgement judged) {}

  Sources(TierSession session, List<LaneJudgement> judged) {
    this.session = session;
    for (LaneJudgement lane : judged) {
      if (lane.rank() >= 0) {
        own.put(Lane.of(lane), lane);
      } else {
        others.add(lane);
      }
      if (lane.state() == LogVerdict.State.CLEAN) {
        ownLogs.add(lane.log());
      }
    }
    // Of a log that several processes share, each lane must be whole.
    judged.stream()
        .filter(lane -> lane.state() != LogVerdict.State.CLEAN)
        .forEach(lane -> ownLogs.remove(lane.log()));
  }

  /** Returns the directories with copies of logs that are not there or not whole, by name. */
  Collection<List<FoundDirectory>> wanted() {
    Map<String, List<FoundDirectory>> wanted = new LinkedHashMap<>();
    for (FoundDirectory directory : session.copies()) {
      List<FoundLog> logs =
          directory.logs().stream().filter(log -> !ownLogs.contains(log.name())).toList();
      if (!logs.isEmpty() && !directory.recovered()) {
        wanted
            .computeIfAbsent(
                String.valueOf(directory.path().getFileName()), name -> new ArrayList<>())
            .add(directory.with(logs));
      }
    }
    return wanted.values();
  }

  /** Takes note of what was found in one of them. */
  void add(List<FoundDirectory> directories, List<LaneJudgement> judged) {
    for (LaneJudgement lane : judged) {
      if (lane.rank() >= 0) {
        copies
            .computeIfAbsent(Lane.of(lane), none -> new ArrayList<>())
            .add(new Source(directories, lane));
      }
    }
  }

  /** Tells whether a copy that would be read has a record, or may have lost one. */
  boolean anyHints() {
    return copies.keySet().stream()
        .map(this::copyOf)
        .anyMatch(source -> source != null && source.judged.hints());
  }

  /** Returns the copy from which a lane is read; null where it is read from the log itself. */
  private @Nullable Source copyOf(Lane lane) {
    Source best = copies.getOrDefault(lane, List.of()).stream().max(BEST).orElse(null);
    LaneJudgement log = own.get(lane);
    if (best == null || log == null) {
      return best;
    }
    boolean better =
        log.state() != LogVerdict.State.CLEAN && BEST.compare(best, new Source(List.of(), log)) > 0;
    return better ? best : null;
  }

  /** Chooses, and judges what was chosen. */
  Judgement judgement() {
    Map<Lane, Source> chosen = new LinkedHashMap<>();
    for (Lane lane : copies.keySet()) {
      Source copy = copyOf(lane);
      if (copy != null) {
        chosen.put(lane, copy);
      }
    }
    List<LaneJudgement> lanes = new ArrayList<>();
    List<String> told = new ArrayList<>();
    own.forEach(
        (lane, judged) -> {
          if (!chosen.containsKey(lane)) {
            lanes.add(judged);
          }
        });
    for (LaneJudgement other : others) {
      // The header of a lane of a log of a process tells whose it is; where it cannot be read, the
      // copy does.
      if (chosen.keySet().stream().noneMatch(lane -> lane.log.equals(other.log()))) {
        lanes.add(other);
      }
    }
    chosen.forEach(
        (lane, copy) -> {
          lanes.add(copy.judged);
          told.add(describe(lane, copy));
        });
    return Judgement.of(session.readFrom(directories(chosen)), lanes, told);
  }

  private String describe(Lane lane, Source copy) {
    LaneJudgement log = own.get(lane);
    String why =
        log == null ? "is not there" : "is not whole (" + String.join("; ", log.flaws()) + ")";
    return lane.log
        + ", rank "
        + copy.judged.rank()
        + ": the log itself "
        + why
        + "; its copy in "
        + copy.directories.get(0).path()
        + " has "
        + copy.judged.records()
        + " records";
  }

  /** The directories that are read, each with the lanes that are read there. */
  private List<FoundDirectory> directories(Map<Lane, Source> chosen) {
    List<FoundDirectory> all = new ArrayList<>();
    for (FoundDirectory directory : session.directories()) {
      List<FoundLog> logs = new ArrayList<>();
      for (FoundLog log : directory.logs()) {
        List<Integer> read =
            log.read().stream()
                .filter(lane -> !chosen.containsKey(new Lane(log.name(), lane)))
                .toList();
        logs.add(log.with(read));
      }
      all.add(directory.with(logs));
    }
    Map<FoundDirectory, Map<String, List<Integer>>> copied = new LinkedHashMap<>();
    chosen.forEach(
        (lane, copy) ->
            copy.directories.forEach(
                directory ->
                    copied
                        .computeIfAbsent(directory, none -> new LinkedHashMap<>())
                        .computeIfAbsent(lane.log, none -> new ArrayList<>())
                        .add(lane.lane)));
    copied.forEach(
        (directory, logs) ->
            all.add(
                directory.with(
                    directory.logs().stream()
                        .filter(log -> logs.containsKey(log.name()))
                        .map(log -> log.with(logs.getOrDefault(log.name(), List.of())))
                        .toList())));
    return all;
  }
}
