package org.burstlog.netcdfjava;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.burstlog.netcdfjava.programs.Cases;
import org.burstlog.netcdfjava.programs.Containers;
import org.burstlog.testing.SuppressForbidden;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a program may have its classes, and NetCDF-Java. */
class ProgramsOfAllKindsTest {
  private static final String CASE = "records-with-gaps";

  @TempDir Path directory;
  private Path tier;
  private Path expected;

  @BeforeEach
  void aFileByNetcdfJavaAlone() throws Exception {
    tier = Files.createDirectory(directory.resolve("tier"));
    Path alone = Files.createDirectory(directory.resolve("alone"));
    Jvm.plain().run(Cases.class, alone, CASE).well();
    expected = alone.resolve(CASE + ".nc");
  }

  private Jvm explaining() {
    return Jvm.buffered(tier).with("-Dburstlog.agent.explain");
  }

  private void requireBuffered(Jvm.Result run, Path file) {
    assertThat(run.errors()).contains(file.getFileName() + " is written through the burst buffer");
    assertThat(file).hasSameBinaryContentAs(expected);
  }

  private static List<Path> program() {
    return List.of(Jvm.place(Cases.class), Jvm.place(SuppressForbidden.class));
  }

  @Test
  void anApplicationServerHasNetcdfJavaInLoadersOfItsApplications() throws Exception {
    List<Path> application = new ArrayList<>(Jvm.netcdfJava());
    application.addAll(program());
    Path container = directory.resolve("container");
    copyClass(Containers.class, container);
    Path one = Files.createDirectory(directory.resolve("one"));
    Path two = Files.createDirectory(directory.resolve("two"));
    Jvm.Result run =
        explaining()
            .with("-cp", container.toString())
            .command(
                Containers.class.getName(),
                Jvm.join(application),
                Cases.class.getName(),
                CASE,
                one,
                two)
            .well();
    requireBuffered(run, one.resolve(CASE + ".nc"));
    requireBuffered(run, two.resolve(CASE + ".nc"));
  }

