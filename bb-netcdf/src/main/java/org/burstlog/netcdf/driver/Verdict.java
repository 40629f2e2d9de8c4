package org.burstlog.netcdf.driver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
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
  private static final int HEAD = 1 + Long.BYTES;

  /**
   * Finds out. Collective.
   *
   * @param own what this process was doing
   * @param failure what went wrong with it here, or null
   * @param puts how many collective puts this process has made
   */
  static Verdict reach(ProcessGroup group, Call own, @Nullable NcException failure, long puts)
      throws IOException {
    byte[] text = NcTelling.encode(failure);
    byte[] mine =
        ByteBuffer.allocate(HEAD + text.length).put(own.code).putLong(puts).put(text).array();
    List<ByteBuffer> all = group.gather(mine).stream().map(ByteBuffer::wrap).toList();
    List<Byte> calls = all.stream().map(ByteBuffer::get).toList();
    List<Long> counts = all.stream().map(ByteBuffer::getLong).toList();
    boolean parted = calls.stream().anyMatch(each -> each != own.code);
    boolean miscounted = counts.stream().anyMatch(each -> each != puts);
    if (parted || miscounted) {
      List<String> what = new ArrayList<>();
      if (parted) {
        what.add("the processes make different calls: " + who(calls, Verdict::name));
      }
      if (miscounted) {
        what.add("the processes make different numbers of puts: " + who(counts, String::valueOf));
      }
      return new Verdict(different(String.join("; ", what)), false);
    }
    if (failure != null) {
      return new Verdict(
          new NcException(
                  failure.error(),
                  "a collective put before this call failed in this process: "
                      + BurstlogException.messageOf(failure),
                  failure)
              .remedy("this call did nothing"),
          true);
    }
    return new Verdict(
        NcTelling.first(all, NcError.NC_EWRITE, "a collective put before this call failed in ")
            .remedy("this call did nothing; this rank's own part of that put was right"),
        false);
  }

  private static String name(byte code) {
    for (Call call : Call.values()) {
      if (call.code == code) {
        return call.toString();
      }
    }
    throw new IllegalArgumentException("no call has code " + code);
  }

  private static NcException different(String what) {
    return new NcException(NcError.NC_EMULTIDEFINE_FNC_ARGS, what)
        .remedy("nothing was done but puts; look for an exception that one of them has met before");
  }

  /** Who does what, by rank. */
  private static <T extends Comparable<T>> String who(List<T> all, Function<T, String> name) {
    return all.stream()
        .distinct()
        .sorted()
        .map(each -> name.apply(each) + " in ranks " + ranks(all, each))
        .collect(Collectors.joining(", "));
  }

  private static <T> List<Integer> ranks(List<T> all, T one) {
    return IntStream.range(0, all.size())
        .filter(rank -> all.get(rank).equals(one))
        .boxed()
        .toList();
  }
}
