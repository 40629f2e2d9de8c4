package org.burstlog.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.burstlog.SettingsException;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.drain.files.Scheme;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Same;
import org.burstlog.log.option.CopyOptions;
import org.burstlog.log.option.Durability;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.ParityOptions;
import org.burstlog.recover.AttachPolicy;
import org.burstlog.recover.RecoverPolicy;
import org.burstlog.recover.Retention;
import org.burstlog.wear.Protect;
import org.burstlog.wear.Quota;
import org.burstlog.wear.WearLimits;
import org.jspecify.annotations.Nullable;

/**
 * What is set, and where it was set: in code, by a system property, or by an environment variable,
 * in this order of precedence.
 *
 * <pre>{@code
 * Settings settings = Settings.builder().set(Settings.DRAIN_BUFFER, "32MiB").build();
 * }</pre>
 */
public final class Settings {
  /** Whether puts go to a log first. */
  public static final Setting<Boolean> SWITCH =
      Setting.flag("", "off", "Switches the burst buffer on.");

  /** Where logs live. */
  public static final Setting<Optional<Path>> TIER =
      Setting.tier(
          "tier",
          "The directory on fast storage where the logs are. If there are several"
              + " tiers, the logs are in the first one that is not memory, and their data"
              + " goes to the first one that is not full. A size limits what the processes"
              + " of a node take there together for one file.");

  /** The time that counts for limits of the tier. */
  public static final Setting<Duration> TIER_WINDOW =
      Setting.time(
          "tier.window",
          "24h",
          "The time up to now for which tier.window.bytes and tier.files count what this user's"
              + " jobs write to the tier. A week is the most.");

  /** How much may be written to the tier. */
  public static final Setting<Quota> TIER_WINDOW_BYTES =
      Setting.quota(
          "tier.window.bytes",
          "How many bytes all jobs of this user may write to the tier within tier.window. Zeros,"
              + " headers and metadata count, too. With 0, there is no limit.");

  /** How large a log file may become. */
  public static final Setting<Long> TIER_FILE_BYTES =
      Setting.size(
          "tier.file.bytes",
          "0",
          "How large a file of a log may become on the tier. With 0, there is no limit.");

  /** How many log files may be made. */
  public static final Setting<Integer> TIER_FILES =
      Setting.count(
          "tier.files",
          0,
          "0",
          "How many files of logs all jobs of this user may make on the tier within tier.window."
              + " With 0, there is no limit.");

  /** What is done when a limit of the tier is reached. */
  public static final Setting<Protect> TIER_PROTECT =
      Setting.oneOf(
          "tier.protect",
          Protect.class,
          Protect.LOG,
          "What happens when tier.window.bytes, tier.file.bytes or tier.files is reached. log: a"
              + " warning reports it once. error: the call fails. both: a warning reports it once,"
              + " and the call fails. divert: puts go to the target until the limit leaves room"
              + " again.");

  /** How processes share logs. */
  public static final Setting<Layout> LAYOUT =
      Setting.oneOf(
          "log.layout",
          Layout.class,
          Layout.AUTO,
          "Which processes share a log. process: each process has its own log. node:"
              + " the processes of a node share one log. auto: as node if several nodes"
              + " share the tier, because this creates fewer files, and if log.capacity"
              + " holds the blocks of a shared log. Otherwise as process.");

  /** How logs are written. */
  public static final Setting<LogOptions.Access> ACCESS =
      Setting.oneOf(
          "log.access",
          LogOptions.Access.class,
          LogOptions.Access.AUTO,
          "How logs are written. mapped: by storing to mapped memory. written: by"
              + " positional writes. auto: as the file system of the tier suggests.");

  /** The largest step of a log's growth. */
  public static final Setting<Long> CHUNK =
      Setting.size("log.chunk", "16MiB", "The largest step by which a log grows.");

  /** Block size of shared logs. */
  public static final Setting<Long> BLOCK =
      Setting.size(
          "log.block",
          "8MiB",
          "If the processes of a node share a log, the size of its blocks. The blocks"
              + " belong to the processes of the node in turn.");

  /** Limit on a process's log. */
  public static final Setting<Long> CAPACITY =
      Setting.size(
          "log.capacity",
          "0",
          "How much of the tier the log of a process may take. With 0, only the size"
              + " of the tier limits it.");