  private static void copyClass(Class<?> type, Path to) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    Path target = to.resolve(name);
    Files.createDirectories(target.getParent());
    Files.copy(Jvm.place(type).resolve(name), target);
  }

  @Test
  void aProgramMayHaveOtherClassesOfTheSameNames() throws Exception {
    Path decoys = directory.resolve("decoys");
    compile(
        decoys,
        List.of(),
        source(
            "org/burstlog/netcdf/NcFile.java",
            "package org.burstlog.netcdf; public class NcFile { static { fail(); }"
                + " static void fail() { throw new IllegalStateException(); } }"),
        source(
            "org/objectweb/asm/ClassReader.java",
            "package org.objectweb.asm; public class ClassReader { }"));
    Path files = Files.createDirectory(directory.resolve("files"));
    List<Path> path = new ArrayList<>(List.of(decoys));
    path.addAll(Jvm.netcdfJava());
    path.addAll(program());
    Jvm.Result run =
        explaining().with("-cp", Jvm.join(path)).command(Cases.class.getName(), files, CASE).well();
    requireBuffered(run, files.resolve(CASE + ".nc"));
  }

  @Test
  void aProgramMayUseBurstlogItself() throws Exception {
    Path files = Files.createDirectory(directory.resolve("files"));
    List<Path> path = new ArrayList<>(Jvm.burstlog());
    path.addAll(Jvm.netcdfJava());
    path.addAll(program());
    Jvm.Result run =
        explaining().with("-cp", Jvm.join(path)).command(Cases.class.getName(), files, CASE).well();
    requireBuffered(run, files.resolve(CASE + ".nc"));
  }

  @Test
  void aProgramMayBeAModule() throws Exception {
    Path classes = directory.resolve("classes");
    Path files = Files.createDirectory(directory.resolve("files"));
    compile(
        classes,
        List.of("-p", Jvm.join(Jvm.netcdfJava())),
        source("module-info.java", "module program { requires cdm; requires org.slf4j; }"),
        source(
            "program/Program.java",
            """
            package program;

            import ucar.ma2.Array;
            import ucar.ma2.DataType;
            import ucar.nc2.NetcdfFileWriter;
            import ucar.nc2.Variable;

            public final class Program {
              public static void main(String[] arguments) throws Exception {
                NetcdfFileWriter writer =
                    NetcdfFileWriter.createNew(
                        NetcdfFileWriter.Version.netcdf3, arguments[0]);
                writer.addDimension(null, "x", 3);
                Variable v = writer.addVariable(null, "v", DataType.INT, "x");
                writer.create();
                writer.write(v, Array.factory(new int[] {1, 2, 3}));
                writer.close();
              }
            }
            """));
    List<Path> modules = new ArrayList<>(Jvm.netcdfJava());
    modules.add(classes);
    Path buffered = files.resolve("buffered.nc");
    expected = files.resolve("plain.nc");
    Jvm.plain()
        .with("-p", Jvm.join(modules), "-m")
        .command("program/program.Program", expected)
        .well();
    Jvm.Result without =
        explaining()
            .with("-p", Jvm.join(modules), "-m")
            .command("program/program.Program", files.resolve("without.nc"))
            .well();
    assertThat(without.errors())
        .containsOnlyOnce("start it with --add-modules=")
        .contains("jdk.unsupported");
    Jvm.Result run =
        explaining()
            .with("--add-modules=jdk.jfr,jdk.unsupported", "-p", Jvm.join(modules), "-m")
            .command("program/program.Program", buffered)
            .well();
    requireBuffered(run, buffered);
  }

  /**
   * NetCDF-Java 5 is in no registry of Maven: its shape, around the writer of the version that is.
   */
  @Test
  void aWriterOfTheShapeOfNetcdfJava5IsServed() throws Exception {
    Path shape = directory.resolve("shape");
    compile(
        shape,
        List.of("-cp", Jvm.join(Jvm.netcdfJava())),
        source(
            "ucar/nc2/internal/iosp/netcdf3/N3iospWriter.java",
            """
            package ucar.nc2.internal.iosp.netcdf3;

            public class N3iospWriter extends ucar.nc2.iosp.netcdf3.N3raf {
              public N3iospWriter(ucar.nc2.iosp.IOServiceProvider reader) {}
            }
            """),
        source("ucar/nc2/write/NetcdfFormatWriter.java", SHAPE),
        source(
            "Program.java",
            """
            import ucar.ma2.Array;
            import ucar.ma2.DataType;
            import ucar.nc2.write.NetcdfFormatWriter;

            public final class Program {
              public static void main(String[] arguments) throws Exception {
                NetcdfFormatWriter.Builder builder =
                    NetcdfFormatWriter.createNewNetcdf3(arguments[0]);
                try (NetcdfFormatWriter writer = builder.build()) {
                  for (int t = 0; t < 5; t++) {
                    writer.write(
                        "v", new int[] {t, 1}, Array.factory(new int[][] {{t, 2, 3}}));
                  }
                }
              }
            }
            """));
    List<Path> path = new ArrayList<>(List.of(shape));
    path.addAll(Jvm.netcdfJava());
    Path files = Files.createDirectory(directory.resolve("files"));
    expected = files.resolve("plain.nc");
    Path buffered = files.resolve("buffered.nc");
    Jvm.plain().with("-cp", Jvm.join(path)).command("Program", expected).well();
    Jvm.Result run = explaining().with("-cp", Jvm.join(path)).command("Program", buffered).well();
    requireBuffered(run, buffered);
  }

  private static final String SHAPE =
      """
      package ucar.nc2.write;

      import java.io.Closeable;
      import java.io.IOException;
      import ucar.ma2.Array;
      import ucar.ma2.DataType;
      import ucar.ma2.InvalidRangeException;
      import ucar.ma2.Section;
      import ucar.nc2.Dimension;
      import ucar.nc2.NetcdfFile;
      import ucar.nc2.NetcdfFileSubclass;
      import ucar.nc2.Variable;
      import ucar.nc2.internal.iosp.netcdf3.N3iospWriter;
      import ucar.nc2.iosp.IOServiceProviderWriter;

      public class NetcdfFormatWriter implements Closeable {
        public static Builder createNewNetcdf3(String location) {
          Builder builder = new Builder();
          builder.location = location;
          return builder;
        }

        public static class Builder {
          private String location;

          public NetcdfFormatWriter build() throws IOException {
            return new NetcdfFormatWriter(this);
          }
        }

        private final NetcdfFile ncout = new NetcdfFileSubclass();
        private final IOServiceProviderWriter spiw;

        private NetcdfFormatWriter(Builder builder) throws IOException {
          Dimension time = new Dimension("time", 0, true, true, false);
          Dimension x = new Dimension("x", 4);
          ncout.addDimension(null, time);
          ncout.addDimension(null, x);
          Variable v = new Variable(ncout, null, null, "v");
          v.setDataType(DataType.INT);
          v.setDimensions(java.util.List.of(time, x));
          ncout.addVariable(null, v);
          ncout.finish();
          spiw = new N3iospWriter(null);
          spiw.create(builder.location, ncout, 0, 0, false);
          spiw.setFill(true);
        }

        public void write(String name, int[] origin, Array values)
            throws IOException, InvalidRangeException {
          Variable v = ncout.findVariable(name);
          spiw.writeData(v, new Section(origin, values.getShape()), values);
        }

        @Override
        public void close() throws IOException {
          spiw.flush();
          spiw.close();
        }
      }
      """;

  private record Source(String name, String text) {}

  private static Source source(String name, String text) {
    return new Source(name, text);
  }

  private void compile(Path to, List<String> options, Source... sources) throws IOException {
    List<String> command = new ArrayList<>(List.of("--release", "17", "-nowarn", "-d"));
    command.add(to.toString());
    command.addAll(options);
    for (Source source : sources) {
      Path file = directory.resolve("sources").resolve(to.getFileName()).resolve(source.name());
      Files.createDirectories(file.getParent());
      command.add(Files.writeString(file, source.text()).toString());
    }
    java.io.ByteArrayOutputStream said = new java.io.ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler().run(null, said, said, command.toArray(String[]::new));
    assertThat(status).as(said.toString(java.nio.charset.StandardCharsets.UTF_8)).isZero();
  }
}
