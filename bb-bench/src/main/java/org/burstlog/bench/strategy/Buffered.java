package org.burstlog.bench.strategy;

import java.io.IOException;
import org.burstlog.SettingsException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.settings.Settings;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Statistics;

/** With this library's burst buffer. */
final class Buffered extends Direct {
  private final String name;
  private final String meaning;
  private final String layout;

  /** Whether the program waits for drains and closes. */
  private final boolean waits;

  private Buffered(String name, String meaning, String layout, boolean waits) {
    this.name = name;
    this.meaning = meaning;
    this.layout = layout;
    this.waits = waits;
  }

  static Buffered process() {
    return new Buffered(
        "process", "Puts go to a log of the process and are drained at the end.", "process", true);
  }

  static Buffered node() {
    return new Buffered(
        "node",
        "Puts go to a log that the processes of a node share and are drained at the end.",
        "node",
        true);
  }

  static Buffered background() {
    return new Buffered(
        "background",
        "Puts go to a log of the process, which is drained while the program goes on.",
        "process",
        false);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String meaning() {
    return meaning;
  }

  @Override
  public boolean needsTier() {
    return true;
  }

  @Override
  Settings settings(Site site, Manner manner) throws SettingsException {
    Settings.Builder builder =
        site.settings().toBuilder()
            .set(Settings.SWITCH, "on")
            .set(Settings.LAYOUT, layout)
            .set(Settings.TIER, String.valueOf(site.tier()))
            .set(Settings.DRAIN_MODE, waits ? "foreground" : "background")
            .set(Settings.DRAIN_CLOSE, waits ? "wait" : "background");
    if (manner.synced()) {
      builder.set(Settings.DURABILITY, "power");
    }
    return builder.build();
  }

  @Override
  Output output(Site site, NcFile file, Manner manner, Measures measures) {
    return new Logged(site, file, manner, measures);
  }

  private static final class Logged extends Written {
    Logged(Site site, NcFile file, Manner manner, Measures measures) {
      super(site, file, manner, measures);
    }

    @Override
    void transfer(NcVariable variable, Region region, NcMemory values) throws IOException {
      if (manner.calls() == Manner.Calls.INDEPENDENT) {
        variable.put(region, values);
      } else {
        super.transfer(variable, region, values);
      }
    }

    @Override
    void makeDurable() {
      // It is already: a put returns when its record is synced in the log.
    }

    @Override
    void bringToTarget() throws IOException {
      file().sync();
    }

    @Override
    public void close() throws IOException {
      super.close();
      measures.later(this::count);
    }

    private void count() {
      Statistics counted = file().statistics().orElseThrow();
      measures.add(counted);
      long opening = counted.get(Counter.OPEN_NANOS);
      measures.add(Phase.LOGS, opening);
      measures.add(Phase.CREATE, -opening);
      measures.add(Phase.FLUSH_READ, counted.get(Counter.GATHER_NANOS));
      measures.add(Phase.FLUSH_WRITE, counted.get(Counter.WRITE_NANOS));
      measures.add(Phase.FLUSH_SYNC, counted.get(Counter.SYNC_NANOS));
      measures.add(Phase.FLUSH_PROVE, counted.get(Counter.PROVE_NANOS));
    }
  }
}
