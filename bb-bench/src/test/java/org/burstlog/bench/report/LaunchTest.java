package org.burstlog.bench.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.burstlog.BurstlogException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTest {
  @TempDir Path directory;

  @Test
  void aJobWhoseFilesAreRemovedByAnInterruptionIsToldAsInterrupted() throws Exception {
    Path running = directory.resolve("running");
    Path script = directory.resolve("bb");
    Files.writeString(script, "#!/bin/sh\ntouch '" + running + "'\nexec sleep 1000\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    Path work = Files.createDirectory(directory.resolve("work"));
    PrintStream err =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Undo undo = new Undo(err);
    // As the directory of all jobs is removed, behind the end of the job itself.
    undo.later(() -> Files.delete(work.resolve("output-0.log")));
    Launch launch = new Launch(script.toString(), work, err, undo);
    Thread interruption =
        new Thread(
            () -> {
              while (!Files.exists(running)) {
                Thread.onSpinWait();
              }
              undo.close();
            });
    interruption.start();
    assertThatThrownBy(() -> launch.run(List.of(), List.of(), result -> {}))
        .isInstanceOf(BurstlogException.class)
        .hasMessage("interrupted");
    interruption.join();
  }
}
