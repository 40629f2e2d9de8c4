package org.burstlog.buffer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.burstlog.TierException;
import org.burstlog.depot.Depot;
import org.burstlog.group.Ending;
import org.burstlog.group.GroupException;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.guard.copy.Copies;
import org.burstlog.log.DefinedArrays;
import org.burstlog.log.DrainedLog;
import org.burstlog.log.EpochLogs;
import org.burstlog.log.KeptEpochs;
import org.burstlog.log.LogMaker;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.CopyOptions;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.Fit;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.log.spare.SpareLog;
import org.burstlog.log.spare.SpareSession;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.recover.Retention;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counters;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * One open-to-close of one target: its directory on the tier, this process's lock, and its logs.
 *
 * <p>Opening is a few steps with an agreement behind each, so that a process whose tier is full or
 * missing takes all others with it, with one message, and what was made until then is removed. A
 * session may go on in a {@linkplain SpareSession spare one}, which brings all three along, and may
 * become one.
 */
final class Session implements Closeable {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  private final ProcessGroup group;
  private final SpareSessions spares;
  private final Path target;
  private final boolean shared;
  private final LogOptions options;
  private final Nodes nodes;

  /** Whether this process looks after what its node has once. */
  private final boolean leads;

  private final DefinedArrays arrays = new DefinedArrays();

  /**
   * The logs of this process, those of its node among them, in the order in which they were made.
   */
  private final List<LogWriter> made = new ArrayList<>();

  /** By name, the logs that were brought along and that it has not used yet. */
  private final NavigableMap<String, SpareLog> broughtAlong = new TreeMap<>();

  private final SessionDirectory directory;
  private final LogHeader header;
  private final LogMaker maker;
  private final RemovedLogs removed;
  private final Retention retention;
  private final Fit fit;
  private final SpareSession.Identity identity;

  /** In what it goes on; null where it has a directory and logs of its own. */
  private final @Nullable SpareSession inherited;

  /** What it has become. */
  private @Nullable SpareSession left;

  /** Logs that are closed when all processes have ended theirs. */
  private final List<SpareLog> unkept = new ArrayList<>();

  /** Names of the logs whose files are deleted then. */
  private final List<String> unnamed = new ArrayList<>();

  /** Whether processes of several nodes have their logs on its tier. */
  private final boolean crowded;

  /** What is kept for readers; null when nothing is to be. */
  private final @Nullable KeptEpochs kept;

  /** The copies on other nodes; null where there are none. */
  private @Nullable Copies copies;

  private boolean letGo;
  private @Nullable Closeable lock;
  private @Nullable EpochLogs logs;

  /**
   * A session that is being opened, when one process a node has made its directory or all processes
   * have agreed in which spare session it goes on.
   *
   * @param options how logs are written, the share of one log
   * @param headed whether the target begins with a header
   * @param crowded whether processes of several nodes have their logs on the tier
   */
  Session(
      ProcessGroup group,
      Depot depot,
      Path tier,
      Path target,
      Settings settings,
      LogOptions options,
      boolean headed,
      Birth birth,
      boolean crowded,
      Inheritance inheritance)
      throws IOException {
    this.group = group;
    this.spares = depot.spares();
    this.target = target;
    this.shared = settings.get(Settings.LAYOUT) == Settings.Layout.NODE;
    this.options = options;
    this.nodes = group.nodes();
    this.crowded = crowded;
    this.leads = nodes.isLeader(group.rank());
    int rank = group.rank();
    List<Integer> sharers = shared ? nodes.sharedWith(rank) : List.of(rank);
    long id = group.identity();
    this.header =
        new LogHeader(
                ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
                id,
                1,
                sharers.size(),
                sharers.indexOf(rank),
                rank,
                group.size(),
                0,
                birth.created(),
                TargetPath.text(birth.path()),
                birth.identity())
            .withTargetHeader(headed)
            .withCopies(copied(settings.copyOptions()));
    this.directory = SessionDirectory.join(depot.storage(), tier, birth.path(), id);
    this.maker = new LogMaker(directory, options, arrays, spares);
    this.retention = settings.retention();
    int keepers = crowded ? group.size() : nodes.sharedWith(rank).size();
    this.kept = retention.wants(target) ? new KeptEpochs(retention.limit(), keepers) : null;
    this.removed = new RemovedLogs(depot, rank, target, directory.path());
    this.fit = inheritance.fit();
    this.identity = new SpareSession.Identity(id, inheritance.number());
    this.inherited = inheritance.take();
  }

  /** How many copies there are to be, which is told before it is known whether they can be made. */
  private LogHeader.Copied copied(CopyOptions how) {
    int copies = crowded ? 0 : Math.min(how.copies(), nodes.count() - 1);
    copies = Math.min(copies, LogHeader.Copied.MOST);
    return new LogHeader.Copied(copies, options.durability() == Durability.NODE);
  }

