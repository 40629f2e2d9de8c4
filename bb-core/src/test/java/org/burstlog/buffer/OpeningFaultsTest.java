package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.burstlog.BurstlogException;
import org.burstlog.SettingsException;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.depot.Depot;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.recover.SessionFinder;
import org.burstlog.recover.SessionState;
import org.burstlog.recover.TierSession;
import org.burstlog.settings.Settings;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.FaultyStorage.Fault;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file is made anew, and one call after the other fails on the tier, whichever it is. */
class OpeningFaultsTest {
  private static final String OLD = "the file that is there";

  @TempDir Path directory;

  private Path path;
  private Path tier;

  @BeforeEach
  void choosePaths() {
    path = directory.resolve("out");
    tier = directory.resolve("tier");
  }

  private Settings settings(String layout) throws SettingsException {
    return Settings.builder()
        .set(Settings.SWITCH, "on")
        .set(Settings.TIER, tier.toString())
        .set(Settings.LAYOUT, layout)
        .set(Settings.SPARE, "0")
        .set(Settings.CHUNK, "64KiB")
        .set(Settings.BLOCK, "64KiB")
        .build();
  }

  private static void run(int ranks, RankProgram program) throws Exception {
    if (ranks == 1) {
      try (SoloGroup group = new SoloGroup()) {
        program.run(group);
      }
    } else {
      ThreadedGroup.run(ranks, program);
    }
  }

  /** Leaves records of the old file on the tier, as a crash does. */
  private void leaveRecords(FaultyStorage storage) throws Exception {
    try (Depot depot = new Depot(storage);
        SoloGroup group = new SoloGroup();
        TargetFile target = PlainTarget.open(group, path, Mode.UPDATE)) {
      BurstBuffer buffer = BurstBuffer.open(target, group, settings("process"), depot);
      Array array = Array.rowMajor("x", 0, 1, ByteOrder.BIG_ENDIAN, 4);
      buffer.define(array).put(Region.of(new long[] {0}, new long[] {4}), new byte[4]);
      buffer.leave();
    }
  }

  private List<TierSession> sessions(FaultyStorage storage) throws IOException {
    try (SoloGroup group = new SoloGroup()) {
      return SessionFinder.find(group, storage, List.of(tier));
    }
  }

  /** Makes the file anew; returns in how many processes that failed. */
  private int create(FaultyStorage storage, int ranks, String layout) throws Exception {
    AtomicInteger failures = new AtomicInteger();
    Settings settings = settings(layout);
    try (Depot depot = new Depot(storage)) {
      run(
          ranks,
          group -> {
            try (TargetFile target = PlainTarget.open(group, path, Mode.CREATE)) {
              open(target, group, settings, depot, storage).close();
            } catch (BurstlogException e) {
              failures.incrementAndGet();
            }
          });
    }
    return failures.get();
  }

  private static BurstBuffer open(
      TargetFile target, ProcessGroup group, Settings settings, Depot depot, FaultyStorage storage)
      throws IOException {
    BurstBuffer buffer = BurstBuffer.open(target, group, settings, depot);
    // What fails from here on is of no interest.
    storage.heal();
    return buffer;
  }

  @ParameterizedTest
  @CsvSource({
    "1, process, IO_ERROR",
    "1, process, NO_SPACE",
    "1, node, IO_ERROR",
    "3, process, IO_ERROR",
    "3, node, IO_ERROR",
    "3, node, NO_SPACE"
  })
  void theOldFileIsMadeAnewOrIsAsItWas(int ranks, String layout, Fault fault) throws Exception {
    int refused = 0;
    boolean met = true;
    for (int call = 1; met; call++) {
      Files.writeString(path, OLD);
      try (FaultyStorage storage = new FaultyStorage(tier, call)) {
        leaveRecords(storage);
        long before = storage.calls();
        storage.failAt(null, call, fault, false);
        int failures = create(storage, ranks, layout);
        met = storage.calls() - before >= call;
        storage.heal();
        List<TierSession> left = sessions(storage);
        assertThat(left).as("sessions behind a failure at call %d", call).hasSize(1);
        if (failures > 0) {
          refused++;
          assertThat(failures).as("processes that failed at call %d", call).isEqualTo(ranks);
          assertThat(path).as("behind a failure at call %d", call).hasContent(OLD);
          assertThat(left.get(0).state()).isEqualTo(SessionState.ORPHANED);
        } else {
          assertThat(path).as("made anew in spite of a failure at call %d", call).isEmptyFile();
          // Records whose header could not be read are warned of, and stay as they are.
          assertThat(left.get(0).state())
              .as("at call %d", call)
              .isIn(SessionState.SUPERSEDED, SessionState.ORPHANED);
        }
      }
    }
    assertThat(refused).isPositive();
  }
}