  /** Limit on spare sessions. */
  public static final Setting<Long> SPARE =
      Setting.size(
          "log.spare",
          "128MiB",
          "How much of its tiers a process keeps as spare logs and directories of"
              + " closed files. The next files reuse them, so that the process need not make"
              + " and fill new ones. With 0, a close deletes the logs. Spare logs are"
              + " deleted when the process ends, or when the tier is full.");

  /** Limit on what is retained. */
  public static final Setting<Long> RETAIN =
      Setting.size(
          "log.retain",
          "0",
          "How much of a tier the retained logs of this user's closed files may take."
              + " Programs that open these files for reading get the data from the tier."
              + " With 0, no logs are retained. The logs of an open file may take as much"
              + " for data that was drained from them, each process its part. All of this data"
              + " is in the files, so the oldest is deleted when the limit is"
              + " reached, or when the tier is full.");

  /** What is retained. */
  public static final Setting<List<Retention.Rule>> RETAIN_FILES =
      Setting.rules(
          "log.retain.files",
          "patterns of names, each with how many are kept of the newest, such as"
              + " checkpoint-*.nc=2;restart.nc",
          "With log.retain, the files whose logs are retained. If this is not set, the"
              + " logs of all files are retained.");

  /** For how long it is retained. */
  public static final Setting<Duration> RETAIN_AGE =
      Setting.time(
          "log.retain.age",
          "0s",
          "With log.retain, how long the logs of a file are retained. With 0s, they"
              + " are retained as long as there is space.");

  /** What fails together with this node. */
  public static final Setting<String> DOMAIN =
      Setting.text(
          "log.domain",
          "a name, such as rack3",
          "The failure domain of this node. Set the same name for nodes that may be"
              + " lost at the same time: if possible, they keep nothing for each other. If"
              + " this is not set, the domain is the switch that Slurm names in"
              + " SLURM_TOPOLOGY_ADDR, else the host.");

  /** What acknowledged puts survive. */
  public static final Setting<Durability> DURABILITY =
      Setting.oneOf(
          "log.durability",
          Durability.class,
          Durability.PROCESS,
          "What an acknowledged put survives. process: the end of the process. batch:"
              + " the end of the machine, except for the last batch. power: the end of the"
              + " machine. node: the loss of the node; this needs log.copies or"
              + " log.redundancy.");

  /** Copies on other nodes. */
  public static final Setting<Integer> COPIES =
      Setting.count(
          "log.copies",
          0,
          "0",
          "How many copies of each log the tiers of other nodes keep while the log"
              + " grows. Puts survive the loss of as many nodes. With 0, there are no"
              + " copies.");

  /** How far copies may be behind. */
  public static final Setting<Long> COPIES_LAG =
      Setting.size(
          "log.copies.lag",
          "256MiB",
          "How many bytes of a process a copy may be behind. Beyond this, a warning"
              + " and a counter report it, and puts with log.durability=node do not wait for"
              + " the copy until it has caught up.");

  /** The network of copies. */
  public static final Setting<String> COPIES_NETWORK =
      Setting.text(
          "log.copies.network",
          "an interface such as ib0, or a network such as 10.1.0.0/16",
          "The network on which a node receives copies from other nodes. If this is"
              + " not set, it is the network of the address of the host's name.");

  /** How other nodes keep logs, apart from copies. */
  public enum Redundancy {
    /** Not at all, except as copies. */
    NONE,
    /** As parity, so that one node of a set may be lost. */
    XOR,
    /** As parity, so that several nodes of a set may be lost. */
    RS
  }

  /** Parity on other nodes. */
  public static final Setting<Redundancy> REDUNDANCY =
      Setting.oneOf(
          "log.redundancy",
          Redundancy.class,
          Redundancy.NONE,
          "Whether nodes keep parity of each other's logs while the logs grow, instead of"
              + " copies. xor: any one node of each set may be lost. rs: several nodes of each"
              + " set may be lost.");

  /** How many losses parity survives. */
  public static final Setting<Integer> REDUNDANCY_LOSSES =
      Setting.count(
          "log.redundancy.losses",
          1,
          "2",
          "With log.redundancy=rs, how many nodes of a set may be lost.");

