package org.burstlog.netcdf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.settings.Settings;
import org.burstlog.testing.SuppressForbidden;

/**
 * Has as many files open as it may, creates a file with a burst buffer, and closes one after the
 * other until it can.
 */
final class ManyFilesProgram {
  private ManyFilesProgram() {}

  /**
   * Prints what each try was told.
   *
   * @param args the file, the tier, and the layout of logs
   */
  @SuppressForbidden("the test reads what it prints")
  public static void main(String[] args) throws Exception {
    loadAll();
    Path path = Path.of(args[0]);
    NcOptions options =
        NcOptions.defaults()
            .settings(
                Settings.builder()
                    .set(Settings.SWITCH, "on")
                    .set(Settings.TIER, args[1])
                    .set(Settings.LAYOUT, args[2])
                    .set(Settings.SPARE, "0")
                    .build());
    create(path, options);
    Deque<InputStream> open = new ArrayDeque<>();
    fill(open);
    String told = "";
    while (!told.equals("nothing")) {
      told = create(path, options);
      System.out.println("told " + told);
      open.pop().close();
    }
  }

  private static void fill(Deque<InputStream> open) {
    try {
      while (true) {
        open.push(Files.newInputStream(Path.of("/dev/null")));
      }
    } catch (IOException e) {
      // That was the last one.
    }
  }

  private static String create(Path path, NcOptions options) throws IOException {
    try {
      NcFile.create(path, options).close();
      return "nothing";
    } catch (NcException e) {
      return e.error() + " " + e.getMessage();
    }
  }

  /** When no file can be opened, no class can be loaded from a directory. */
  private static void loadAll() throws IOException, ClassNotFoundException {
    for (String entry : System.getProperty("java.class.path").split(":", -1)) {
      Path place = Path.of(entry);
      if (Files.isDirectory(place) && !place.endsWith("test-classes")) {
        List<Path> all;
        try (Stream<Path> files = Files.walk(place)) {
          all = files.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : all) {
          String name = place.relativize(file).toString().replaceAll("[.]class$", "");
          if (name.startsWith("org/burstlog/") && !name.startsWith("org/burstlog/cli/")) {
            Class.forName(name.replace('/', '.'), false, ManyFilesProgram.class.getClassLoader());
          }
        }
      }
    }
  }
}
