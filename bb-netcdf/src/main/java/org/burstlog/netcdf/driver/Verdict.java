package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.jspecify.annotations.Nullable;

/**
 * Why processes cannot go on as they were about to.
 *
 * @param error what to throw
 * @param isOwn whether this process has thrown the same before, when it happened
 */
record Verdict(NcException error, boolean isOwn) {
  /**
   * Finds out. Collective.
   *
   * @param own what this process was doing
   * @param failure what went wrong with it here, or null
   */
  static Verdict reach(ProcessGroup group, Call own, @Nullable NcException failure)
      throws IOException {
    byte[] text = NcAgreement.encode(failure);
    byte[] mine = ByteBuffer.allocate(1 + text.length).put(own.code).put(text).array();
    List<byte[]> all = group.gather(mine);
    if (all.stream().anyMatch(each -> each[0] != own.code)) {
      return new Verdict(parted(all), false);
    }
    if (failure != null) {
      return new Verdict(
          new NcException(
                  failure.error(),
                  "a collective put before this call failed in this process: "
                      + failure.getMessage(),
                  failure)
              .remedy("this call did nothing"),
          true);
    }
    List<ByteBuffer> texts =
        all.stream().map(each -> ByteBuffer.wrap(each, 1, each.length - 1).slice()).toList();
    return new Verdict(
        NcAgreement.first(texts, NcError.NC_EWRITE, "a collective put before this call failed in ")
            .remedy("this call did nothing; this rank's own part of that put was right"),
        false);
  }

  private static NcException parted(List<byte[]> all) {
    StringBuilder who = new StringBuilder();
    for (Call call : Call.values()) {
      List<Integer> ranks =
          IntStream.range(0, all.size())
              .filter(rank -> all.get(rank)[0] == call.code)
              .boxed()
              .toList();
      if (!ranks.isEmpty()) {
        who.append(who.isEmpty() ? "" : ", ").append(call).append(" in ranks ").append(ranks);
      }
    }
    return new NcException(
            NcError.NC_EMULTIDEFINE_FNC_ARGS, "the processes make different calls: " + who)
        .remedy("nothing was done but puts; look for an exception that one of them has met before");
  }
}