  /** The size of sets. */
  public static final Setting<Integer> REDUNDANCY_SET =
      Setting.count(
          "log.redundancy.set", 2, "8", "With log.redundancy, about how many nodes form a set.");

  /** Size of chunks of parity. */
  public static final Setting<Long> REDUNDANCY_CHUNK =
      Setting.size(
          "log.redundancy.chunk",
          "1MiB",
          "With log.redundancy, the bytes of each log that go into one stripe of parity."
              + " Puts of a process beyond those of the other processes of its set are kept as"
              + " they are, and so is the last incomplete chunk of each.");

  /** Size of a batch. */
  public static final Setting<Long> BATCH_BYTES =
      Setting.size(
          "log.batch.bytes",
          "64MiB",
          "With log.durability=batch, the most bytes that may not be synced yet.");

  /** Age of a batch. */
  public static final Setting<Duration> BATCH_INTERVAL =
      Setting.time(
          "log.batch.interval",
          "1s",
          "With log.durability=batch, the longest time for which data stays unsynced.");

  /** Whether the program waits for drains. */
  public static final Setting<DrainMode> DRAIN_MODE =
      Setting.oneOf(
          "drain.mode",
          DrainMode.class,
          DrainMode.FOREGROUND,
          "Whether the program waits for drains at flush, at awaitAll and when a log"
              + " is nearly full. foreground: it waits until its puts are in the target."
              + " background: it hands its puts over to a background drain and continues."
              + " sync and close wait in both cases.");

  /** Epochs on their way to the target. */
  public static final Setting<Integer> DRAIN_EPOCHS =
      Setting.count(
          "drain.epochs",
          "1",
          "With drain.mode=background, how many times a process may hand over its puts"
              + " while none of them has reached the target. The process has one log more"
              + " than that.");

  /** Whether the program waits for closes. */
  public static final Setting<Closing> DRAIN_CLOSE =
      Setting.oneOf(
          "drain.close",
          Closing.class,
          Closing.WAIT,
          "Whether close waits until the file is complete. wait: it waits. background:"
              + " it returns, and the close continues in the background."
              + " Burstlog.awaitDrained() waits for background closes, and so does the end"
              + " of the virtual machine.");

  /** How fast drains may be that the program does not wait for. */
  public static final Setting<Long> DRAIN_RATE =
      Setting.rate(
          "drain.rate",
          "0",
          "How many bytes a second a process moves in a drain that the program does"
              + " not wait for. With 0, there is no limit.");

  /** How much of the time drains may work that the program does not wait for. */
  public static final Setting<Integer> DRAIN_SHARE =
      Setting.percent(
          "drain.share",
          "100%",
          "How much of the time a process works in a drain that the program does not"
              + " wait for. For the rest of the time, the drain leaves the core to the"
              + " program.");

  /** From when on puts are delayed. */
  public static final Setting<Integer> DRAIN_DELAY_AT =
      Setting.percent(
          "drain.delay.at",
          "80%",
          "With drain.mode=background, how full the log of a process is when its puts"
              + " begin to be delayed during a drain. The delay is small at first and grows"
              + " as the log fills, so that no put has to stop. With 100%, there are no"
              + " delays. With log.capacity=0, the size of the log is not known, and no put"
              + " is delayed before the tier was full once.");

  /** When the job ends. */
  public static final Setting<Optional<Instant>> DRAIN_DEADLINE =
      Setting.moment(
          "drain.deadline",
          "When the job ends. A drain that might not be complete by then ignores the"
              + " bursts of the program, drain.rate and drain.share. Before the end, a collective"
              + " put drains all pending records in time. If this is not set, SLURM_JOB_END_TIME"
              + " provides the time; 'bb job end --export' asks other schedulers.");

  /** The signal that says that the job ends soon. */
  public static final Setting<String> DRAIN_SIGNAL =
      Setting.text(
          "drain.signal",
          "a signal such as USR1",
          "The signal by which the scheduler says that the job ends soon. After it, each"
              + " collective put drains all pending records, and drains ignore the bursts of the"
              + " program. If this is not set, the library listens to no signal.");

