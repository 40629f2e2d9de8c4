package org.burstlog.bench.run;

import java.util.Locale;
import java.util.Map;
import org.burstlog.bench.strategy.Measures;
import org.burstlog.cli.Json;
import org.burstlog.stats.Counter;
import org.jspecify.annotations.Nullable;

/** One run as a line of JSON. */
final class ResultLine {
  private static final double MIB = 1 << 20;

  private ResultLine() {}

  /**
   * Writes a run.
   *
   * @param job what was asked for
   * @param strategy by which strategy it was
   * @param repeat which of the repetitions, from 0
   * @param processes how many there were
   * @param verified whether every element was right
   * @param measures what it took in all processes
   * @param limits what is possible here and now, or null where that was not measured
   * @param counted what the target's file system counted, as JSON, or null
   * @return the line, without its end
   */
  static String of(
      Job job,
      String strategy,
      int repeat,
      int processes,
      boolean verified,
      Measures measures,
      @Nullable Limits limits,
      @Nullable String counted) {
    Json json = new Json().object();
    json.field("kernel", job.kernel().name()).field("preset", job.preset());
    json.name("parameters").object();
    job.parameters().texts().forEach(json::field);
    json.end();
    json.field("strategy", strategy).field("np", processes).field("repeat", repeat);
    json.field("bytes", measures.bytes()).field("puts", measures.puts());
    json.field("verified", verified);
    json.name("phases").object();
    measures.seconds().forEach((phase, seconds) -> json.field(phase.toString(), seconds));
    json.field("waited", measures.waited()).field("total", measures.total()).end();
    json.field("run", measures.run());
    double seconds = Math.max(measures.total(), 1e-9);
    json.field("bandwidth", measures.bytes() / MIB / seconds);
    json.name("rates").object();
    measures.rates().forEach(json::field);
    json.end();
    json.name("limits").object();
    if (limits != null) {
      json.field("tier", limits.tier()).field("target", limits.target());
    }
    json.end();
    json.name("overlap").object().field("exposed", measures.exposed());
    measures
        .overlap()
        .ifPresent(
            overlap ->
                json.field("drains", overlap.drains())
                    .field("hidden", overlap.hidden())
                    .field("efficiency", overlap.efficiency()));
    json.end();
    json.name("counters").object();
    for (Map.Entry<Counter, Long> counter : measures.counters().entrySet()) {
      json.field(counter.getKey().name().toLowerCase(Locale.ROOT), counter.getValue());
    }
    json.end();
    if (counted != null) {
      json.json("pfs", counted);
    }
    return json.end().toString();
  }
}
