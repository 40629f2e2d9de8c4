package org.burstlog.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;

/** Runs the project's scripts below {@code native/}, whose last line of complaint is a sentence. */
final class Script {
  private Script() {}

  /**
   * Runs a command to its end.
   *
   * @param undo ends it when the user interrupts
   * @param words the command
   * @return what it printed
   * @throws BurstlogException when it fails, with what it complained of
   */
  static String run(Undo undo, String... words) throws IOException, InterruptedException {
    Path complaints = Files.createTempFile("bb-bench-", ".err");
    try {
      Process process =
          undo.start(new ProcessBuilder(List.of(words)).redirectError(complaints.toFile()));
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int code = process.waitFor();
      undo.refuseAfterEnd();
      if (code != 0) {
        List<String> lines = Files.readString(complaints).lines().toList();
        throw new BurstlogException(
            lines.isEmpty()
                ? String.join(" ", words) + " ended with code " + code
                : lines
                    .get(lines.size() - 1)
                    .replaceFirst("^((bb|cluster|pfs|moosefs|burstlog-pfs|peer): )+", ""));
      }
      return said;
    } finally {
      Files.delete(complaints);
    }
  }
}