  /** Size of a round. */
  public static final Setting<Long> DRAIN_BUFFER =
      Setting.size(
          "drain.buffer",
          "16MiB",
          "The most bytes that a process writes in one round of a drain. The process"
              + " uses two such buffers.");

  /** Extents of a round. */
  public static final Setting<Integer> DRAIN_EXTENTS =
      Setting.count(
          "drain.extents",
          "65536",
          "The most extents that a process writes in one round of a drain.");

  /** How rounds are written. */
  public static final Setting<Strategy> STRATEGY =
      Setting.oneOf(
          "drain.strategy",
          Strategy.class,
          Strategy.AUTO,
          "How a round is written. collective: all processes write together."
              + " independent: each process writes its own part. exchange: processes"
              + " exchange data first, then one process writes each stripe. auto: as the"
              + " data and the target suggest.");

  /** Stripes of the target. */
  public static final Setting<Long> DRAIN_STRIPE =
      Setting.size(
          "drain.stripe",
          "0",
          "How many consecutive bytes of the target one server of its file system"
              + " holds. With 0, the library asks the target, and uses 1MiB if the target"
              + " does not know.");

  /** Servers of the target. */
  public static final Setting<Integer> DRAIN_SERVERS =
      Setting.count(
          "drain.servers",
          0,
          "0",
          "How many servers of its file system hold the target. With 0, the library"
              + " asks the target, and assumes one server for each node if the target does"
              + " not know.");

  /** Several files at once. */
  public static final Setting<Scheme> DRAIN_FILES =
      Setting.oneOf(
          "drain.files",
          Scheme.class,
          Scheme.AUTO,
          "How processes are divided among files that are flushed together. bps: by bytes."
              + " lps: by bytes, in whole nodes. spread: so that no network card gets much more"
              + " than the other cards. turns: all processes drain one file after the other."
              + " auto: by the scheme with the shortest predicted time.");

  /** What opening a target does about sessions that a crash left behind. */
  public static final Setting<RecoverPolicy> RECOVER =
      Setting.oneOf(
          "recover",
          RecoverPolicy.class,
          RecoverPolicy.AUTO,
          "What opening a target does with records that a crash left on the tier."
              + " auto: opening for writing replays them first; opening for reading reads"
              + " them. refuse: the target is not opened. ignore: they are left alone.");

  /** What opening a target for reading does about sessions that have data of it. */
  public static final Setting<AttachPolicy> ATTACH =
      Setting.oneOf(
          "attach",
          AttachPolicy.class,
          AttachPolicy.AUTO,
          "Whether a file that is opened for reading is read together with its data in"
              + " logs on the tier. auto: yes, and the file is not opened if some logs"
              + " cannot be read. require: as auto, and the file is not opened either if the"
              + " tier cannot be checked for logs. partial: all logs that can be read are"
              + " used. off: the file is read as it is; a file opened for writing then does"
              + " not use its retained logs either. auto and off have no effect if the burst"
              + " buffer is off.");

  /** Whether logs stay. */
  public static final Setting<Boolean> KEEP =
      Setting.flag(
          "log.keep",
          "off",
          "Whether the files of a log stay on the tier after a successful close. They"
              + " have no pending records then.");

  /** How gets see pending records. */
  public static final Setting<Read> READ =
      Setting.oneOf(
          "read",
          Read.class,
          Read.MERGE,
          "How gets see pending records. merge: gets read them from the log. drain:"
              + " collective gets drain first; independent gets still read the log.");

  /** What a collective completion of puts means. */
  public static final Setting<Wait> WAIT =
      Setting.oneOf(
          "wait",
          Wait.class,
          Wait.DRAIN,
          "What a collective completion of requests does with pending records if puts"
              + " are among the requests. drain: it moves them to the target. keep: it"
              + " leaves them in the log, where they are safe.");

  /** Whether there is a report at close. */
  public static final Setting<Report> REPORT =
      Setting.oneOf(
          "report",
          Report.class,
          Report.OFF,
          "Whether the first process logs a report when a file is closed: what the program waited"
              + " for, and what to set. Counts are sums over all processes; times are means. html"
              + " and json also write a page or a JSON file beside the target, with the suffix"
              + " .report.html or .report.json. While the file is open, each process writes its"
              + " counts to a small file on the tier every second. 'bb report' and 'bb top' read"
              + " this file, also after a crash.");

