package org.burstlog.buffer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.burstlog.BurstlogException;
import org.burstlog.TierException;
import org.burstlog.depot.Depot;
import org.burstlog.group.GroupException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.burstlog.recover.AttachPolicy;
import org.burstlog.recover.Attachment;
import org.burstlog.recover.LeftBehind;
import org.burstlog.recover.RecoveryReport;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetOpening;
import org.jspecify.annotations.Nullable;

/**
 * Opens a target and its burst buffer together, in as few meetings as there must be: one in which
 * all learn what each has found, one when all have opened the target and their logs, one more when
 * the first process has emptied a file that is made anew, and one where processes do not keep the
 * same spare session. Whatever fails, all throw, and nothing is left behind or lost.
 */
public final class FileOpening {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** Places of what all learn in the first meeting. */
  private static final int CONTENT = 0;

  private static final int LEFT = 1;

  private static final int TOO_SMALL = 2;

  private static final int STRIPE = 3;

  private static final int SERVERS = 4;

  private static final int CROWDED = 5;

  /** The first of what tells in which spare session the new one goes on. */
  private static final int INHERITANCE = 6;

  private final ProcessGroup group;
  private final Path path;
  private final TargetFile.Mode mode;
  private final TargetOpening opening;
  private final Explanation explanation;
  private final Depot depot;
  private final boolean headed;
  private final boolean meets;
  private final Preparation preparation;
  private @Nullable TargetFile target;
  private @Nullable Session session;

  /** Whether processes of several nodes have their logs on one tier. */
  private boolean crowded;

  /** Why there is no log; null where there is. */
  private @Nullable TierException full;

  private byte[] birth = {};

  /** How the first process has found the target to be spread over servers. */
  private Optional<Striping> striping = Optional.empty();

  /** What the session took, without what waits for the target. */
  private long nanos;

  private List<RecoveryReport> recovered = List.of();

  /** What is retained of the target; null where nothing was found. */
  private @Nullable Attachment retained;

  private final Counters counters;

  /** Makes of a target's exception what is thrown. */
  @FunctionalInterface
  public interface Explanation {
    /**
     * Explains. Collective.
     *
     * @param group the processes concerned
     * @param failure why the target could not be opened
     * @return what is thrown
     * @throws IOException when the group cannot be used any more
     */
    IOException of(ProcessGroup group, IOException failure) throws IOException;
  }

  /**
   * What was opened.
   *
   * @param target the target
   * @param buffer the burst buffer, null where it is switched off or the file is only read
   */
  public record Opened(TargetFile target, @Nullable BurstBuffer buffer) {}

  /**
   * Opens nothing yet. Collective where the group does not know its nodes.
   *
   * @param group the processes that share the file; used until it is closed, and stays the
   *     caller's, who makes sure that all processes make the same calls of the burst buffer
   * @param path where the target is
   * @param mode how it is opened
   * @param opening the steps of opening it
   * @param explanation makes of its exceptions what is thrown
   */
  public FileOpening(
      ProcessGroup group,
      Path path,
      TargetFile.Mode mode,
      TargetOpening opening,
      Explanation explanation) {
    this(group, path, mode, opening, explanation, Depot.ofProcess(), true, true);
  }

  FileOpening(
      ProcessGroup group,
      Path path,
      TargetFile.Mode mode,
      TargetOpening opening,
      Explanation explanation,
      Depot depot,
      boolean headed,
      boolean meets) {
    this.meets = meets;
    this.group = group;
    this.path = path;
    this.mode = mode;
    this.opening = opening;
    this.explanation = explanation;
    this.depot = depot;
    this.headed = headed;
    this.preparation = new Preparation(group, path, mode, depot);
    this.counters = new Counters(String.valueOf(path));
  }