  private String name(int place) {
    return shared
        ? LogName.ofNode(nodes.leader(group.rank()), place)
        : LogName.ofProcess(group.rank(), place);
  }

  /**
   * Opens what this process can by itself: its lock, and its log if that is its own or was brought
   * along. May fail in this process alone.
   */
  void openOwn() throws IOException {
    SpareSession before = inherited;
    if (before != null) {
      spares.makingRoom(directory, () -> goOnIn(before));
      lock = before.lock();
      broughtAlong.putAll(before.logs());
      add(maker.reopen(Objects.requireNonNull(broughtAlong.remove(name(0))), header));
      return;
    }
    lock = directory.lock(group.rank());
    if (!shared) {
      add(maker.make(name(0), header));
    }
  }

  private SpareSession goOnIn(SpareSession before) throws IOException {
    try {
      before.become(directory, options.durability().syncs());
      return before;
    } catch (IOException e) {
      throw directory.unusable(e);
    }
  }

  /**
   * Opens the rest, when all have opened what they can by themselves. Collective.
   *
   * @throws TierException in every process, when it cannot be opened in any
   */
  void openRest() throws IOException {
    if (made.isEmpty()) {
      LogWriter opened = make(1);
      assert opened == made.get(0);
    }
    logs = new EpochLogs(arrays, made.get(0));
  }

