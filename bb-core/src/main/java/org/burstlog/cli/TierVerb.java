package org.burstlog.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.burstlog.BurstlogException;
import org.burstlog.group.SoloGroup;
import org.burstlog.job.DataWarp;
import org.burstlog.log.spare.SpareDirectory;
import org.burstlog.recover.TierSession;
import org.burstlog.report.Amounts;
import org.burstlog.settings.Setting;
import org.burstlog.settings.Settings;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetPath;
import org.burstlog.wear.Speed;
import org.burstlog.wear.TierWear;
import org.burstlog.wear.Wear;
import org.burstlog.wear.WearLimits;
import org.burstlog.wear.Written;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb tier}: the size of tiers, their sessions, and the bytes written to them. */
@Command(
    name = "tier",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the capacity of tiers, this user's sessions there, the bytes that the user's jobs have"
          + " written, the limits in the settings, and when these will be reached.",
      "Bytes are counted if tier.window.bytes, tier.file.bytes or tier.files is set.",
      "Exit code: 0 all is well, 1 four fifths of a limit are used, 2 a tier could not be read."
    })
public final class TierVerb implements Verb {
  private static final double WARN_AT = 0.8;
  private static final int PERCENT = 100;
  private static final int MINUTES = 60;

  @Parameters(
      paramLabel = "TIER",
      arity = "0..*",
      description = "Tiers to look at; without any, the one that the settings name.")
  private List<Path> tiers = new ArrayList<>();

  @Option(
      names = "--measure",
      paramLabel = "SIZE",
      description =
          "Writes a file of this size, such as 64MiB, to find out how fast the tier is. Its bytes"
              + " count.")
  private @Nullable String measured;

  @Option(names = "--json", description = "Writes JSON.")
  private boolean json;

  /** Creates the verb. */
  public TierVerb() {}

  /** The facts of one tier. */
  private record Facts(
      Path tier,
      String type,
      long capacity,
      long free,
      int sessions,
      long bytes,
      long spare,
      Written written,
      double speed) {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    WearLimits limits = Settings.load().wearLimits();
    int code = OK;
    Json text = new Json().object().name("tiers").array();
    for (Path tier : Selection.chosen(tiers)) {
      Facts facts = look(TargetPath.canonical(tier), limits);
      Written written = facts.written();
      boolean manyFiles = limits.files() > 0 && written.files() >= WARN_AT * limits.files();
      if (written.part() >= WARN_AT || manyFiles) {
        code = WRONG;
      }
      if (json) {
        describe(text, facts, limits);
      } else {
        print(facts, limits, out);
      }
    }
    if (json) {
      out.println(text.end().field("exit", code).end());
    }
    return code;
  }

  private Facts look(Path tier, WearLimits limits) throws IOException {
    Storage storage = Selection.storage();
    List<TierSession> sessions;
    try (SoloGroup group = new SoloGroup()) {
      sessions = Selection.everything(List.of(tier)).find(group);
    }
    double speed = measured == null ? 0 : measure(storage, tier, limits, measured);
    return new Facts(
        tier,
        storage.fileSystemType(tier),
        storage.capacity(tier),
        storage.usableSpace(tier),
        sessions.size(),
        sessions.stream().mapToLong(TierSession::bytes).sum(),
        Selection.spares(List.of(tier)).stream().mapToLong(SpareDirectory::bytes).sum(),
        Written.read(storage, tier, limits, InstantSource.system()),
        speed);
  }

  private static double measure(Storage storage, Path tier, WearLimits limits, String size)
      throws IOException {
    long bytes;
    try {
      bytes = Setting.size("", "0", "").read(size);
    } catch (IllegalArgumentException e) {
      throw new BurstlogException("--measure " + size + ": no size; give one such as 64MiB", e);
    }
    Path own = storage.own(tier);
    if (storage.facts(own) == null) {
      storage.makeDirectory(own);
    }
    try (TierWear wear = new TierWear(storage, tier, limits, InstantSource.system())) {
      return Speed.measure(storage, own, bytes, limits.isNone() ? Wear.UNLIMITED : wear);
    }
  }

