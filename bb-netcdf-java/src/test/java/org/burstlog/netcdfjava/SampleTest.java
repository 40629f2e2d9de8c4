package org.burstlog.netcdfjava;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of samples/netcdf-java. */
class SampleTest {
  private static final String[] SIZE = {"8", "20"};

  @TempDir Path directory;
  private Path classes;
  private Path expected;

  @BeforeEach
  void theUnchangedProgramAlone() throws Exception {
    String home = System.getProperty("bb.home");
    assumeTrue(home != null, "bb.home does not say where the samples are");
    Path sources = Path.of(home, "samples/netcdf-java/src/main/java/example");
    classes = directory.resolve("classes");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                sources.resolve("Rods.java").toString(),
                sources.resolve("Heat.java").toString(),
                sources.resolve("SharedHeat.java").toString());
    assertThat(status).isZero();
    expected = directory.resolve("alone.nc");
    heat(Jvm.plain(), expected);
  }

  private void heat(Jvm jvm, Path file) throws Exception {
    List<Path> path = new ArrayList<>(List.of(classes));
    path.addAll(Jvm.netcdfJava());
    Jvm.Result run =
        jvm.with("-cp", Jvm.join(path)).command("example.Heat", file, SIZE[0], SIZE[1]).well();
    assertThat(run.errors()).isEmpty();
  }

  @Test
  void theUnchangedProgramWritesTheSameUnderTheAgent() throws Exception {
    Path file = directory.resolve("agent.nc");
    heat(Jvm.buffered(tier()), file);
    assertThat(file).hasSameBinaryContentAs(expected);
  }

  private Path tier() throws IOException {
    return Files.createDirectory(directory.resolve("tier"));
  }

  @Test
  void processesWriteTheSameFileTogether() throws Exception {
    Path file = directory.resolve("shared.nc");
    String[] arguments = {file.toString(), SIZE[0], SIZE[1]};
    URL[] path = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
      Method write =
          loader
              .loadClass("example.SharedHeat")
              .getDeclaredMethod("write", ProcessGroup.class, TargetSystem.class, String[].class);
      write.setAccessible(true);
      ThreadedGroup.run(
          3, group -> write.invoke(null, group, PlainTarget.SYSTEM, (Object) arguments));
    }
    assertThat(file).hasSameBinaryContentAs(expected);
  }
}