  /**
   * Begins with copies on other nodes, as far as there are any and they have tiers of their own.
   * Collective, where the settings say that there are to be copies.
   *
   * @throws IOException when the group cannot be used any more
   */
  void openCopies(CopyOptions how, Counters counters) throws IOException {
    if (how.copies() == 0) {
      return;
    }
    if (crowded) {
      if (group.rank() == 0) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            target
                + ": log.copies is "
                + how.copies()
                + ", and nodes share the tier "
                + directory.own().getParent()
                + ", which survives the loss of each of them, so no copies are made");
      }
      return;
    }
    Copies opened = Copies.open(group, target, directory, options, how, spares, counters);
    copies = opened;
    if (opened != null) {
      made.forEach(opened::add);
    }
  }

  /** Tells whether processes of several nodes have their logs on its tier. */
  boolean isCrowded() {
    return crowded;
  }

  /** Returns the copies on other nodes; null where there are none. */
  @Nullable Copies copies() {
    return copies;
  }

  /** Says that all processes have released an epoch, see {@link Copies#released}. */
  void released(int epoch, long drain, int next) {
    Copies open = copies;
    if (open != null) {
      open.released(epoch, drain, next);
    }
  }

  /** Stops copying logs from here, before they are closed. */
  private void stopCopies(boolean whole) {
    Copies open = copies;
    if (open != null) {
      open.stop(whole);
    }
  }

  private void endCopies(boolean keeps) throws IOException {
    Copies open = copies;
    if (open != null) {
      copies = null;
      open.end(keeps);
    }
  }

  /**
   * Adds a log to those of each process, so that one more epoch may be sealed. Collective.
   *
   * @throws TierException in every process, when it cannot be made in any; nothing has changed
   */
  void addLog() throws IOException {
    EpochLogs open = logs();
    LogWriter added = make(open.nextEpoch());
    open.add(added);
  }

  /** Warns, once, when somebody has removed what a recovery would look for. */
  void lookForLogs() {
    removed.lookFor(logs().current());
  }

  /** Returns how many logs each process has. */
  int logCount() {
    return made.size();
  }

  /** Makes one more log for an epoch. Collective. */
  private LogWriter make(int epoch) throws IOException {
    LogHeader first = header.withEpoch(epoch);
    String name = name(made.size());
    LogWriter[] opened = new LogWriter[1];
    try {
      if (shared && !broughtAlong.containsKey(name)) {
        together(
            () -> {
              if (leads) {
                maker.create(name);
              }
            });
        together(() -> opened[0] = maker.open(name, first));
      } else {
        together(() -> opened[0] = makeOwn(name, first));
      }
    } catch (IOException | RuntimeException e) {
      undo(name, opened[0], e);
      throw e;
    }
    add(opened[0]);
    return opened[0];
  }

  /** Makes what needs no other process: a log that was brought along, or one of its own. */
  private LogWriter makeOwn(String name, LogHeader first) throws IOException {
    SpareLog known = broughtAlong.remove(name);
    if (known == null) {
      return maker.make(name, first);
    }
    if (!shared && !directory.names(name)) {
      // Somebody has cleaned the tier.
      known.cut();
      LogWriter.delete(directory, name);
      return maker.make(name, first);
    }
    return maker.reopen(known, first);
  }

  private void add(LogWriter log) {
    if (kept != null) {
      log.keepIn(kept);
    }
    made.add(log);
    Copies open = copies;
    if (open != null) {
      open.add(log);
    }
  }

  /** Removes a log that could not be made in all processes. Collective. */
  private void undo(String name, @Nullable LogWriter opened, Exception because) {
    Ending ending = new Ending();
    if (opened != null) {
      ending.run(opened::abandon);
    }
    if (shared) {
      ending.run(group::barrier);
    }
    ending.run(() -> deleteFiles(name));
    try {
      ending.finish();
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  private void together(Together.Step step) throws IOException {
    TierTelling telling =
        made.isEmpty() ? TierTelling.opening(target) : TierTelling.anotherLog(target);
    Together.run(group, telling, step);
  }

  EpochLogs logs() {
    EpochLogs open = logs;
    if (open == null) {
      throw new IllegalStateException("the session has no log");
    }
    return open;
  }

  /**
   * Keeps the session for one to come where its logs are good for that, and else removes it; what
   * is in it is no longer needed. Collective: the others wait, whatever fails here.
   */
  void delete() throws IOException {
    Ending ending = new Ending();
    if (!letGo) {
      ending.run(this::letGo);
      ending.run(group::barrier);
    }
    ending.run(this::leaveDirectory);
    ending.finish();
  }

  /**
   * Removes a session that could not be opened in all processes, because of something that is
   * thrown behind it. Collective.
   */
  void discard(Throwable because) {
    SpareSession before = inherited;
    if (before != null && lock == null) {
      lock = before.lock();
      broughtAlong.putAll(before.logs());
    }
    Ending ending = new Ending();
    ending.run(() -> endLogs(/* keeps= */ false));
    ending.run(group::barrier);
    ending.run(this::leaveDirectory);
    if (before != null) {
      // Its files may lie where it was, or here.
      ending.run(before::deleteWhole);
    }
    try {
      ending.finish();
    } catch (IOException | RuntimeException e) {
      because.addSuppressed(e);
    }
  }

  /**
   * Does what comes before all processes meet: ends this process's logs. Not collective. Who calls
   * it has all meet, and then {@link #delete} has no need to.
   */
  void letGo() throws IOException {
    letGo = true;
    endLogs(/* keeps= */ true);
  }

  private void endLogs(boolean keeps) throws IOException {
    List<String> names = new ArrayList<>(broughtAlong.keySet());
    List<SpareLog> good = new ArrayList<>(broughtAlong.values());
    broughtAlong.clear();
    Ending ending = new Ending();
    ending.run(() -> stopCopies(/* whole= */ false));
    // All of them before the first is deleted: one that is gone must not look as if it were
    // missing.
    for (LogWriter log : made) {
      names.add(log.name());
      ending.run(
          () -> {
            SpareLog spare = log.letGo();
            if (spare != null) {
              good.add(spare);
            }
          });
    }
    Closeable held = lock;
    lock = null;
    if (keeps && held != null && good.size() == names.size()) {
      left =
          new SpareSession(
              fit, identity, directory, held, good, firstLogs(), leads, !shared, crowded);
    } else if (shared) {
      // Others may still write their lanes.
      unkept.addAll(good);
      unnamed.addAll(names);
    } else {
      good.forEach(log -> ending.run(log::cut));
      names.forEach(name -> ending.run(() -> deleteFiles(name)));
    }
    if (left == null && held != null) {
      ending.run(held::close);
    }
    ending.finish();
  }

  /** The names of the first logs of all processes of this node, for the one that leads it. */
  private Set<String> firstLogs() {
    if (!leads) {
      return Set.of();
    }
    return shared
        ? Set.of(name(0))
        : nodes.sharedWith(group.rank()).stream()
            .map(rank -> LogName.ofProcess(rank, 0))
            .collect(Collectors.toSet());
  }

  /** Deletes the files of a log, where this process has made them. */
  private void deleteFiles(String name) throws IOException {
    if (leads || !shared) {
      LogWriter.delete(directory, name);
    }
  }

  /** Does what comes when all processes have ended their logs. */
  private void leaveDirectory() throws IOException {
    Ending first = new Ending();
    first.run(() -> endCopies(/* keeps= */ false));
    first.run(this::leaveOwnDirectory);
    first.finish();
  }

  private void leaveOwnDirectory() throws IOException {
    SpareSession kept = left;
    if (kept != null) {
      left = null;
      spares.keep(kept, options.spare());
      return;
    }
    Ending ending = new Ending();
    unkept.forEach(log -> ending.run(log::cut));
    unnamed.forEach(name -> ending.run(() -> deleteFiles(name)));
    if (leads) {
      ending.run(directory::delete);
      if (letGo && options.spare() > 0) {
        // Others may keep their parts of it.
        ending.run(() -> SpareDirectory.takeFor(directory, identity.id()));
      }
    }
    ending.finish();
  }

  /**
   * Says that what drains up to one have brought to the target may be overwritten there, by
   * something else than a drain.
   */
  void spoil(long drain) {
    if (kept != null) {
      kept.giveUpTo(drain);
    }
  }

  /**
   * Keeps the logs that hold what drains have brought to the target, which is closed, and removes
   * the others. Collective.
   *
   * <p>Each process has a suffix of the epochs; what all have is the shortest of these. A process
   * that has put nothing in an epoch has all of it.
   */
  void retain() throws IOException {
    KeptEpochs epochs = Objects.requireNonNull(kept);
    Throwable failed =
        Together.attempt(
            () -> {
              for (LogWriter log : made) {
                log.prepareToRetain();
              }
            });
    long behind = group.max(failed == null ? epochs.givenUp() : Long.MAX_VALUE);
    boolean[] keeps = new boolean[made.size()];
    long[] places = new long[made.size()];
    for (int place = 0; place < keeps.length; place++) {
      keeps[place] = made.get(place).keepsBehind(behind);
      places[place] = keeps[place] ? 1 : 0;
    }
    group.max(places);
    if (Arrays.stream(places).allMatch(place -> place == 0)) {
      delete();
      evict();
      return;
    }
    Ending ending = new Ending();
    ending.run(() -> stopCopies(/* whole= */ false));
    ending.run(() -> write(behind, keeps, places));
    // Behind that: without the catalogue, a log that is gone would look as if it were missing.
    for (int place = 0; place < keeps.length; place++) {
      LogWriter log = made.get(place);
      if (!stays(place, keeps, places)) {
        ending.run(log::abandon);
        unnamed.add(log.name());
      }
    }
    ending.run(this::giveUpBroughtAlong);
    if (!shared) {
      unnamed.forEach(name -> ending.run(() -> deleteFiles(name)));
    }
    ending.run(this::release);
    ending.run(group::barrier);
    ending.run(() -> endCopies(/* keeps= */ false));
    if (shared) {
      unnamed.forEach(name -> ending.run(() -> deleteFiles(name)));
    }
    ending.run(
        () -> {
          if (leads) {
            // Does nothing where anything is kept in it.
            directory.delete();
          }
        });
    evict();
    ending.finish();
  }

  private void evict() {
    if (leads) {
      retention.evict(directory.storage(), directory.own());
    }
  }

  /** Processes that share a log keep it when any of them does. */
  private boolean stays(int place, boolean[] kept, long[] places) {
    return shared ? places[place] != 0 : kept[place];
  }

  /** Writes down what is kept. Where that fails, nothing is: the target has it. */
  private void write(long behind, boolean[] keeps, long[] places) throws IOException {
    List<DrainedLog> drained = new ArrayList<>();
    try {
      Together.run(
          group,
          "retaining what is in " + target,
          () -> {
            Ending ending = new Ending();
            for (int place = 0; place < keeps.length; place++) {
              LogWriter log = made.get(place);
              if (stays(place, keeps, places)) {
                ending.run(() -> drained.addAll(log.retain(behind)));
              }
            }
            ending.finish();
          });
      retention.write(group, directory, TargetPath.of(header.target()), drained);
    } catch (GroupException e) {
      throw e;
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.DEBUG, "nothing is retained of " + target, e);
      Ending ending = new Ending();
      for (int place = 0; place < keeps.length; place++) {
        LogWriter log = made.get(place);
        if (stays(place, keeps, places)) {
          ending.run(() -> LogWriter.delete(directory, log.name()));
        }
      }
      ending.finish();
    }
  }

  /** Removes logs that no epoch has come to. */
  private void giveUpBroughtAlong() throws IOException {
    Ending ending = new Ending();
    for (SpareLog log : broughtAlong.values()) {
      ending.run(log::cut);
      ending.run(() -> deleteFiles(log.name()));
    }
    broughtAlong.clear();
    ending.finish();
  }

  private void release() throws IOException {
    Closeable held = lock;
    lock = null;
    if (held != null) {
      held.close();
    }
  }

  /** Closes the logs and keeps them for recovery. Collective. */
  @Override
  public void close() throws IOException {
    Ending ending = new Ending();
    ending.run(() -> stopCopies(/* whole= */ true));
    made.forEach(log -> ending.run(log::close));
    ending.run(() -> endCopies(/* keeps= */ true));
    ending.run(this::giveUpBroughtAlong);
    ending.run(this::release);
    ending.finish();
  }
}
