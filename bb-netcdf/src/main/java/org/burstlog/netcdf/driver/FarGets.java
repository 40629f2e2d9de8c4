package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.recover.Attachment;
import org.burstlog.recover.RegionFill;
import org.burstlog.recover.TargetWriter;
import org.jspecify.annotations.Nullable;

/** Gets of what is in logs on the tiers of other nodes, whose processes send it. */
final class FarGets {
  private static final int MOST_NAMED = 8;

  private final MeetingGroup group;
  private final Attachment attachment;
  private final Driver target;
  private final List<Array> arrays;
  private final String path;
  private final Telling telling;

  /**
   * Gets of a file.
   *
   * @param target reads what no log has
   * @param arrays the variables
   * @param path of the file
   */
  FarGets(
      MeetingGroup group, Attachment attachment, Driver target, List<Array> arrays, String path) {
    this.group = group;
    this.attachment = attachment;
    this.target = target;
    this.arrays = arrays;
    this.path = path;
    this.telling = new NcTelling("reading " + path, NcError.NC_EREAD);
  }

  /** Tells whether a get needs other processes. */
  boolean isFar(Transfer get) {
    return attachment.isFar(arrays.get(get.variable()), get.region());
  }

  /**
   * Refuses a get that needs other processes and is made without them.
   *
   * @throws NcException when it does
   */
  void requireNear(int variable, Region region) throws NcException {
    List<Integer> ranks = attachment.elsewhere(arrays.get(variable), region);
    if (!ranks.isEmpty()) {
      List<String> named = ranks.stream().limit(MOST_NAMED).map(String::valueOf).toList();
      int more = ranks.size() - named.size();
      throw new NcException(
              NcError.NC_EREAD,
              "logs of rank"
                  + (ranks.size() == 1 ? " " : "s ")
                  + String.join(", ", named)
                  + (more > 0 ? " and " + more + " more" : "")
                  + " may have some of it, and they are on the tiers of other nodes")
          .variable(arrays.get(variable).name())
          .remedy(
              "get it together with all processes, by variable.collective().get, or bring the logs"
                  + " into the file first, by 'bb recover'")
          .file(path);
    }
  }

  /**
   * Gets regions together with all other processes.
   *
   * @param gets what this process wants of which other nodes may have some, perhaps nothing
   * @param failure what went wrong in this process before; null when nothing did
   * @throws IOException in every process, when anything went wrong in any
   */
  void get(List<Transfer> gets, @Nullable Throwable failure) throws IOException {
    List<RegionFill> fills = new ArrayList<>();
    Throwable wrong = Together.attempt(failure, () -> gets.forEach(get -> fills.add(begin(get))));
    boolean again = Together.reach(group, telling, wrong, gets.isEmpty() ? 0 : 1)[0] != 0;
    while (again) {
      fills.forEach(RegionFill::clear);
      synchronized (attachment) {
        again = fetch(gets, fills);
      }
    }
  }

  private RegionFill begin(Transfer get) {
    Array array = arrays.get(get.variable());
    return new RegionFill(array, get.region(), get.memory(), get.offset(), get.length());
  }

  /** Fetches once; returns whether a live log of some process was drained meanwhile. */
  private boolean fetch(List<Transfer> gets, List<RegionFill> fills) throws IOException {
    long[] fromTarget = {0};
    boolean isLive = attachment.writer().state() == TargetWriter.State.LIVE;
    Throwable before = isLive ? readTarget(gets, fromTarget) : null;
    long[] fromLogs = {0};
    boolean[] still = {true};
    Throwable fetched = attachment.fetch(fills, telling);
    Throwable wrong =
        Together.attempt(
            before == null ? fetched : before,
            () -> {
              for (int i = 0; i < fills.size(); i++) {
                fromLogs[0] += fills.get(i).filled();
                fromTarget[0] += isLive ? 0 : fillGaps(gets.get(i), fills.get(i));
              }
              still[0] = attachment.isStill();
            });
    if (Together.reach(group, telling, wrong, still[0] ? 0 : 1)[0] != 0) {
      return true;
    }
    attachment.count(fromLogs[0], fromTarget[0]);
    return false;
  }

  /**
   * Reads what the target has, and has every process take in what was put until then. A drain may
   * be moving there, part by part, what was put since the logs were looked at last: so the logs are
   * read behind the target, and lie over it.
   */
  private @Nullable Throwable readTarget(List<Transfer> gets, long[] bytes) throws IOException {
    Throwable wrong =
        Together.attempt(
            () -> {
              for (Transfer get : gets) {
                target.get(get.variable(), get.region(), get.memory(), get.offset(), get.length());
                bytes[0] += get.length();
              }
            });
    Together.reach(group, telling, wrong);
    return Together.attempt(attachment::catchUp);
  }

  private long fillGaps(Transfer get, RegionFill fill) throws IOException {
    if (fill.filled() > 0) {
      return new Gaps(target, get.variable(), fill).fill();
    }
    target.get(get.variable(), get.region(), get.memory(), get.offset(), get.length());
    return get.length();
  }
}
