package org.burstlog.cli;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.group.SoloGroup;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;

/** A program that is asked for a report, puts, does something and closes. */
final class ReportedProgram {
  private ReportedProgram() {}

  static void run(Path tier, Path target, Runnable meanwhile) throws IOException {
    Settings settings =
        Settings.builder()
            .set(Settings.SWITCH, "on")
            .set(Settings.TIER, tier.toString())
            .set(Settings.REPORT, "on")
            .build();
    try (SoloGroup group = new SoloGroup();
        TargetFile file = PlainTarget.open(group, target, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(file, group, settings)) {
      buffer
          .define(Array.rowMajor("v", 0, Integer.BYTES, ByteOrder.nativeOrder(), 8))
          .put(Region.of(new long[] {0}, new long[] {8}), new int[8]);
      meanwhile.run();
    }
  }
}
