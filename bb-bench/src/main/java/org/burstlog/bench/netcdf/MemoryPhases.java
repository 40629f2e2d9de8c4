package org.burstlog.bench.netcdf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Settings;

/**
 * What the kernel counts as resident in a process with a burst buffer, as the guide's table has it:
 * 256 MiB are put in pieces of 64 KiB and flushed, twice.
 */
public final class MemoryPhases {
  private static final int PIECE = 64 << 10;
  private static final int PIECES = 4096;
  private static final Path STATUS = Path.of("/proc/self/status");

  private MemoryPhases() {}

  /**
   * Measures.
   *
   * @param args the file to write and a directory for logs; settings come from the environment
   * @throws IOException when it cannot be written
   */
  public static void main(String[] args) throws IOException {
    Settings settings =
        Settings.load().toBuilder().set(Settings.SWITCH, "on").set(Settings.TIER, args[1]).build();
    NcFile file = NcFile.create(Path.of(args[0]), NcOptions.defaults().settings(settings));
    NcDimension x = file.defineDimension("x", (long) PIECE * PIECES);
    NcVariable v = file.defineVariable("v", NcType.BYTE, x);
    file.endDefine();
    Output out = new Output();
    out.line("MiB | VmRSS | RssAnon | RssFile | RssShmem");
    print(out, "file open");
    put(v);
    print(out, "first 256 MiB put");
    file.flush();
    print(out, "flushed");
    put(v);
    file.flush();
    print(out, "next 256 MiB put and flushed");
    file.close();
    print(out, "closed, what is spare is kept");
  }

  private static void put(NcVariable variable) throws IOException {
    byte[] values = new byte[PIECE];
    for (long i = 0; i < PIECES; i++) {
      variable.put(Region.of(new long[] {i * PIECE}, new long[] {PIECE}), values);
    }
  }

  private static void print(Output out, String when) throws IOException {
    String status = Files.readString(STATUS);
    StringBuilder line = new StringBuilder(when);
    for (String name : new String[] {"VmRSS", "RssAnon", "RssFile", "RssShmem"}) {
      Matcher found = Pattern.compile(name + ":\\s*(\\d+) kB").matcher(status);
      double kib = found.find() ? Long.parseLong(found.group(1)) : Double.NaN;
      line.append(String.format(Locale.ROOT, " | %.0f", kib / 1024));
    }
    out.line("%s", line);
  }
}
