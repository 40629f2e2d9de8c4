package org.burstlog.netcdf;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Same;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;

/** Compares collective calls and their arguments between the processes, at the call. */
final class CheckedMode {
  private final ProcessGroup group;

  CheckedMode(ProcessGroup group) {
    this.group = group;
  }

  /**
   * Compares.
   *
   * @param call what is called and with which arguments
   * @throws NcException the same in every process, when any calls something else than the first
   */
  void compareCalls(String call) throws IOException {
    compare(call, NcError.NC_EMULTIDEFINE_FNC_ARGS);
  }

  void compare(String call, NcError error) throws IOException {
    of(() -> call, error).require(group);
  }

  /** A call to be compared in a meeting that is about other things, too. */
  Same of(Supplier<String> call, NcError error) {
    return new Same(() -> bytes(call), processes -> differ(processes.gather(bytes(call)), error));
  }

  private static byte[] bytes(Supplier<String> call) {
    return call.get().getBytes(StandardCharsets.UTF_8);
  }

  private static NcException differ(List<byte[]> all, NcError error) {
    String first = new String(all.get(0), StandardCharsets.UTF_8);
    String other = "";
    List<Integer> ranks = new ArrayList<>();
    for (int rank = 1; rank < all.size(); rank++) {
      String theirs = new String(all.get(rank), StandardCharsets.UTF_8);
      if (!theirs.equals(first)) {
        other = ranks.isEmpty() ? theirs : other;
        ranks.add(rank);
      }
    }
    return new NcException(
        error,
        "rank 0 has "
            + first
            + ", rank "
            + ranks.get(0)
            + " has "
            + other
            + "; other than rank 0 are ranks "
            + ranks);
  }
}
