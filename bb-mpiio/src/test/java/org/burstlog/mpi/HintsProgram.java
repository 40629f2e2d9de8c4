package org.burstlog.mpi;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.target.TargetFile.Mode;

/** Opens a target with hints. */
final class HintsProgram {
  private HintsProgram() {}

  public static void main(String[] args) throws Exception {
    try (MpiGroup group = MpiGroup.world()) {
      String made = group.rank() == 0 ? Files.createTempFile("hints", ".nc").toString() : "";
      byte[] common = group.broadcast(made.getBytes(StandardCharsets.UTF_8), 0);
      Path path = Path.of(new String(common, StandardCharsets.UTF_8));
      MpiHints hints =
          MpiHints.parse(
              "cb_buffer_size=4194304;romio_ds_write=disable;striping_factor=4;no_such_hint=1");
      MpiTarget.open(group, path, Mode.CREATE, hints).close();
      if (group.rank() == 0) {
        Files.delete(path);
      }
    }
  }
}