  /**
   * Opens it. Collective.
   *
   * @param first the steps before it; its meeting is made here
   * @param settings what those have found to be set
   * @param compared whether all must have set the same for this process's sake
   * @return what is open
   * @throws IOException in every process, when anything failed in any
   */
  public Opened open(Together first, Supplier<Settings> settings, BooleanSupplier compared)
      throws IOException {
    try {
      long[] found = meet(first, settings, compared);
      Settings set = settings.get();
      if (!isBuffered(set)) {
        TargetFile open = openTarget();
        empty(open, found);
        return new Opened(open, null);
      }
      BackgroundMode background = BackgroundMode.of(group, path, set, depot, found[TOO_SMALL] != 0);
      LeftBehind left = openAll(set, background, Birth.read(birth), found[LEFT] != 0);
      TargetFile open = Objects.requireNonNull(target);
      Settings effective =
          set.toBuilder().set(Settings.TIER, preparation.tier().toString()).build();
      BurstBuffer buffer =
          new BurstBuffer(
              group, open, effective, session, background, recovered, retained, depot, counters);
      if (meets) {
        buffer.meetsBefore();
      }
      if (mode == TargetFile.Mode.CREATE || mode == TargetFile.Mode.CREATE_NEW) {
        left.supersede(set.get(Settings.RECOVER));
        empty(open, found);
      }
      counters.add(Counter.OPEN_NANOS, nanos);
      buffer.begin();
      return new Opened(open, buffer);
    } catch (IOException | RuntimeException | Error e) {
      undo(e);
      throw e;
    }
  }

  /** Removes what was in the file, where there was anything. */
  private void empty(TargetFile open, long[] found) throws IOException {
    if (found[CONTENT] != 0) {
      if (meets) {
        open.emptyBeforeMeeting();
      } else {
        open.empty();
      }
    }
  }

  private boolean isBuffered(Settings settings) {
    return settings.get(Settings.SWITCH) && mode != TargetFile.Mode.READ;
  }

  /** The first meeting: all learn what the first process and each node have found. */
  private long[] meet(Together first, Supplier<Settings> settings, BooleanSupplier compared)
      throws IOException {
    first.same(Settings.same(settings), compared);
    first.step(telling(), opening::first);
    first.step(
        TierTelling.opening(path),
        () -> {
          if (isBuffered(settings.get())) {
            long begun = System.nanoTime();
            preparation.run(settings.get());
            nanos += System.nanoTime() - begun;
          }
        });
    try {
      return meet(first, settings);
    } catch (TierException e) {
      full(e);
      // Not even for a directory. What else was found is still to be learnt.
      preparation.undo(e);
      long[] found = meet(new Together(group), settings);
      if (birth.length == 0) {
        throw e;
      }
      return found;
    }
  }

  private long[] meet(Together together, Supplier<Settings> settings) throws IOException {
    together.share(preparation::birth);
    // Settings that are wrong are a step that has failed.
    boolean tooSmall = together.isWell() && BackgroundMode.isTooSmall(group, settings.get());
    long[] spread = Striping.numbers(opening.striping());
    long[] offer = preparation.inheritance().values();
    long[] found =
        together.meet(
            opening.hasContent() ? 1 : 0,
            preparation.found(),
            tooSmall ? 1 : 0,
            spread[0],
            spread[1],
            preparation.isCrowded() ? 1 : 0,
            offer[0],
            offer[1],
            offer[2],
            offer[3]);
    crowded = found[CROWDED] != 0;
    preparation.inheritance().learn(found, INHERITANCE);
    birth = together.shared();
    striping = Striping.of(found[STRIPE], found[SERVERS]);
    return found;
  }

