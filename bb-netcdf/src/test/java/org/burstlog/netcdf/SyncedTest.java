package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which calls sync the file: what the table in {@code docs/semantics.md} says, row by row. */
class SyncedTest {
  private static final int WIDTH = 8;

  /** The first two words of a row: what the page says without the buffer and with it. */
  private static final Pattern ROW = Pattern.compile("\\| (yes|no)\\b[^|]*\\| (yes|no)\\b[^|]*\\|");

  @TempDir Path directory;
  private final FickleTarget.Targets targets = new FickleTarget.Targets();

  /** What a program does to a file into which it has put. */
  private enum Call {
    PUT("a put") {
      @Override
      void on(NcFile file) throws IOException {
        put(file);
      }
    },
    FLUSH("`flush`, `awaitAll`") {
      @Override
      void on(NcFile file) throws IOException {
        file.flush();
      }
    },
    AWAIT_ALL("`flush`, `awaitAll`") {
      @Override
      void on(NcFile file) throws IOException {
        file.variable("v").nonblocking().put(all(), new int[WIDTH]);
        file.awaitAll();
      }
    },
    SYNC("`sync`") {
      @Override
      void on(NcFile file) throws IOException {
        file.sync();
      }
    },
    REDEFINE("`redefine`") {
      @Override
      void on(NcFile file) throws IOException {
        file.redefine();
      }
    },
    CLOSE("`close`") {
      @Override
      void on(NcFile file) throws IOException {
        file.close();
      }
    };

    private final String row;

    Call(String row) {
      this.row = row;
    }

    abstract void on(NcFile file) throws IOException;
  }

  private static Region all() {
    return Region.of(new long[] {0}, new long[] {WIDTH});
  }

  private static void put(NcFile file) throws IOException {
    file.variable("v").put(all(), new int[WIDTH]);
  }

  /** Tells whether a call syncs a file that has something to drain, if there is a buffer. */
  private boolean syncs(Call call, boolean buffered, boolean pending) throws IOException {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, buffered ? "on" : "off")
            .set(Settings.TIER, directory.toString())
            .set(Settings.CHUNK, "256KiB")
            .build();
    NcOptions options = NcOptions.defaults().settings(settings).target(targets);
    try (NcFile file = NcFile.create(directory.resolve("out.nc"), options)) {
      file.defineVariable("v", NcType.INT, file.defineDimension("x", WIDTH));
      file.endDefine();
      put(file);
      if (!pending) {
        file.sync();
      }
      long before = targets.syncs.get();
      call.on(file);
      return targets.syncs.get() > before;
    }
  }

  private static List<Boolean> documented(String call) throws IOException {
    String start = "| " + call + " ";
    String row =
        Files.readAllLines(Path.of("..", "docs", "semantics.md")).stream()
            .filter(line -> line.startsWith(start) && ROW.matcher(line).find())
            .findAny()
            .orElseThrow(() -> new AssertionError("no row for " + call));
    Matcher words = ROW.matcher(row);
    assertThat(words.find()).as(row).isTrue();
    return List.of(words.group(1).equals("yes"), words.group(2).equals("yes"));
  }

  @ParameterizedTest
  @EnumSource
  void thePageTellsOfEachCallWhetherItSyncsTheFile(Call call) throws IOException {
    boolean off = syncs(call, /* buffered= */ false, /* pending= */ true);
    boolean on = syncs(call, /* buffered= */ true, /* pending= */ true);
    assertThat(List.of(off, on)).as("%s, off and on", call).isEqualTo(documented(call.row));
  }

  @Test
  void whereNothingIsPendingOnlySyncAndRedefineDo() throws IOException {
    for (Call call : List.of(Call.FLUSH, Call.REDEFINE, Call.CLOSE, Call.SYNC)) {
      assertThat(syncs(call, /* buffered= */ true, /* pending= */ false))
          .as(call.toString())
          .isEqualTo(call == Call.SYNC || call == Call.REDEFINE);
    }
  }
}
