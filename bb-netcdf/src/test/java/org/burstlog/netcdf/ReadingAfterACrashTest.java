package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.burstlog.array.Region;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening a file to read it as it is tells of values that are only in logs. */
class ReadingAfterACrashTest {
  private static final Region ALL = Region.of(new long[] {0}, new long[] {4});

  @TempDir Path directory;
  private Path tier;
  private Path path;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    path = directory.resolve("out.nc");
  }

  private NcOptions options(String policy) throws IOException {
    return options(policy, "off");
  }

  private NcOptions options(String policy, String attach) throws IOException {
    return NcOptions.defaults()
        .settings(
            Settings.builder()
                .set(Settings.SWITCH, "on")
                .set(Settings.TIER, tier.toString())
                .set(Settings.RECOVER, policy)
                .set(Settings.ATTACH, attach)
                .build());
  }

  private NcVariable begun(NcOptions options) throws IOException {
    NcFile file = NcFile.create(path, options);
    NcVariable v = file.defineVariable("v", NcType.INT, file.defineDimension("x", 4));
    file.endDefine();
    v.put(ALL, new int[] {1, 2, 3, 4});
    return v;
  }

  /** Leaves values in a log, as a program whose last drain failed. */
  private void crash() throws IOException {
    FickleTarget.Targets targets = new FickleTarget.Targets();
    NcFile file = begun(options("auto").target(targets)).file();
    targets.broken.set(true);
    assertThatThrownBy(file::close).isInstanceOf(IOException.class);
  }

  /** Opens the file to read it, and returns the warnings. */
  private List<String> read(NcOptions options, ProcessGroup group) throws IOException {
    List<String> told = new CopyOnWriteArrayList<>();
    Handler listener =
        new Handler() {
          @Override
          public void publish(LogRecord message) {
            if (message.getLevel().equals(Level.WARNING)) {
              told.add(message.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger logger = Logger.getLogger("org.burstlog");
    logger.addHandler(listener);
    try (NcFile file = NcFile.open(path, options.group(group).readOnly())) {
      file.variable("v").get(ALL, new int[4]);
    } finally {
      logger.removeHandler(listener);
    }
    return told;
  }

  private List<String> read(String policy) throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      return read(options(policy), group);
    }
  }

  private String left() throws IOException {
    try (var users = Files.list(tier);
        var sessions = Files.list(users.findFirst().orElseThrow())) {
      return sessions
          .filter(p -> p.getFileName().toString().startsWith("out.nc"))
          .findFirst()
          .orElseThrow()
          .toString();
    }
  }

  @Nested
  class WhenACrashLeftValues {
    @Test
    void itIsToldWithTheCommandThatBringsThemIn() throws Exception {
      crash();
      for (String policy : List.of("auto", "ignore")) {
        assertThat(read(policy))
            .singleElement()
            .asString()
            .contains(path.toString(), "'bb recover " + left() + "'");
      }
    }

    @Test
    void refuseDoesNotOpenTheFile() throws Exception {
      crash();
      assertThatThrownBy(() -> read("refuse"))
          .isInstanceOf(NcException.class)
          .hasMessageContaining("'bb recover " + left() + "'")
          .hasMessageContaining("'bb discard " + left() + "'");
    }

    @Test
    void oneOfAllProcessesTells() throws Exception {
      crash();
      List<String> all = new CopyOnWriteArrayList<>();
      ThreadedGroup.run(
          4,
          2,
          group -> {
            List<String> told = read(options("auto"), group);
            if (group.rank() == 0) {
              all.addAll(told);
            }
          });
      assertThat(all).hasSize(1);
    }

    @Test
    void whatIsSwitchedOffInOneProcessIsToldAllTheSame() throws Exception {
      crash();
      ThreadedGroup.run(
          2,
          group -> {
            NcOptions own = group.rank() == 0 ? options("auto") : NcOptions.defaults();
            assertThatThrownBy(() -> read(own, group))
                .hasMessageContaining("must have the same settings");
          });
    }

    @Test
    void nothingIsToldWithTheBufferOff() throws Exception {
      crash();
      try (SoloGroup group = new SoloGroup()) {
        assertThat(read(NcOptions.defaults(), group)).isEmpty();
      }
    }

    @Test
    void nothingIsToldOnceTheyAreInTheFile() throws Exception {
      crash();
      NcFile.open(path, options("auto")).close();
      assertThat(read("refuse")).isEmpty();
    }
  }

  @Test
  void whatAnotherProgramHasPutIsToldOf() throws Exception {
    NcVariable v = begun(options("auto"));
    assertThat(read("refuse")).singleElement().asString().contains("is live", path.toString());
    v.file().close();
    assertThat(read("refuse")).isEmpty();
  }

  @Nested
  class WhenTheTierCannotBeLookedAt {
    @Test
    void theFileIsReadWithAWarning() throws Exception {
      begun(options("auto")).file().close();
      NcOptions options = options("auto");
      Files.move(tier, directory.resolve("gone"));
      try (SoloGroup group = new SoloGroup()) {
        assertThat(read(options, group))
            .singleElement()
            .asString()
            .contains(tier + " does not exist");
      }
    }

    @Test
    void refuseRefuses() throws Exception {
      begun(options("auto")).file().close();
      NcOptions options = options("refuse");
      Files.move(tier, directory.resolve("gone"));
      try (SoloGroup group = new SoloGroup()) {
        assertThatThrownBy(() -> read(options, group)).hasMessageContaining("does not exist");
      }
    }
  }
}