  /** Hints for MPI-IO. */
  public static final Setting<String> MPI_HINTS =
      Setting.text(
          "mpi.hints",
          "key=value pairs, separated by semicolons",
          "Hints that are passed to MPI-IO when the target is opened.");

  private static final List<Setting<?>> ALL =
      List.of(
          SWITCH,
          TIER,
          TIER_WINDOW,
          TIER_WINDOW_BYTES,
          TIER_FILE_BYTES,
          TIER_FILES,
          TIER_PROTECT,
          LAYOUT,
          ACCESS,
          CHUNK,
          BLOCK,
          CAPACITY,
          SPARE,
          RETAIN,
          RETAIN_FILES,
          RETAIN_AGE,
          DOMAIN,
          DURABILITY,
          COPIES,
          COPIES_LAG,
          COPIES_NETWORK,
          REDUNDANCY,
          REDUNDANCY_LOSSES,
          REDUNDANCY_SET,
          REDUNDANCY_CHUNK,
          BATCH_BYTES,
          BATCH_INTERVAL,
          DRAIN_MODE,
          DRAIN_EPOCHS,
          DRAIN_CLOSE,
          DRAIN_RATE,
          DRAIN_SHARE,
          DRAIN_DELAY_AT,
          DRAIN_DEADLINE,
          DRAIN_SIGNAL,
          DRAIN_BUFFER,
          DRAIN_EXTENTS,
          STRATEGY,
          DRAIN_STRIPE,
          DRAIN_SERVERS,
          DRAIN_FILES,
          RECOVER,
          ATTACH,
          KEEP,
          READ,
          WAIT,
          REPORT,
          MPI_HINTS);

  /** How processes share logs. */
  public enum Layout {
    /** As the tier suggests. */
    AUTO,
    /** Each process has a log of its own. */
    PROCESS,
    /** The processes of a node share a log. */
    NODE
  }

  /** Whether the program waits for drains. */
  public enum DrainMode {
    /** It waits for each. */
    FOREGROUND,
    /** It waits only where it asks for what is in the target. */
    BACKGROUND
  }

  /** Whether the program waits for closes. */
  public enum Closing {
    /** It waits for each. */
    WAIT,
    /** It goes on. */
    BACKGROUND
  }

  /** How a file's report is given when it is closed. */
  public enum Report {
    /** There is none. */
    OFF,
    /** It is logged. */
    ON,
    /** It is logged, and a page is written beside the target. */
    HTML,
    /** It is logged, and JSON is written beside the target. */
    JSON
  }

  /** How gets see pending records. */
  public enum Read {
    /** Merged with the target, without a drain. */
    MERGE,
    /** After a drain, where all processes take part in it. */
    DRAIN
  }

  /** What a collective completion of puts means. */
  public enum Wait {
    /** They are in the target. */
    DRAIN,
    /** They are in the log. */
    KEEP
  }

  /** What {@link #load} has found last; a program that opens file after file sets nothing new. */
  private static volatile @Nullable Loaded last;

  /** What properties have set, and what that makes together with the environment. */
  private record Loaded(Map<String, String> properties, Settings settings) {}

  private final Map<String, String> values;

  /** What was set, read. */
  private final Map<Setting<?>, Object> read = new HashMap<>();

  /** What must be the same in all processes, made when it is asked for first. */
  private @Nullable List<String> shared;

  private Settings(Map<String, String> values) {
    this.values = Map.copyOf(values);
    for (Setting<?> setting : ALL) {
      String text = values.get(setting.key());
      if (text != null) {
        read.put(setting, setting.read(text));
      }
    }
  }

  /**
   * Returns all there is to set.
   *
   * @return every setting, in the order of the documentation
   */
  public static List<Setting<?>> all() {
    return ALL;
  }

  /**
   * Reads the environment and the system properties.
   *
   * @return what they set
   * @throws SettingsException when they name a key that does not exist or a value it does not take
   */
  public static Settings load() throws SettingsException {
    Map<String, String> properties = SettingSources.ofSettings(System.getProperties());
    Loaded known = last;
    if (known == null || !known.properties().equals(properties)) {
      Settings settings =
          builder().environment(System.getenv()).properties(System.getProperties()).build();
      known = new Loaded(properties, settings);
      last = known;
    }
    return known.settings();
  }

