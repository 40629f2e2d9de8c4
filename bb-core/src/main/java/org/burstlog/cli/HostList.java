package org.burstlog.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;

/** Names of nodes, in the short form that schedulers write: {@code n[01-16,20],login}. */
final class HostList {
  private static final int MOST = 1 << 20;
  private static final String SLURM = "SLURM_JOB_NODELIST";
  private static final String PBS = "PBS_NODEFILE";

  private HostList() {}

  /** Returns the nodes of the job that an environment tells of, in their order. */
  static List<String> ofJob(Map<String, String> environment) throws IOException {
    String list = environment.get(SLURM);
    if (list != null) {
      return expand(list);
    }
    String file = environment.get(PBS);
    if (file == null) {
      throw new BurstlogException(
          "no nodes are named, and neither "
              + SLURM
              + " nor "
              + PBS
              + " is set; name the nodes, such as n[1-8], or call it inside a job");
    }
    // A line for each process that has its place there.
    return Files.readAllLines(Path.of(file)).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .distinct()
        .toList();
  }

  /** Returns all names that a list stands for. */
  static List<String> expand(String list) throws BurstlogException {
    List<String> names = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    for (int i = 0; i <= list.length(); i++) {
      char c = i == list.length() ? ',' : list.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == list.length())) {
        expand(list.substring(begin, i), names, list);
        begin = i + 1;
      }
    }
    return names;
  }

  /** One name, with ranges in it, of which the first is replaced by what it stands for. */
  private static void expand(String name, List<String> into, String list) throws BurstlogException {
    int open = name.indexOf('[');
    int close = name.indexOf(']');
    if (open < 0 && close < 0 && !name.isEmpty()) {
      into.add(name);
    } else if (open >= 0 && close > open) {
      for (String range : name.substring(open + 1, close).split(",", -1)) {
        for (String number : numbers(range, list)) {
          expand(name.substring(0, open) + number + name.substring(close + 1), into, list);
        }
      }
    } else {
      throw unreadable(list);
    }
    if (into.size() > MOST) {
      throw unreadable(list);
    }
  }

  private static List<String> numbers(String range, String list) throws BurstlogException {
    String[] ends = range.split("-", -1);
    String last = ends[ends.length - 1];
    if (ends.length > 2 || !ends[0].matches("\\d{1,9}") || !last.matches("\\d{1,9}")) {
      throw unreadable(list);
    }
    int from = Integer.parseInt(ends[0]);
    int to = Integer.parseInt(last);
    if (from > to || to - from >= MOST) {
      throw unreadable(list);
    }
    List<String> numbers = new ArrayList<>();
    for (int number = from; number <= to; number++) {
      String digits = String.valueOf(number);
      numbers.add("0".repeat(Math.max(0, ends[0].length() - digits.length())) + digits);
    }
    return numbers;
  }

  private static BurstlogException unreadable(String list) {
    return new BurstlogException(
        "'" + list + "' is no list of nodes; write it such as n[01-16,20],login");
  }
}
