package org.burstlog.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.settings.Settings;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.burstlog.target.TargetFile.Mode;

/** Opens targets with hints, as settings have them. */
final class HintsProgram {
  private final MpiGroup group;
  private final Path path;

  private HintsProgram(MpiGroup group, Path path) {
    this.group = group;
    this.path = path;
  }

  public static void main(String[] args) throws Exception {
    try (MpiGroup group = MpiGroup.world()) {
      String made = group.rank() == 0 ? Files.createTempFile("hints", ".nc").toString() : "";
      byte[] common = group.broadcast(made.getBytes(StandardCharsets.UTF_8), 0);
      HintsProgram program =
          new HintsProgram(group, Path.of(new String(common, StandardCharsets.UTF_8)));
      program.run();
      if (group.rank() == 0) {
        Files.delete(program.path);
      }
    }
  }

  private void run() throws Exception {
    try (MpiTarget target = open("")) {
      assertThat(target.striping()).as("nobody knows of stripes").isEmpty();
    }
    String all =
        "cb_buffer_size=4194304;romio_ds_write=disable;striping_factor=4;"
            + "striping_unit=2097152;no_such_hint=1";
    try (MpiTarget target = open(all)) {
      assertThat(target.striping()).contains(new Striping(2 << 20, 4));
    }
    System.setProperty("burstlog.mpi.hints", "striping_factor=2;striping_unit=1048576");
    try (TargetFile target = MpiTarget.system().open(group, path, Mode.CREATE)) {
      assertThat(target.striping()).contains(new Striping(1 << 20, 2));
    }
    try (MpiTarget target = open("striping_factor=4")) {
      assertThat(target.striping()).as("how long stripes are is not known").isEmpty();
    }
    String own = "striping_factor=4;striping_unit=" + (group.rank() == 0 ? 65536 : 131072);
    try (MpiTarget target = open(own)) {
      assertThat(target.striping())
          .as("the first process makes the file, and so it decides")
          .contains(new Striping(65536, 4));
    }
  }

  private MpiTarget open(String hints) throws Exception {
    Settings settings = Settings.builder().set(Settings.MPI_HINTS, hints).build();
    return MpiTarget.open(group, path, Mode.CREATE, MpiHints.of(settings));
  }
}
