package org.burstlog.bench.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Locale;

/** How evenly the servers of the emulated parallel file system were used. */
final class Servers {
  private static final double MIB = 1 << 20;

  private Servers() {}

  /** The least and the most that a server got, in MiB. */
  static String spread(Result result) {
    JsonObject pfs = result.pfs();
    if (pfs == null || !pfs.has("servers")) {
      return "-";
    }
    double least = Double.MAX_VALUE;
    double most = 0;
    for (JsonElement server : pfs.getAsJsonArray("servers")) {
      double bytes = server.getAsJsonObject().get("bytes").getAsDouble() / MIB;
      least = Math.min(least, bytes);
      most = Math.max(most, bytes);
    }
    return String.format(Locale.ROOT, "%.0f to %.0f", Math.min(least, most), most);
  }
}
