package org.burstlog.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.burstlog.stats.Counter;
import org.burstlog.stats.DrainReason;

/** A report for programs: one JSON object. Times are nanoseconds, sizes bytes. */
public final class ReportJson {
  /** Changes when a key goes or changes its meaning, and not when one comes. */
  private static final int VERSION = 1;

  private ReportJson() {}

  /**
   * Writes a report.
   *
   * @param run what to report
   * @return the JSON text, on one line
   */
  public static String of(Run run) {
    List<Advice> advice = Adviser.advise(run);
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("version", VERSION);
    report.put("target", run.subject().target());
    report.put("state", run.state());
    report.put("began", run.subject().began());
    report.put("processes", run.subject().processes());
    report.put("told", run.told());
    report.put("verdict", Verdict.of(run, advice));
    report.put("elapsed", run.elapsed());
    report.put("waited", means(run, Waits.parts(run.counted())));
    report.put("hidden", (long) run.mean(Waits.hidden(run.counted())));
    report.put("exposed", (long) run.mean(Waits.exposed(run.counted())));
    report.put("writes", run.writes());
    report.put("written", run.written());
    report.put("pending", run.pending());
    report.put("loss", Loss.of(run));
    report.put("slowest", most(run.slowest()));
    report.put("fullest", most(run.fullest()));
    report.put("servers", servers(run.servers()));
    report.put("advice", advice.stream().map(ReportJson::advice).toList());
    report.put("own", run.own());
    report.put("counters", counters(run));
    report.put("drains", drains(run));
    report.put("heat", heat(run.heat()));
    return JsonText.of(report);
  }

  private static Map<String, Long> means(Run run, Map<String, Long> parts) {
    Map<String, Long> means = new LinkedHashMap<>();
    parts.forEach((name, nanos) -> means.put(name, (long) run.mean(nanos)));
    return means;
  }

  private static Map<String, Object> most(Most most) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("rank", most.rank());
    object.put("value", most.value());
    return object;
  }

  private static List<Map<String, Object>> servers(Servers servers) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (int number : servers.written()) {
      Map<String, Object> server = new LinkedHashMap<>();
      server.put("server", number);
      server.put("bytes", servers.bytes(number));
      server.put("nanos", servers.nanos(number));
      all.add(server);
    }
    return all;
  }

  private static Map<String, Object> advice(Advice advice) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("code", advice.code());
    object.put("nanos", advice.nanos());
    object.put("finding", advice.finding());
    object.put("remedy", advice.remedy());
    object.put("setting", advice.setting());
    return object;
  }

  private static Map<String, Long> counters(Run run) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      all.put(counter.name().toLowerCase(Locale.ROOT), run.counted().get(counter));
    }
    return all;
  }

  private static Map<String, Long> drains(Run run) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (DrainReason reason : DrainReason.values()) {
      all.put(reason.toString(), run.counted().drains(reason));
    }
    return all;
  }

  private static Map<String, Object> heat(HeatMap heat) {
    List<Long> put = new ArrayList<>();
    List<Long> drained = new ArrayList<>();
    for (int bin = 0; bin < HeatMap.BINS; bin++) {
      put.add(heat.put(bin));
      drained.add(heat.drained(bin));
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("width", heat.width());
    object.put("put", put);
    object.put("drained", drained);
    return object;
  }
}
