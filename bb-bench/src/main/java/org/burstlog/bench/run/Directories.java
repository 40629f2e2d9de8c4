package org.burstlog.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;

/** Whether directories can be used that were named on the command line. */
final class Directories {
  private Directories() {}

  /**
   * Makes a directory where there is none, and tries it in every process. Collective.
   *
   * @param option what it was named by
   * @throws BurstlogException in every process, when any cannot write there
   */
  static void check(ProcessGroup group, String option, Path directory) throws IOException {
    String problem = "";
    try {
      Files.createDirectories(directory);
      Files.delete(Files.createTempFile(directory, "bb-try-", ""));
    } catch (FileAlreadyExistsException e) {
      problem = "it is a file";
    } catch (IOException e) {
      problem = e.toString();
    }
    for (byte[] each : group.gather(problem.getBytes(StandardCharsets.UTF_8))) {
      if (each.length > 0) {
        throw new BurstlogException(
            "cannot write in "
                + directory
                + " ("
                + new String(each, StandardCharsets.UTF_8)
                + "); name another directory by "
                + option);
      }
    }
  }
}
