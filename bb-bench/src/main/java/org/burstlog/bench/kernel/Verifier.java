package org.burstlog.bench.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;

/**
 * Looks at every element of a file: at its bytes, from the first to the last, by plain reads. Of
 * what wrote them only the header is used.
 */
final class Verifier {
  private static final int PIECE = 1 << 20;

  private final Path path;
  private final FileChannel channel;
  private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);

  private Verifier(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Verifies a file together: each process an equal share. Collective.
   *
   * @param group the processes
   * @param path the file
   * @param contents what must be in its variables, of which there must be no others
   * @throws BurstlogException in every process, when there is something else
   * @throws IOException when the group cannot be used any more
   */
  static void together(ProcessGroup group, Path path, List<Content> contents) throws IOException {
    Together.run(
        group, "verifying " + path, () -> verify(path, contents, group.rank(), group.size()));
  }

  /** Verifies a share of a file. */
  private static void verify(Path path, List<Content> contents, int share, int shares)
      throws IOException {
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly());
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      if (file.variables().size() != contents.size()) {
        throw new BurstlogException(
            path + " has " + file.variables().size() + " variables, not " + contents.size());
      }
      for (Content content : contents) {
        new Verifier(path, channel).verify(file, content, share, shares);
      }
    }
  }

  private void verify(NcFile file, Content content, int share, int shares) throws IOException {
    NcVariable variable = file.variable(content.variable());
    long elements = content.steps() * content.perStep();
    long found = Arrays.stream(variable.shape()).reduce(1, Math::multiplyExact);
    if (found != elements || variable.type() != content.type()) {
      throw new BurstlogException(
          String.format(
              Locale.ROOT,
              "%s: variable '%s' is %d of type %s, not %d of type %s",
              path,
              content.variable(),
              found,
              variable.type(),
              elements,
              content.type()));
    }
    long first = elements * share / shares;
    long end = elements * (share + 1) / shares;
    int width = content.type().size();
    long stepBytes = variable.isRecord() ? file.recordSize() : content.perStep() * width;
    while (first < end) {
      long step = first / content.perStep();
      long place = first % content.perStep();
      int count = (int) Math.min(PIECE / width, Math.min(content.perStep() - place, end - first));
      verify(content, variable.offset() + step * stepBytes + place * width, step, place, count);
      first += count;
    }
  }

  private void verify(Content content, long position, long step, long place, int count)
      throws IOException {
    int width = content.type().size();
    piece.clear().limit(count * width);
    while (piece.hasRemaining()) {
      if (channel.read(piece, position + piece.position()) < 0) {
        throw new BurstlogException(
            String.format(
                Locale.ROOT,
                "%s ends at byte %d, inside variable '%s', step %d",
                path,
                channel.size(),
                content.variable(),
                step));
      }
    }
    for (int i = 0; i < count; i++) {
      long bits = width == Long.BYTES ? piece.getLong(i * width) : piece.getInt(i * width);
      long expected = content.bits(step, place + i);
      if (bits != expected) {
        throw new BurstlogException(
            String.format(
                Locale.ROOT,
                "%s: variable '%s', step %d, element %d is %s, and must be %s",
                path,
                content.variable(),
                step,
                place + i,
                text(content.type(), bits),
                text(content.type(), expected)));
      }
    }
  }

  private static String text(NcType type, long bits) {
    return switch (type) {
      case DOUBLE -> String.valueOf(Double.longBitsToDouble(bits));
      case FLOAT -> String.valueOf(Float.intBitsToFloat((int) bits));
      default -> String.valueOf(bits);
    };
  }
}
