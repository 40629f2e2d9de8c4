package org.burstlog.netcdfjava.redirect;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.burstlog.netcdf.NcFile;
import org.jspecify.annotations.Nullable;

/** The files that are written here, for those that read them by NetCDF-Java in the same program. */
final class OpenFiles {
  private final Map<BufferedFile, Path> open = new ConcurrentHashMap<>();
  private final Map<NcFile, Path> closing = new ConcurrentHashMap<>();

  void add(Path path, BufferedFile file) throws IOException {
    open.put(file, path.toRealPath());
  }

  void closed(BufferedFile file, @Nullable NcFile goesOn) {
    Path path = open.remove(file);
    if (goesOn != null && path != null) {
      closing.put(goesOn, path);
    }
  }

  /** Brings what was put into a file before somebody opens it. */
  void settle(String location) throws IOException {
    if (open.isEmpty() && closing.isEmpty()) {
      return;
    }
    Path path;
    try {
      path = Path.of(location).toRealPath();
    } catch (IOException | InvalidPathException e) {
      // There is no such file yet, or it is none of this machine.
      return;
    }
    for (Map.Entry<BufferedFile, Path> each : open.entrySet()) {
      if (each.getValue().equals(path)) {
        each.getKey().settle();
      }
    }
    Iterator<Map.Entry<NcFile, Path>> all = closing.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<NcFile, Path> each = all.next();
      if (each.getValue().equals(path)) {
        each.getKey().awaitDrained();
      }
      if (!each.getKey().isDraining()) {
        all.remove();
      }
    }
  }
}