  private static void print(Facts facts, WearLimits limits, PrintStream out) {
    Written written = facts.written();
    out.println("tier " + Words.line(facts.tier()) + ", " + facts.type());
    DataWarp.reach(facts.tier(), System.getenv()).ifPresent(reach -> line(out, "reach", reach));
    line(
        out,
        "capacity",
        Amounts.bytes(facts.capacity()) + ", " + Amounts.bytes(facts.free()) + " free");
    line(
        out,
        "in use",
        Amounts.bytes(facts.bytes())
            + " in "
            + Words.count(facts.sessions(), "session", "sessions")
            + ", "
            + Amounts.bytes(facts.spare())
            + " spare");
    line(
        out,
        "written",
        written.began().isEmpty()
            ? "not counted; set burstlog.tier.window.bytes (BURSTLOG_TIER_WINDOW_BYTES)"
            : Amounts.bytes(written.totalBytes())
                + " and "
                + Words.count(written.totalFiles(), "file", "files")
                + " by "
                + Words.count(written.hosts(), "host", "hosts")
                + " since "
                + written.began().orElseThrow());
    if (!limits.isNone()) {
      line(out, "within " + time(limits.window()), used(written, limits));
      line(out, "forecast", forecast(written));
      line(
          out,
          "at a limit",
          switch (limits.protect()) {
            case LOG -> "a warning reports it, and writes continue";
            case ERROR -> "puts fail";
            case BOTH -> "a warning reports it, and puts fail";
            case DIVERT -> "puts go to the target";
          });
    }
    if (facts.speed() > 0) {
      line(out, "speed", Amounts.bytes((long) facts.speed()) + " a second, written and synced");
    }
  }

  private static void line(PrintStream out, String name, String value) {
    out.printf(Locale.ROOT, "  %-12s %s%n", name, value);
  }

  private static String used(Written written, WearLimits limits) {
    String bytes = Amounts.bytes(written.bytes());
    String files = Words.count(written.files(), "file", "files");
    return (written.limit() == 0
            ? bytes
            : bytes
                + " of "
                + Amounts.bytes(written.limit())
                + " ("
                + Math.round(written.part() * PERCENT)
                + " %)")
        + ", "
        + files
        + (limits.files() == 0 ? "" : " of " + limits.files())
        + (limits.fileBytes() == 0 ? "" : ", a file may have " + Amounts.bytes(limits.fileBytes()));
  }

  private static String forecast(Written written) {
    if (written.limit() == 0) {
      return "there is no limit on bytes";
    }
    return written
        .full()
        .map(time -> "as in the last hour, the limit is reached in " + time(time))
        .orElse("as in the last hour, the limit is not reached");
  }

  private static String time(Duration time) {
    long minutes = time.toMinutes();
    return minutes % MINUTES == 0 ? minutes / MINUTES + " h" : minutes + " min";
  }

  private static void describe(Json text, Facts facts, WearLimits limits) {
    Written written = facts.written();
    text.object()
        .field("tier", facts.tier())
        .field("fileSystem", facts.type())
        .field("capacity", facts.capacity())
        .field("free", facts.free())
        .field("sessions", facts.sessions())
        .field("sessionBytes", facts.bytes())
        .field("spareBytes", facts.spare())
        .field("countedSince", written.began().orElse(null))
        .field("hosts", written.hosts())
        .field("writtenBytes", written.totalBytes())
        .field("writtenFiles", written.totalFiles())
        .field("windowSeconds", limits.window().toSeconds())
        .field("windowBytes", written.bytes())
        .field("windowFiles", written.files())
        .field("limitBytes", written.limit())
        .field("limitFiles", limits.files())
        .field("limitFileBytes", limits.fileBytes())
        .field("protect", Words.lower(limits.protect()))
        .field("fullInSeconds", written.full().map(Duration::toSeconds).orElse(null))
        .field("bytesPerSecond", facts.speed() > 0 ? (long) facts.speed() : null)
        .end();
  }
}
