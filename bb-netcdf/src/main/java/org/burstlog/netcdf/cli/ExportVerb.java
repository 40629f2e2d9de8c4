package org.burstlog.netcdf.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.burstlog.BurstlogException;
import org.burstlog.buffer.BurstBuffer;
import org.burstlog.cli.Verb;
import org.burstlog.cli.Words;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.header.HeaderCodec;
import org.burstlog.recover.Attachment;
import org.burstlog.settings.Settings;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bb export}: an ordinary netCDF file of what a target and its logs have together. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a new netCDF file that has what TARGET has and what logs on the tier have of it. It is"
          + " byte for byte the file that TARGET becomes when all of that is drained.",
      "Changes neither TARGET nor a log. So it serves to look at a file whose program has crashed,"
          + " or still runs: of that, it has what was put when the command began, and perhaps"
          + " some of what was put since.",
      "OUT appears when it is complete.",
      "Exit code: 0 the file is written, 2 it could not be written; there is no part of it then."
    })
public final class ExportVerb implements Verb {
  @Parameters(index = "0", paramLabel = "TARGET", description = "The netCDF file to export.")
  private @Nullable Path target;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description = "The file to write. It must not exist, and not be TARGET.")
  private @Nullable Path result;

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Option(names = "--force", description = "Replaces OUT if it exists.")
  private boolean force;

  /** Creates the verb. */
  public ExportVerb() {}

  @Override
  public int run(PrintStream out, PrintStream err) throws Exception {
    if (target == null || result == null) {
      throw new IllegalStateException("no files were parsed");
    }
    export(target, result, out);
    return OK;
  }

  private void export(Path from, Path to, PrintStream out) throws IOException {
    ReadingOptions.requireFile(from);
    requireFree(from, to);
    Settings settings = reading.settings();
    try (ProcessGroup group = new SoloGroup();
        TargetFile file = PlainTarget.open(group, from, TargetFile.Mode.READ);
        Attachment attachment = BurstBuffer.attach(from, group, settings)) {
      if (attachment == null) {
        throw new BurstlogException(
            from
                + " would be exported without what logs have of it, as attach is 'off'; give"
                + " --attach auto, or copy the file");
      }
      Export export = new Export(file, attachment);
      try (NewFile made = NewFile.begin(group, to, from, force)) {
        export.write(made);
        made.finish();
      }
      out.println(Words.line(to) + " is written: " + told(export));
      out.println(Words.line(attachment.explain()));
    }
  }

  private static String told(Export export) {
    return export.size()
        + " bytes"
        + (export.records() == HeaderCodec.STREAMING
            ? ""
            : ", " + export.records() + (export.records() == 1 ? " record" : " records"));
  }

  /** Refuses what would overwrite something. */
  private void requireFree(Path from, Path to) throws IOException {
    if (Files.exists(to) && Files.isSameFile(from, to)) {
      throw new BurstlogException(to + " is the file to export; name another file to write");
    }
    if (Files.isDirectory(to)) {
      throw new BurstlogException(to + " is a directory; name a file in it");
    }
    Path place = to.toAbsolutePath().getParent();
    if (place == null || !Files.isDirectory(place)) {
      throw new BurstlogException(
          to + " cannot be made: the directory " + place + " does not exist; create it first");
    }
    // A link that leads nowhere is somebody's, too.
    if (!force && Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
      throw NewFile.exists(to);
    }
  }
}
