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
import org.burstlog.recover.AttachPolicy;
import org.burstlog.recover.RecoverPolicy;
import org.burstlog.recover.Retention;
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
      Setting.flag("", "off", "Whether the burst buffer is used at all.");

  /** Where logs live. */
  public static final Setting<Optional<Path>> TIER =
      Setting.directory("tier", "The directory on fast storage where logs live.");

  /** How processes share logs. */
  public static final Setting<Layout> LAYOUT =
      Setting.oneOf(
          "log.layout",
          Layout.class,
          Layout.PROCESS,
          "Whether each process has a log of its own or the processes of a node share one.");

  /** How logs are written. */
  public static final Setting<LogOptions.Access> ACCESS =
      Setting.oneOf(
          "log.access",
          LogOptions.Access.class,
          LogOptions.Access.AUTO,
          "Whether logs are written by storing to mapped memory or by positional writes; auto"
              + " decides by the tier's file system.");

  /** The largest step of a log's growth. */
  public static final Setting<Long> CHUNK =
      Setting.size("log.chunk", "16MiB", "The largest step by which a log grows.");

  /** Block size of shared logs. */
  public static final Setting<Long> BLOCK =
      Setting.size(
          "log.block",
          "8MiB",
          "With a log per node, the size of the blocks that belong to its processes in turn.");

  /** Limit on a process's log. */
  public static final Setting<Long> CAPACITY =
      Setting.size(
          "log.capacity",
          "0",
          "How much of the tier the log of a process may take; 0 for no limit but the tier's.");

  /** Limit on spare sessions. */
  public static final Setting<Long> SPARE =
      Setting.size(
          "log.spare",
          "128MiB",
          "How much of its tiers a process keeps, in directories and logs of files it has closed,"
              + " for the files it opens next, which spares these making and filling new ones; 0 to"
              + " delete logs at the close. What it keeps goes when it ends, or when the tier is"
              + " full.");

  /** Limit on what is retained. */
  public static final Setting<Long> RETAIN =
      Setting.size(
          "log.retain",
          "0",
          "How much of a tier this user's files may take, after they were closed, in logs that are"
              + " kept for programs that read them again; 0 to keep none. The logs of an open file"
              + " may take as much for what was drained from them, each process its part. All of it"
              + " is in the files, so the oldest goes when the limit is reached, or when the tier is"
              + " full.");

  /** What is retained. */
  public static final Setting<List<Retention.Rule>> RETAIN_FILES =
      Setting.rules(
          "log.retain.files",
          "patterns of names, each with how many are kept of the newest, such as"
              + " checkpoint-*.nc=2;restart.nc",
          "With log.retain, which files are kept in logs; nothing for all.");

  /** For how long it is retained. */
  public static final Setting<Duration> RETAIN_AGE =
      Setting.time(
          "log.retain.age",
          "0s",
          "With log.retain, for how long a file is kept in logs; 0s for as long as there is room.");

  /** What fails together with this node. */
  public static final Setting<String> DOMAIN =
      Setting.text(
          "log.domain",
          "a name, such as rack3",
          "What this node fails together with: nodes that may be lost at once have the same name,"
              + " and keep nothing for each other where others can. Where nothing is set, it is the"
              + " switch that Slurm tells in SLURM_TOPOLOGY_ADDR, else the host.");

  /** What acknowledged puts survive. */
  public static final Setting<Durability> DURABILITY =
      Setting.oneOf(
          "log.durability",
          Durability.class,
          Durability.PROCESS,
          "What an acknowledged put survives: the process, all but the last batch the machine, the"
              + " machine, or, with log.copies, the loss of the node.");

  /** Copies on other nodes. */
  public static final Setting<Integer> COPIES =
      Setting.count(
          "log.copies",
          0,
          "0",
          "How many copies of each log are made on the tiers of other nodes while it grows, so that"
              + " what was put survives the loss of as many nodes; 0 for none.");

  /** How far copies may be behind. */
  public static final Setting<Long> COPIES_LAG =
      Setting.size(
          "log.copies.lag",
          "256MiB",
          "How many bytes of a process a copy may be behind before that is told and counted, and"
              + " puts of durability node do not wait for it any more until it has caught up.");

  /** The network of copies. */
  public static final Setting<String> COPIES_NETWORK =
      Setting.text(
          "log.copies.network",
          "an interface such as ib0, or a network such as 10.1.0.0/16",
          "At which of a node's addresses copies of other nodes are received; nothing for that of"
              + " the host's name.");

  /** Size of a batch. */
  public static final Setting<Long> BATCH_BYTES =
      Setting.size(
          "log.batch.bytes", "64MiB", "With durability batch, how much may be not yet synced.");

  /** Age of a batch. */
  public static final Setting<Duration> BATCH_INTERVAL =
      Setting.time(
          "log.batch.interval", "1s", "With durability batch, for how long it may not be synced.");

  /** Whether the program waits for drains. */
  public static final Setting<DrainMode> DRAIN_MODE =
      Setting.oneOf(
          "drain.mode",
          DrainMode.class,
          DrainMode.FOREGROUND,
          "Whether flush, awaitAll and a log that is nearly full wait until what was put is in the"
              + " target, or hand it over to a drain in the background and return; sync and close"
              + " wait in either case.");

  /** Epochs on their way to the target. */
  public static final Setting<Integer> DRAIN_EPOCHS =
      Setting.count(
          "drain.epochs",
          "1",
          "With drain.mode background, how many times a process may hand over what it has put while"
              + " none of it has reached the target; it has a log more than that.");

  /** Whether the program waits for closes. */
  public static final Setting<Closing> DRAIN_CLOSE =
      Setting.oneOf(
          "drain.close",
          Closing.class,
          Closing.WAIT,
          "Whether closing a file waits until it is complete, or goes on in the background;"
              + " Burstlog.awaitDrained() waits for what goes on, and so does the end of the"
              + " virtual machine.");

  /** How fast drains may be that the program does not wait for. */
  public static final Setting<Long> DRAIN_RATE =
      Setting.rate(
          "drain.rate",
          "0",
          "How many bytes a second a process moves in a drain that the program does not wait for; 0"
              + " for no limit.");

  /** How much of the time drains may work that the program does not wait for. */
  public static final Setting<Integer> DRAIN_SHARE =
      Setting.percent(
          "drain.share",
          "100%",
          "How much of the time a process works in a drain that the program does not wait for; it"
              + " rests for the remainder, and leaves its core to the program.");

  /** From when on puts are delayed. */
  public static final Setting<Integer> DRAIN_DELAY_AT =
      Setting.percent(
          "drain.delay.at",
          "80%",
          "With drain.mode background, how full the log of a process is when its puts begin to be"
              + " delayed while an epoch is being drained: little at first, and more as it fills,"
              + " so that none has to stop; 100% for no delays. Where the size of a log is not"
              + " known, because log.capacity is 0, nothing is delayed before the tier was full"
              + " once.");

  /** When the job ends. */
  public static final Setting<Optional<Instant>> DRAIN_DEADLINE =
      Setting.moment(
          "drain.deadline",
          "When the job ends. A drain that might not be complete by then pays no regard to the"
              + " program, drain.rate and drain.share. Where nothing is set, SLURM_JOB_END_TIME"
              + " says it.");

  /** Size of a round. */
  public static final Setting<Long> DRAIN_BUFFER =
      Setting.size(
          "drain.buffer",
          "16MiB",
          "The most a process writes in one round of a drain; two such buffers are used.");

  /** Extents of a round. */
  public static final Setting<Integer> DRAIN_EXTENTS =
      Setting.count(
          "drain.extents", "65536", "The most extents a process writes in one round of a drain.");

  /** How rounds are written. */
  public static final Setting<Strategy> STRATEGY =
      Setting.oneOf(
          "drain.strategy",
          Strategy.class,
          Strategy.AUTO,
          "How a round is written: together, each process its own part, each stripe by one process"
              + " after an exchange, or as the data and the target suggest.");

  /** Stripes of the target. */
  public static final Setting<Long> DRAIN_STRIPE =
      Setting.size(
          "drain.stripe",
          "0",
          "How many bytes of the target one server of its file system holds in a row; 0 to ask the"
              + " target, and 1MiB where it does not know.");

  /** Servers of the target. */
  public static final Setting<Integer> DRAIN_SERVERS =
      Setting.count(
          "drain.servers",
          0,
          "0",
          "How many servers of its file system hold the target; 0 to ask the target, and one a node"
              + " where it does not know.");

  /** Several files at once. */
  public static final Setting<Scheme> DRAIN_FILES =
      Setting.oneOf(
          "drain.files",
          Scheme.class,
          Scheme.AUTO,
          "How processes are divided among files that are flushed together: by bytes (bps), by bytes"
              + " in whole nodes (lps), so that no network card has much more than others (spread),"
              + " not at all, one file after the other (turns), or as is predicted to take the least"
              + " time.");

  /** What opening a target does about sessions that a crash left behind. */
  public static final Setting<RecoverPolicy> RECOVER =
      Setting.oneOf(
          "recover",
          RecoverPolicy.class,
          RecoverPolicy.AUTO,
          "Whether opening a target for writing first replays what a crash left for it in the tier,"
              + " refuses to open it, or leaves that alone. Opening it for reading reads that as"
              + " well, refuses, or leaves it alone.");

  /** What opening a target for reading does about sessions that have data of it. */
  public static final Setting<AttachPolicy> ATTACH =
      Setting.oneOf(
          "attach",
          AttachPolicy.class,
          AttachPolicy.AUTO,
          "Whether a file that is opened for reading is read together with what logs on the tier"
              + " have of it: auto refuses where some of them cannot be read, require also where it"
              + " cannot be found out whether there are any, partial reads what can be read, off"
              + " reads the file as it is. auto and off do nothing when the burst buffer is off. With"
              + " off, what is retained is not read of a file that is opened for writing, either.");

  /** Whether logs stay. */
  public static final Setting<Boolean> KEEP =
      Setting.flag(
          "log.keep",
          "off",
          "Whether the files of a log stay in the tier after a close that went well; they hold"
              + " nothing pending then.");

  /** How gets see pending records. */
  public static final Setting<Read> READ =
      Setting.oneOf(
          "read",
          Read.class,
          Read.MERGE,
          "Whether gets look for pending records in the log, or collective gets drain first;"
              + " independent gets look into the log in any case.");

  /** What a collective completion of puts means. */
  public static final Setting<Wait> WAIT =
      Setting.oneOf(
          "wait",
          Wait.class,
          Wait.DRAIN,
          "Whether completing requests collectively moves what is pending to the target when puts"
              + " are among them, or keeps it in the log, where it is safe.");

  /** Whether there is a report at close. */
  public static final Setting<Boolean> REPORT =
      Setting.flag(
          "report",
          "off",
          "Whether the first process logs what was counted when a file is closed: counts as sums"
              + " over all processes, times as means of them.");

  /** Hints for MPI-IO. */
  public static final Setting<String> MPI_HINTS =
      Setting.text(
          "mpi.hints",
          "key=value pairs, separated by semicolons",
          "Hints passed on to MPI-IO when the target is opened.");

  private static final List<Setting<?>> ALL =
      List.of(
          SWITCH,
          TIER,
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
          BATCH_BYTES,
          BATCH_INTERVAL,
          DRAIN_MODE,
          DRAIN_EPOCHS,
          DRAIN_CLOSE,
          DRAIN_RATE,
          DRAIN_SHARE,
          DRAIN_DELAY_AT,
          DRAIN_DEADLINE,
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
        get(BATCH_INTERVAL));
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
        CopyOptions.PATIENCE);
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
      if (settings.get(DURABILITY) == Durability.NODE && settings.get(COPIES) == 0) {
        throw new SettingsException(
            "log.durability is node, and log.copies is 0, so nothing is copied to another node;"
                + " set burstlog.log.copies (BURSTLOG_LOG_COPIES) to how many nodes may be lost, or"
                + " burstlog.log.durability (BURSTLOG_LOG_DURABILITY) to process");
      }
      return settings;
    }
  }
}
