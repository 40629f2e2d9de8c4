package org.burstlog.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.burstlog.BurstlogException;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.recover.FreshLook;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.RecoveryOptions;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.stage.Staged.State;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetSystem;

/**
 * Moves what dead processes have left on tiers to its targets, within a time. Files come newest
 * first, as the newest step of a program is worth most. A file is moved whole or not begun: its
 * sessions in the order in which they were written, the oldest first, so that nothing is written
 * that something older would be written over later.
 *
 * <p>What is begun is ended, whatever the time; killed meanwhile, it is moved again by whoever
 * comes next.
 */
public final class StageOut {
  private final ProcessGroup group;
  private final Storage storage;
  private final TargetSystem targets;
  private final RecoveryOptions options;
  private final Budget budget;

  /**
   * Begins with the time.
   *
   * @param group the processes that move together
   * @param storage the door to the tiers
   * @param targets opens targets
   * @param options how sessions are recovered
   * @param time how long
   * @param clock nanoseconds since some moment
   */
  public StageOut(
      ProcessGroup group,
      Storage storage,
      TargetSystem targets,
      RecoveryOptions options,
      Duration time,
      LongSupplier clock) {
    this.group = group;
    this.storage = storage;
    this.targets = targets;
    this.options = options;
    this.budget = new Budget(time, clock);
  }

  /**
   * Moves what fits.
   *
   * @param tiers where to look
   * @return what has become of each file that had something there, in the order in which they came
   * @throws IOException when the tiers cannot be looked at
   */
  public List<Staged> run(List<Path> tiers) throws IOException {
    return run(tiers, Set.of());
  }

  private List<Staged> run(List<Path> tiers, Set<Path> but) throws IOException {
    Map<Path, List<TierSession>> files = new HashMap<>();
    List<Staged> done = new ArrayList<>();
    for (TierSession session : SessionFinder.find(group, storage, tiers)) {
      Path target = session.target();
      Path named = target == null ? session.paths().get(0) : target;
      if (but.contains(named)) {
        continue;
      }
      if (target != null && session.state() != SessionState.RETAINED) {
        files.computeIfAbsent(target, none -> new ArrayList<>()).add(session);
      } else if (session.refused()) {
        done.add(new Staged(named, State.FAILED, session.bytes(), session.problems().toString()));
      }
    }
    List<Map.Entry<Path, List<TierSession>>> newestFirst = new ArrayList<>(files.entrySet());
    newestFirst.sort(
        Comparator.comparingLong(
                (Map.Entry<Path, List<TierSession>> file) -> newest(file.getValue()))
            .reversed()
            .thenComparing(Map.Entry::getKey));
    for (Map.Entry<Path, List<TierSession>> file : newestFirst) {
      done.add(move(file.getKey(), file.getValue()));
    }
    return List.copyOf(done);
  }

  /**
   * As {@link #run}, and waits for programs that are writing files, as long as there is time.
   *
   * @param tiers where to look
   * @param pause waits a moment before it is looked again
   * @return what has become of each file that had something there
   * @throws IOException when the tiers cannot be looked at
   */
  public List<Staged> await(List<Path> tiers, Runnable pause) throws IOException {
    Map<Path, Staged> all = new LinkedHashMap<>();
    boolean pending = true;
    while (pending) {
      List<Staged> now = run(tiers, all.keySet());
      now.stream()
          .filter(file -> file.state() != State.PENDING)
          .forEach(file -> all.put(file.target(), file));
      List<Staged> written = now.stream().filter(file -> file.state() == State.PENDING).toList();
      pending = !written.isEmpty() && budget.isLeft();
      if (pending) {
        pause.run();
      } else {
        written.forEach(file -> all.put(file.target(), file));
      }
    }
    return List.copyOf(all.values());
  }

  private static long newest(List<TierSession> sessions) {
    return sessions.stream().mapToLong(TierSession::created).max().orElse(0);
  }

  private Staged move(Path target, List<TierSession> sessions) throws IOException {
    long bytes = sessions.stream().mapToLong(TierSession::bytes).sum();
    if (sessions.stream().anyMatch(session -> session.state() == SessionState.LIVE)) {
      return new Staged(target, State.PENDING, bytes, "a program is writing it");
    }
    if (!budget.fits(bytes)) {
      return new Staged(target, State.DEFERRED, bytes, "the time does not suffice");
    }
    long begun = budget.now();
    String wrong = "";
    for (TierSession session : sessions) {
      try {
        Optional<RecoveryReport> report =
            FreshLook.at(
                group,
                storage,
                session,
                now -> new Recovery(group, storage, targets, options).recover(now));
        if (report.isPresent() && !report.get().complete()) {
          wrong = session + ": something was cut off, damaged or out of reach";
        }
      } catch (GroupException e) {
        throw e;
      } catch (IOException e) {
        // Younger sessions of the file stay, or this one would be written over them later.
        return new Staged(target, State.FAILED, bytes, BurstlogException.reason(e));
      }
    }
    budget.moved(bytes, budget.now() - begun);
    return new Staged(target, wrong.isEmpty() ? State.COMPLETE : State.FAILED, bytes, wrong);
  }
}
