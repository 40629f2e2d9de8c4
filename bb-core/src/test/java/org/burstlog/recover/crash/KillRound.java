package org.burstlog.recover.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Progress;
import org.burstlog.recover.Recovery;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.recover.crash.AimedProgram.Plan;
import org.burstlog.storage.LocalStorage;

/**
 * One program, killed at a boundary, perhaps killed again while it is recovered, and recovered at
 * last. In the end each file must be what the acknowledged puts leave in one that is written
 * without a burst buffer.
 *
 * <p>A seed tells everything: the boundary is that of the seed's number, so that as many seeds in
 * turn as there are boundaries aim at each of them.
 */
final class KillRound {
  private static final Boundary[] BOUNDARIES = Boundary.values();
  private static final int LONGEST_DELAY = 100_000;

  private final ChildJvm jvm;
  private final Path directory;
  private final long seed;
  private final Random random;
  private final List<String> story = new ArrayList<>();
  private final List<Boundary> hits = new ArrayList<>();

  private final List<KeptPuts> files = new ArrayList<>();

  private int ofEpochs;

  private Plan plan;

  KillRound(ChildJvm jvm, Path directory, long seed) {
    this.jvm = jvm;
    this.directory = directory;
    this.seed = seed;
    this.random = new Random(seed);
    this.plan = Plan.random(random.nextLong());
    for (int file = 0; file < AimedProgram.FILES; file++) {
      files.add(new KeptPuts(directory, file));
    }
  }

  /**
   * Who was killed where.
   *
   * @param boundaries one for each kill
   * @param ofEpochs how many of the kills cut a recovery short that had several epochs to replay
   */
  record Kills(List<Boundary> boundaries, int ofEpochs) {}

  Kills run() throws Exception {
    try {
      Boundary boundary = BOUNDARIES[(int) Math.floorMod(seed, (long) BOUNDARIES.length)];
      begin(boundary);
      int more = random.nextInt(2) + (boundary.recovers() ? 1 : 0);
      for (int i = 0; i < more; i++) {
        again(boundary.recovers() ? boundary : anyOf(random, /* recovers= */ true));
      }
      recover();
      for (KeptPuts kept : files) {
        kept.check(plan.seed());
      }
      return new Kills(hits, ofEpochs);
    } catch (Exception | AssertionError e) {
      throw new AssertionError(this + "\nrepeat it by -Dbb.test.seed=" + seed, e);
    }
  }

  private static Boundary anyOf(Random random, boolean recovers) {
    Boundary boundary = BOUNDARIES[random.nextInt(BOUNDARIES.length)];
    return boundary.recovers() == recovers ? boundary : anyOf(random, recovers);
  }

  /** The first life of the program. Who aims at a recovery needs something to recover. */
  private void begin(Boundary aimedAt) throws Exception {
    Boundary boundary = aimedAt.recovers() ? anyOf(random, /* recovers= */ false) : aimedAt;
    int arrivals = rehearse(boundary);
    while (arrivals == 0) {
      plan = Plan.random(random.nextLong());
      arrivals = rehearse(boundary);
    }
    story.add(plan.toString());
    Files.createDirectories(AimedProgram.tier(directory));
    int delay = random.nextInt(LONGEST_DELAY);
    live("write", new Line.Aim(boundary, random.nextInt(arrivals), delay));
  }

  /** Runs the program here, where it lives, and tells how often it arrives at a boundary. */
  private int rehearse(Boundary boundary) throws Exception {
    Path here = Files.createDirectories(directory.resolve("rehearsal"));
    Files.createDirectories(AimedProgram.tier(here));
    Line line = new Line(Line.Aim.NONE);
    try (AimedProgram program = new AimedProgram(here, plan, line)) {
      program.write();
    }
    Trees.delete(here);
    return line.arrivals(boundary);
  }

  /** Recovers, or goes on with the file, in a process that may be killed. */
  private void again(Boundary boundary) throws Exception {
    // How often it arrives there depends on what was left: mostly a few times.
    int arrival = random.nextInt(1 << random.nextInt(6));
    String verb = random.nextInt(3) == 0 ? "resume" : "recover";
    live(verb, new Line.Aim(boundary, arrival, 0));
  }

  private void live(String verb, Line.Aim aim) throws Exception {
    boolean hasEpochs = aim.boundary().recovers() && hasEpochs();
    boolean killed = jvm.run(verb, directory, aim, plan.seed());
    story.add(verb + " " + aim + (killed ? " killed" : " lived"));
    Ledger ledger = Ledger.open(directory.resolve("ledger"));
    boolean within = false;
    for (KeptPuts kept : files) {
      within |= kept.take(ledger);
    }
    if (killed) {
      // The moment may have come between two puts.
      hits.add(aim.boundary() == Boundary.WITHIN_PUT && !within ? Boundary.PUT : aim.boundary());
      ofEpochs += hasEpochs ? 1 : 0;
    }
  }

  /** Tells whether some process of a session that was left has put records into two epochs. */
  private boolean hasEpochs() throws IOException {
    Path tier = AimedProgram.tier(directory);
    LocalStorage storage = new LocalStorage();
    try (SoloGroup group = new SoloGroup()) {
      for (TierSession session : SessionFinder.find(group, storage, List.of(tier))) {
        if (session.state() == SessionState.ORPHANED) {
          Set<Integer> epochs = new HashSet<>();
          Recovery.judge(group, storage, session, Progress.NONE).lanes().stream()
              .filter(lane -> lane.records() > 0)
              .forEach(lane -> epochs.add(lane.epoch()));
          if (epochs.size() > 1) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private void recover() throws IOException {
    Path tier = AimedProgram.tier(directory);
    try (SoloGroup group = new SoloGroup()) {
      Rescuer.recover(group, tier).forEach(report -> story.add(report.toString()));
      for (TierSession session : SessionFinder.find(group, new LocalStorage(), List.of(tier))) {
        if (session.state() != SessionState.RETAINED
            && (session.state() != SessionState.EMPTY || session.hasFiles())) {
          throw new AssertionError(session + " is left, " + session.state());
        }
      }
    }
  }

  @Override
  public String toString() {
    return "seed " + seed + "\n  " + String.join("\n  ", story);
  }
}