  /** Opens the target and the logs, as far as these find room. */
  private LeftBehind openAll(
      Settings settings, BackgroundMode background, Birth known, boolean anyLeft)
      throws IOException {
    LeftBehind left = preparation.left(known, anyLeft);
    Birth latest = known;
    if (opening.isCollective() || (anyLeft && mode == TargetFile.Mode.UPDATE)) {
      TargetFile open = openTarget();
      latest = born(known);
      if (mode == TargetFile.Mode.UPDATE) {
        recovered =
            left.recover(
                open,
                settings.get(Settings.RECOVER),
                settings.drainOptions(),
                settings.retention());
        retained = retained(left, settings);
      }
    }
    if (full == null && preparation.inheritance().isDisputed()) {
      makeLate();
    }
    if (full == null) {
      long begun = System.nanoTime();
      openLogs(settings, background, latest);
      nanos += System.nanoTime() - begun;
    } else if (target == null) {
      openTarget();
    }
    TierException noRoom = full;
    if (noRoom != null) {
      tellFull(noRoom);
      // Nobody says there when the target is written to.
      closeRetained();
      left.dropRetained();
    }
    return left;
  }

  /** Takes in what is retained of the target, or removes it where nobody is to read it. */
  private @Nullable Attachment retained(LeftBehind left, Settings settings) throws IOException {
    if (settings.get(Settings.ATTACH) == AttachPolicy.OFF) {
      left.dropRetained();
    }
    return left.isRetained() ? left.retained(counters) : null;
  }

  private void closeRetained() throws IOException {
    Attachment open = retained;
    if (open != null) {
      retained = null;
      open.close();
    }
  }

  /** Makes the directory of the session where one that was offered cannot be used. */
  private void makeLate() throws IOException {
    try {
      Together.run(group, TierTelling.opening(path), preparation::makeLate);
    } catch (TierException e) {
      full(e);
      preparation.undo(e);
    }
  }

  /** Tells, once for each tier, that it has no room for the logs of all processes. */
  private void tellFull(TierException noRoom) {
    if (group.rank() == 0 && depot.tellsFirst("full: " + preparation.tier())) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "the logs of "
              + path
              + " find no room on their tier, so puts are written straight to the target; this"
              + " costs time and nothing else, and is not told again of this tier ("
              + BurstlogException.reason(noRoom)
              + ")");
    }
  }

  /** What is known of a target that a collective call has made, as there was nothing before. */
  private Birth born(Birth known) throws IOException {
    if (!known.identity().isEmpty()) {
      return known;
    }
    byte[] made = group.rank() == 0 ? Birth.of(known.path(), mode).write() : new byte[0];
    return Birth.read(group.broadcast(made, 0));
  }

  private void openLogs(Settings settings, BackgroundMode background, Birth known)
      throws IOException {
    Session made =
        new Session(
            group,
            depot,
            preparation.tier(),
            path,
            settings,
            background.share(settings.logOptions()),
            headed,
            known,
            crowded,
            preparation.inheritance());
    session = made;
    try {
      Together own = new Together(group);
      if (target == null) {
        own.step(telling(), () -> target = opening.rest(striping));
      }
      own.step(TierTelling.opening(path), made::openOwn).meet();
      made.openRest();
      made.openCopies(settings.copyOptions(), counters);
    } catch (TierException e) {
      full(e);
      session = null;
      made.discard(e);
    }
  }

  /** Goes on without a log where that is why there is none. */
  private void full(TierException why) throws TierException {
    if (why.problem() != TierException.Problem.FULL) {
      throw why;
    }
    full = why;
  }

  private TargetFile openTarget() throws IOException {
    if (opening.isCollective()) {
      try {
        target = opening.rest(striping);
      } catch (GroupException e) {
        throw e;
      } catch (IOException e) {
        throw explanation.of(group, e);
      }
    } else {
      Together.run(group, telling(), () -> target = opening.rest(striping));
    }
    return Objects.requireNonNull(target);
  }

  private Telling telling() {
    return (processes, gravity, own) ->
        explanation.of(processes, Telling.of("opening " + path).tell(processes, gravity, own));
  }

  private void undo(Throwable because) {
    Session open = session;
    if (open == null) {
      preparation.undo(because);
    } else {
      open.discard(because);
    }
    try {
      closeRetained();
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
    try {
      opening.undo();
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }
}
