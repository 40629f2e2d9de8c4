package org.burstlog.bench.kernel;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Output;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Setting;

/**
 * metarates: how many empty files a second can be created and closed, and looked up, in one
 * directory or in one a rank. And what it costs to begin and end small files by a strategy, which
 * for those with logs is the making and deleting of logs.
 */
final class Metarates implements Kernel {
  private static final Setting<Integer> FILES =
      Setting.count("files", "64", "Empty files of a rank.");
  private static final Setting<Place> DIRECTORIES =
      Setting.oneOf(
          "directories",
          Place.class,
          Place.SHARED,
          "Whether all are in one directory or in one a rank.");
  private static final Setting<Integer> SESSIONS =
      Setting.count("sessions", "4", "How many small files are written by the strategy.");
  private static final Map<String, Map<String, String>> PRESETS =
      new Presets()
          .add("shared", "files=1000 directories=shared")
          .add("own", "files=1000 directories=own")
          .add("logs", "files=1 sessions=32")
          .toMap();
  private static final String VARIABLE = "mark";
  private static final int ELEMENTS = 64;

  private enum Place {
    SHARED,
    OWN
  }

  @Override
  public String name() {
    return "metarates";
  }

  @Override
  public String stresses() {
    return "Creating, closing and looking up files; making logs.";
  }

  @Override
  public List<Setting<?>> parameters() {
    return Gap.with(FILES, DIRECTORIES, SESSIONS, Manner.CALLS);
  }

  @Override
  public Map<String, Map<String, String>> presets() {
    return PRESETS;
  }

  @Override
  public Program program(Parameters parameters, int ranks) {
    return new Lookups(
        parameters.get(FILES),
        parameters.get(DIRECTORIES),
        parameters.get(SESSIONS),
        new Manner(false, parameters.get(Manner.CALLS)));
  }

  private record Lookups(int files, Place place, int sessions, Manner manner) implements Program {
    private Path directory(Space space, int rank) {
      return space.file(place == Place.SHARED ? "files" : "files-" + rank);
    }

    private static String name(int rank, int file) {
      return String.format(Locale.ROOT, "f%05d-%06d", rank, file);
    }

    @Override
    public void write(Space space) throws IOException {
      ProcessGroup group = space.group();
      Together.run(
          group,
          "making directories",
          () -> {
            if (group.rank() == 0 || place == Place.OWN) {
              Files.createDirectory(directory(space, group.rank()));
            }
          });
      each(space, "create", group.rank(), Lookups::create);
      // Another rank's, which this one has not in its cache.
      each(space, "stat", (group.rank() + 1) % group.size(), Lookups::look);
      group.barrier();
      for (int session = 0; session < sessions; session++) {
        if (session > 0) {
          space.compute();
        }
        long begin = System.nanoTime();
        writeSession(space, session);
        long time = System.nanoTime() - begin;
        space.measures().operations("session", group.rank() == 0 ? 1 : 0, time);
      }
    }

    private interface Operation {
      void on(Path file) throws IOException;
    }

    private void each(Space space, String what, int rank, Operation operation) throws IOException {
      Path directory = directory(space, rank);
      IOException failure = null;
      space.group().barrier();
      long begin = System.nanoTime();
      try {
        for (int file = 0; file < files; file++) {
          operation.on(directory.resolve(name(rank, file)));
        }
      } catch (IOException e) {
        failure = e;
      }
      space.measures().operations(what, files, System.nanoTime() - begin);
      Together.reach(space.group(), what, failure);
    }

    private static void create(Path file) throws IOException {
      FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
    }

    private static void look(Path file) throws IOException {
      if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
        throw new BurstlogException(file + " is not a file");
      }
    }

    /** Each rank puts two small pieces. */
    private void writeSession(Space space, int session) throws IOException {
      ProcessGroup group = space.group();
      Content content = content(group, session);
      Output output =
          space.create(
              sessionName(session),
              manner,
              file ->
                  file.defineVariable(
                      VARIABLE, NcType.DOUBLE, file.defineDimension("place", content.perStep())));
      NcVariable variable = output.file().variable(VARIABLE);
      double[] values = new double[ELEMENTS];
      for (int part = 0; part < 2; part++) {
        long first = ((long) part * group.size() + group.rank()) * ELEMENTS;
        content.fill(values, 0, 0, first, ELEMENTS);
        output.put(variable, new Region(1).set(0, first, ELEMENTS, 1), NcMemory.of(values));
      }
      output.endStep();
      output.finish();
    }

    private static String sessionName(int session) {
      return "session-" + session + ".nc";
    }

    private static Content content(ProcessGroup group, int session) {
      return new Content(VARIABLE, NcType.DOUBLE, 1, 2L * group.size() * ELEMENTS, session);
    }

    @Override
    public void verify(Space space) throws IOException {
      ProcessGroup group = space.group();
      Together.run(
          group,
          "verifying the files in " + space.site().directory(),
          () -> list(space, group.rank(), group.size()));
      for (int session = 0; session < sessions; session++) {
        Path file = space.file(sessionName(session));
        Verifier.together(group, file, List.of(content(group, session)));
      }
    }

    /** Looks at whole directories, where the run looked for each file. */
    private void list(Space space, int rank, int ranks) throws IOException {
      Set<String> expected = new TreeSet<>();
      for (int r = 0; r < ranks; r++) {
        for (int file = 0; file < files && (place == Place.SHARED || r == rank); file++) {
          expected.add(name(r, file));
        }
      }
      Path directory = directory(space, rank);
      Set<String> found;
      try (Stream<Path> all = Files.list(directory)) {
        found = all.map(p -> p.getFileName().toString()).collect(Collectors.toSet());
      }
      for (String name : expected) {
        if (!found.remove(name) || Files.size(directory.resolve(name)) != 0) {
          throw new BurstlogException(directory.resolve(name) + " is missing, or not empty");
        }
      }
      if (!found.isEmpty()) {
        throw new BurstlogException(directory + " has files that nobody made: " + found);
      }
    }
  }
}
