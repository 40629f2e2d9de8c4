package org.burstlog.bench.kernel;

import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.settings.Setting;

/**
 * A whole model: it computes, appends a record to its history every so many steps, and writes a
 * checkpoint to a file of its own every so many. Each rank has a block of a horizontal field.
 */
final class Model implements Kernel {
  private static final Setting<Integer> STEPS =
      Setting.count("steps", "150", "Steps of the model; each begins with its computation.");
  private static final Setting<Integer> HISTORY =
      Setting.count("history", "10", "Steps from one record of the history to the next.");
  private static final Setting<Integer> CHECKPOINT =
      Setting.count("checkpoint", "50", "Steps from one checkpoint to the next.");
  private static final Setting<Integer> VARIABLES =
      Setting.count("variables", "8", "Fields of a record, and of a checkpoint.");
  private static final Setting<Integer> ROWS = Setting.count("rows", "576", "Rows of a field.");
  private static final Setting<Integer> COLUMNS =
      Setting.count("columns", "608", "Columns of a field.");
  private static final Setting<Boolean> FLUSH =
      Setting.flag("flush", "on", "Whether each record of the history is flushed.");
  private static final Setting<?> COMPUTE =
      Setting.time("compute", "100ms", "How long each rank computes in a step.");
  private static final Map<String, Map<String, String>> PRESETS =
      new Presets()
          .add("short", "steps=50 history=5 checkpoint=25 rows=288 columns=304 compute=20ms")
          .add("busy", "computing=burn-all")
          .toMap();

  @Override
  public String name() {
    return "model";
  }

  @Override
  public String stresses() {
    return "A program that computes between its writes: what they add to its time.";
  }

  @Override
  public List<Setting<?>> parameters() {
    return Gap.with(
        STEPS, HISTORY, CHECKPOINT, VARIABLES, ROWS, COLUMNS, Manner.CALLS, FLUSH, COMPUTE);
  }

  @Override
  public Map<String, Map<String, String>> presets() {
    return PRESETS;
  }

  @Override
  public List<String> strategies() {
    return List.of("none", "direct", "process", "node", "background");
  }

  @Override
  public Program program(Parameters parameters, int ranks) throws BurstlogException {
    Tiling tiling = Tiling.of(parameters.get(ROWS), parameters.get(COLUMNS), ranks);
    if (tiling.rows() < tiling.down()) {
      throw parameters.wrong(
          ROWS, "must be at least " + tiling.down() + " for " + ranks + " ranks");
    }
    if (tiling.columns() < tiling.across()) {
      throw parameters.wrong(
          COLUMNS, "must be at least " + tiling.across() + " for " + ranks + " ranks");
    }
    if (tiling.largest() > 1 << 27) {
      throw parameters.wrong(ROWS, "a block of a rank must not be larger than 1GiB");
    }
    if (parameters.get(HISTORY) > parameters.get(STEPS)) {
      throw parameters.wrong(HISTORY, "there would be no record: there are fewer steps");
    }
    return new ModelRun(
        tiling,
        parameters.get(STEPS),
        parameters.get(HISTORY),
        parameters.get(CHECKPOINT),
        parameters.get(VARIABLES),
        new Manner(false, parameters.get(Manner.CALLS)));
  }
}
