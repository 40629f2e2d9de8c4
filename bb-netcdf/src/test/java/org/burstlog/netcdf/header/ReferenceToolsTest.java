package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs of the two C libraries agree with the header code, in both directions. */
class ReferenceToolsTest {
  private static final int FILES = 80;

  /** ncgen 4.9.0 makes variables of type int where it is told int64. */
  private static final Set<NcType> NCGEN_TYPES = EnumSet.complementOf(EnumSet.of(NcType.INT64));

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  @DisplayName("random definitions become the bytes that ncgen writes, and are read back the same")
  void sameBytesAsNcgen(CdfVersion version) throws Exception {
    Tool ncgen = Tool.require("ncgen");
    Tool cdfdiff = Tool.require("cdfdiff");
    Tool ncvalidator = Tool.require("ncvalidator");
    Tool ncdump = Tool.require("ncdump");
    long first = System.nanoTime();
    for (long seed = first; seed < first + FILES; seed++) {
      RandomFile file = new RandomFile(seed, version, NCGEN_TYPES);
      Path text = Files.writeString(directory.resolve("in.cdl"), file.text());
      Path theirs = directory.resolve("theirs.nc");
      Files.deleteIfExists(theirs);
      String seen = "seed " + seed + "\n" + file.text();
      Tool.Result made = ncgen.run("-k", kind(version), "-o", theirs, text);
      assertThat(made.exit()).as("%s%s", seen, made.output()).isZero();
      byte[] theirBytes = Files.readAllBytes(theirs);

      Layout layout = Layout.of(file.header(), LayoutSettings.COMPACT);
      ByteBuffer ours = HeaderCodec.encode(layout, file.records());
      ByteBuffer theirHeader = ByteBuffer.wrap(theirBytes, 0, ours.remaining());
      int differs = ours.mismatch(theirHeader);
      assertThat(differs).as("first byte that differs, %s", seen).isEqualTo(-1);

      HeaderCodec.Decoded decoded =
          HeaderCodec.decode(HeaderSource.of(ByteBuffer.wrap(theirBytes)));
      assertThat(decoded.header()).as(seen).isEqualTo(file.header());
      assertThat(decoded.layout()).as(seen).isEqualTo(layout);
      assertThat(decoded.records()).as(seen).isEqualTo(file.records());
      for (Variable variable : file.header().variables()) {
        byte[] expected = file.values(variable.id());
        byte[] read = new byte[expected.length];
        RandomFile.copyValues(decoded.layout().array(variable.id()), read, theirBytes, false);
        assertThat(read).as("%s%s", seen, variable).isEqualTo(expected);
      }

      Path own = Files.write(directory.resolve("own.nc"), file.image(layout));
      Tool.Result same = cdfdiff.run(own, theirs);
      assertThat(same.exit()).as("%s%s", seen, same.output()).isZero();
      Tool.Result valid = ncvalidator.run("-q", own);
      assertThat(valid.exit()).as("%s%s", seen, valid.output()).isZero();
      String ownDump = ncdump.run("-n", "x", own).output();
      assertThat(ownDump).as(seen).isEqualTo(ncdump.run("-n", "x", theirs).output());
    }
  }

  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  @DisplayName("files with gaps from boundaries and free space are valid and hold the same values")
  void gaps(CdfVersion version) throws Exception {
    Tool cdfdiff = Tool.require("cdfdiff");
    Tool ncvalidator = Tool.require("ncvalidator");
    long first = System.nanoTime();
    for (long seed = first; seed < first + 30; seed++) {
      RandomFile file = new RandomFile(seed, version);
      LayoutSettings wide = new LayoutSettings(512, 64, 1024, 100, 200);
      Layout layout = Layout.of(file.header(), wide);
      Path gaps = Files.write(directory.resolve("gaps.nc"), file.image(layout));
      Layout compact = Layout.of(file.header(), LayoutSettings.COMPACT);
      Path plain = Files.write(directory.resolve("plain.nc"), file.image(compact));
      String seen = "seed " + seed + "\n" + file.text();
      Tool.Result valid = ncvalidator.run("-q", gaps);
      assertThat(valid.exit()).as("%s%s", seen, valid.output()).isZero();
      Tool.Result same = cdfdiff.run(gaps, plain);
      assertThat(same.exit()).as("%s%s", seen, same.output()).isZero();
    }
  }

  @Test
  @DisplayName("ncmpidiff finds no difference either")
  void ncmpidiff() throws IOException {
    Tool ncgen = Tool.require("ncgen");
    Tool ncmpidiff = Tool.require("ncmpidiff");
    List<CdfVersion> versions = List.of(CdfVersion.values());
    long first = System.nanoTime();
    for (long seed = first; seed < first + 12; seed++) {
      CdfVersion version = versions.get((int) Math.floorMod(seed, 3L));
      RandomFile file = new RandomFile(seed, version, NCGEN_TYPES);
      Path text = Files.writeString(directory.resolve("in.cdl"), file.text());
      Path theirs = directory.resolve("theirs.nc");
      Files.deleteIfExists(theirs);
      assertThat(ncgen.run("-k", kind(version), "-o", theirs, text).exit()).isZero();
      Layout layout = Layout.of(file.header(), LayoutSettings.COMPACT);
      Path own = Files.write(directory.resolve("own.nc"), file.image(layout));
      Tool.Result same = ncmpidiff.run(own, theirs);
      assertThat(same.exit()).as("seed %d: %s", seed, same.output()).isZero();
    }
  }

  private static String kind(CdfVersion version) {
    return switch (version) {
      case CDF1 -> "classic";
      case CDF2 -> "64-bit offset";
      case CDF5 -> "cdf5";
    };
  }
}
