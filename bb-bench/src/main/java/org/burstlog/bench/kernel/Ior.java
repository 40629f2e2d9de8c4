package org.burstlog.bench.kernel;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Output;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.settings.Setting;

/**
 * IOR: segments one behind the other, in each of them a block a rank, written a transfer at a time.
 * Its two patterns are named by what the processes write together in one call: with blocks of one
 * transfer that is <em>contiguous</em>; with one segment it is <em>strided</em>, as the pieces lie
 * a block apart.
 */
final class Ior implements Kernel {
  private static final Setting<Integer> STEPS =
      Setting.count("steps", "1", "How many steps there are, each with segments of its own.");
  private static final Setting<Integer> SEGMENTS =
      Setting.count("segments", "4", "How many segments a step writes.");
  private static final Setting<Long> BLOCK =
      Setting.size("block", "1MiB", "Bytes of a segment that a rank writes.");
  private static final Setting<Long> TRANSFER =
      Setting.size("transfer", "64KiB", "Bytes of a put.");
  private static final Setting<Boolean> FILE_PER_PROCESS =
      Setting.flag("file-per-process", "off", "Whether each rank has a file for itself.");
  private static final Setting<Boolean> SYNC =
      Setting.flag("sync", "off", "Whether each put is durable when it returns.");
  private static final Map<String, Map<String, String>> PRESETS =
      new Presets()
          .add("contiguous", "segments=512 block=64KiB transfer=64KiB")
          .add("contiguous-1m", "segments=32 block=1MiB transfer=1MiB")
          .add("contiguous-4k", "segments=1024 block=4KiB transfer=4KiB")
          .add("strided", "segments=1 block=32MiB transfer=64KiB")
          .add("strided-1m", "segments=1 block=32MiB transfer=1MiB")
          .add("segmented", "segments=8 block=4MiB transfer=64KiB")
          .add("per-process", "segments=1 block=32MiB transfer=64KiB file-per-process=on")
          .add("synced", "segments=64 block=64KiB transfer=64KiB sync=on")
          .add("large-contiguous", "segments=64 block=1MiB transfer=1MiB")
          .add("large-strided", "segments=1 block=64MiB transfer=1MiB")
          .toMap();
  private static final String VARIABLE = "data";

  @Override
  public String name() {
    return "ior";
  }

  @Override
  public String stresses() {
    return "Bandwidth of transfers of one size, which lie side by side in a call or a block apart.";
  }

  @Override
  public List<Setting<?>> parameters() {
    return Gap.with(SEGMENTS, STEPS, BLOCK, TRANSFER, FILE_PER_PROCESS, SYNC, Manner.CALLS);
  }

  @Override
  public Map<String, Map<String, String>> presets() {
    return PRESETS;
  }

  @Override
  public Program program(Parameters parameters, int ranks) throws BurstlogException {
    long block = parameters.elements(BLOCK);
    long transfer = parameters.elements(TRANSFER);
    if (block % transfer != 0) {
      throw parameters.wrong(BLOCK, "must be a multiple of the transfer");
    }
    if (transfer > 1 << 27) {
      throw parameters.wrong(TRANSFER, "must not be larger than 1GiB");
    }
    int segments = parameters.get(SEGMENTS);
    int steps = parameters.get(STEPS);
    boolean own = parameters.get(FILE_PER_PROCESS);
    long all = Math.multiplyExact(Math.multiplyExact(steps, segments * block), own ? 1L : ranks);
    return new Pattern(
        steps,
        segments,
        block,
        (int) transfer,
        own,
        new Manner(parameters.get(SYNC), parameters.get(Manner.CALLS)),
        new Content(VARIABLE, NcType.DOUBLE, 1, all));
  }

  private record Pattern(
      int steps,
      int segments,
      long block,
      int transfer,
      boolean own,
      Manner manner,
      Content content)
      implements Program {
    @Override
    public void write(Space space) throws IOException {
      ProcessGroup group = space.group();
      Strategy.Definition definition =
          file ->
              file.defineVariable(
                  VARIABLE, NcType.DOUBLE, file.defineDimension("place", content.perStep()));
      Output output =
          own
              ? space.createAlone(name(group.rank()), manner, definition)
              : space.create(name(0), manner, definition);
      NcVariable variable = output.file().variable(VARIABLE);
      long segmentLength = own ? block : block * group.size();
      long begin = own ? 0 : block * group.rank();
      Content mine = own ? contentOf(group.rank()) : content;
      double[] values = new double[transfer];
      Region region = new Region(1);
      for (long segment = 0; segment < (long) steps * segments; segment++) {
        if (segment > 0 && segment % segments == 0) {
          space.between(output);
        }
        for (long done = 0; done < block; done += transfer) {
          long place = segment * segmentLength + begin + done;
          mine.fill(values, 0, 0, place, transfer);
          output.put(variable, region.set(0, place, transfer, 1), NcMemory.of(values));
        }
        output.endStep();
      }
      output.finish();
    }

    private String name(int rank) {
      return own ? "ior-" + rank + ".nc" : "ior.nc";
    }

    /** What is in the file of a rank is in no other's. */
    private Content contentOf(int rank) {
      return new Content(VARIABLE, NcType.DOUBLE, 1, content.perStep(), rank);
    }

    @Override
    public void verify(Space space) throws IOException {
      for (int rank = 0; rank < (own ? space.group().size() : 1); rank++) {
        Content expected = own ? contentOf(rank) : content;
        Verifier.together(space.group(), space.file(name(rank)), List.of(expected));
      }
    }
  }
}
