package org.burstlog.netcdf.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.cli.Verb;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.settings.Nearest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bb dump}: definitions and values of what a target and its logs have together. */
@Command(
    name = "dump",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the definitions of a netCDF file, or the values of a variable, as they are with what"
          + " logs on the tier have of the file. Changes neither the file nor a log.",
      "Each line has the values along the last dimension. They read back exactly; of text, bytes"
          + " that are not printable UTF-8 are octal numbers behind a backslash.",
      "Exit code: 0 it is printed, 2 it could not be read, or there is no such variable or region."
    })
public final class DumpVerb implements Verb {
  @Parameters(index = "0", paramLabel = "TARGET", description = "The netCDF file.")
  private @Nullable Path target;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "VARIABLE",
      description = "The variable whose values are printed. Default: the definitions are printed.")
  private @Nullable String name;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "REGION",
      description = {
        "Which values, one part for each dimension, with commas between: an index, or START:END"
            + " without the END itself. Each of the two may be left away; ':' is all. For example"
            + " 0:3,5,:10. Default: all."
      })
  private @Nullable String region;

  @Mixin private ReadingOptions reading = new ReadingOptions();

  /** Creates the verb. */
  public DumpVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    Path path = target;
    if (path == null) {
      throw new IllegalStateException("no file was parsed");
    }
    ReadingOptions.requireFile(path);
    NcOptions options = NcOptions.defaults().settings(reading.settings()).readOnly();
    try (NcFile file = NcFile.open(path, options)) {
      String wanted = name;
      if (wanted == null) {
        out.print(CdlHeader.of(file));
      } else {
        print(path, variable(file, wanted), out);
      }
    }
    return OK;
  }

  private void print(Path path, NcVariable variable, PrintStream out) throws IOException {
    Region chosen =
        region == null ? variable.whole() : new Selected(path.toString(), variable).of(region);
    new Values(path, variable, out).print(chosen, Values.MOST);
  }

  private static NcVariable variable(NcFile file, String name) throws IOException {
    List<String> names = file.variables().stream().map(NcVariable::name).toList();
    if (names.isEmpty()) {
      throw new BurstlogException(
          file.path() + ": there is no variable '" + name + "', nor any other; check the file");
    }
    if (!names.contains(name)) {
      throw new BurstlogException(
          file.path() + ": " + Nearest.unknown("there is no variable", name, names));
    }
    return file.variable(name);
  }
}