  /**
   * Starts from nothing set.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts from what is set here.
   *
   * @return a builder
   */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.sources.code(values);
    return builder;
  }

  /**
   * Returns a value.
   *
   * @param <T> what it is
   * @param setting which
   * @return what was set, or what holds when nobody sets it
   */
  @SuppressWarnings("unchecked") // What a setting reads is what it is of.
  public <T> T get(Setting<T> setting) {
    T known = (T) read.get(setting);
    return known == null ? setting.defaultValue() : known;
  }

  /** Returns the values of the settings that all processes must have alike, in their order. */
  List<String> shared() {
    List<String> known = shared;
    if (known == null) {
      // Values and not texts: 16MiB is 16777216.
      known = SameSettings.SHARED.stream().map(s -> String.valueOf(get(s))).toList();
      shared = known;
    }
    return known;
  }

  /**
   * Returns a value as it would be written.
   *
   * @param setting which
   * @return what was set, or what holds when nobody sets it
   */
  public String text(Setting<?> setting) {
    return values.getOrDefault(setting.key(), setting.defaultText());
  }

  /**
   * Makes sure that the processes that share a target have set the same; only where its log is, how
   * large that may become and how it is written each may have its own way. Collective.
   *
   * @param group the processes
   * @throws SettingsException in every process, when they have not; it says who has set what
   * @throws IOException when the group itself cannot be used any more
   */
  public void requireSame(ProcessGroup group) throws IOException {
    same(() -> this).require(group);
  }

  /**
   * What {@link #requireSame} compares, for a meeting that is about other things, too.
   *
   * @param settings what this process has set; asked for in the meeting
   * @return what to compare
   */
  public static Same same(Supplier<Settings> settings) {
    return SameSettings.of(settings);
  }

  /**
   * Returns how logs are written.
   *
   * @return the options
   */
  public LogOptions logOptions() {
    return new LogOptions(
        get(ACCESS),
        get(CHUNK),
        get(BLOCK),
        get(CAPACITY),
        get(SPARE),
        get(DURABILITY),
        get(BATCH_BYTES),
        get(BATCH_INTERVAL),
        List.of());
  }

  /**
   * Returns the tiers that data may go to.
   *
   * @return what {@link #TIER} says; empty where that is not set
   */
  public Optional<TierList> tiers() {
    String text = text(TIER);
    return text.isEmpty() ? Optional.empty() : Optional.of(TierList.of(text));
  }

  /**
   * Returns how much may be written to the tier.
   *
   * @return what the settings {@code tier.…} say
   */
  public WearLimits wearLimits() {
    return new WearLimits(
        get(TIER_WINDOW),
        get(TIER_WINDOW_BYTES),
        get(TIER_FILES),
        get(TIER_FILE_BYTES),
        get(TIER_PROTECT));
  }

  /**
   * Returns how logs are copied to other nodes.
   *
   * @return what the settings {@code log.copies…} say
   */
  public CopyOptions copyOptions() {
    String network = get(COPIES_NETWORK);
    return new CopyOptions(
        get(COPIES),
        get(COPIES_LAG),
        get(DOMAIN).strip(),
        network.isBlank() ? Optional.empty() : Optional.of(network.strip()),
        CopyOptions.PATIENCE,
        parityOptions());
  }

  private Optional<ParityOptions> parityOptions() {
    Redundancy how = get(REDUNDANCY);
    if (how == Redundancy.NONE) {
      return Optional.empty();
    }
    int losses = how == Redundancy.XOR ? 1 : get(REDUNDANCY_LOSSES);
    long chunk = Math.max(4096, Math.min(get(REDUNDANCY_CHUNK), 1 << 26));
    return Optional.of(new ParityOptions(losses, get(REDUNDANCY_SET), (int) chunk));
  }

  private void requirePossible() throws SettingsException {
    if (get(REDUNDANCY) == Redundancy.NONE) {
      if (get(DURABILITY) == Durability.NODE && get(COPIES) == 0) {
        throw new SettingsException(
            "log.durability is node, and log.copies is 0 and log.redundancy none, so nothing is"
                + " kept on another node; set burstlog.log.copies (BURSTLOG_LOG_COPIES) to how many"
                + " nodes may be lost, or burstlog.log.durability (BURSTLOG_LOG_DURABILITY) to"
                + " process");
      }
      return;
    }
    if (get(COPIES) > 0) {
      throw new SettingsException(
          "log.copies is "
              + get(COPIES)
              + ", and log.redundancy asks for parity in the place of copies; set one of"
              + " burstlog.log.copies (BURSTLOG_LOG_COPIES) and burstlog.log.redundancy"
              + " (BURSTLOG_LOG_REDUNDANCY)");
    }
    int losses = get(REDUNDANCY) == Redundancy.XOR ? 1 : get(REDUNDANCY_LOSSES);
    int most = ParityOptions.MOST_IN_SET;
    if (get(REDUNDANCY_SET) <= losses || get(REDUNDANCY_SET) > most) {
      throw new SettingsException(
          "log.redundancy.set is "
              + get(REDUNDANCY_SET)
              + ", and sets have more nodes than may be lost of them, which are "
              + losses
              + ", and at most "
              + most
              + "; set burstlog.log.redundancy.set (BURSTLOG_LOG_REDUNDANCY_SET) to a number between"
              + " them");
    }
  }

  /**
   * Returns what stays on the tier of files that are closed.
   *
   * @return what the settings {@code log.retain…} say
   */
  public Retention retention() {
    return new Retention(get(RETAIN), get(RETAIN_FILES), get(RETAIN_AGE));
  }

  /**
   * Returns how records are written to targets.
   *
   * @return what the settings {@code drain.…} say
   */
  public DrainOptions drainOptions() {
    int buffer = (int) Math.max(4096, Math.min(get(DRAIN_BUFFER), 1 << 30));
    return new DrainOptions(
        buffer, get(DRAIN_EXTENTS), get(STRATEGY), get(DRAIN_STRIPE), get(DRAIN_SERVERS));
  }

  /**
   * Returns what is set, by the names of the system properties, and whether the burst buffer is on.
   *
   * @return such as {@code {burstlog=on, burstlog.tier=/local/ssd}}
   */
  @Override
  public String toString() {
    Map<String, Object> set = new TreeMap<>();
    for (Setting<?> setting : ALL) {
      String value = values.get(setting.key());
      if (value != null) {
        set.put(setting.property(), value);
      }
    }
    set.put(SWITCH.property(), get(SWITCH) ? "on" : "off");
    return set.toString();
  }

  /** Collects values; what is set in code beats properties, which beat the environment. */
  public static final class Builder {
    private final SettingSources sources = new SettingSources();

    private Builder() {}

    /**
     * Takes what environment variables set; those not named {@code BURSTLOG…} are left alone, but
     * {@code PNETCDF_HINTS} is understood, see {@link #hints}.
     *
     * @param variables the environment
     * @return this builder
     * @throws SettingsException when one names no setting
     */
    public Builder environment(Map<String, String> variables) throws SettingsException {
      sources.environment(variables);
      return this;
    }

    /**
     * Takes PnetCDF's hints of its burst buffer, {@code nc_burst_buf…}. Everything else beats them;
     * other hints are left alone.
     *
     * @param values names and values
     * @return this builder
     * @throws SettingsException when there is no such hint of the burst buffer, or not that value
     */
    public Builder hints(Map<String, String> values) throws SettingsException {
      sources.hints(values);
      return this;
    }

    /**
     * Takes what properties set; those not named {@code burstlog…} are left alone.
     *
     * @param all the properties
     * @return this builder
     * @throws SettingsException when one names no setting
     */
    public Builder properties(Properties all) throws SettingsException {
      sources.properties(all);
      return this;
    }

    /**
     * Sets a value.
     *
     * @param setting which
     * @param value as it would be written in the environment
     * @return this builder
     */
    public Builder set(Setting<?> setting, String value) {
      sources.code(setting.key(), value);
      return this;
    }

    /**
     * Checks every value.
     *
     * @return the settings
     * @throws SettingsException when a setting does not take its value
     */
    public Settings build() throws SettingsException {
      Settings settings = new Settings(sources.checked());
      settings.requirePossible();
      return settings;
    }
  }
}
