package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.burstlog.array.Array;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Offsets, dimensions and records past the limits of 32 bits, in files that are mostly holes. */
class LargeFileTest {
  @TempDir Path directory;

  @Test
  @DisplayName(
      "the C libraries find variables past 4 GiB, 2^31 indices and records past 2 GiB valid")
  void valid() throws Exception {
    Tool ncvalidator = Tool.require("ncvalidator");
    Tool ncdump = Tool.require("ncdump");
    for (CdfVersion version : List.of(CdfVersion.CDF2, CdfVersion.CDF5)) {
      Layout layout = large(version);
      assertThat(layout.begin(1)).isGreaterThan(1L << 31);
      assertThat(layout.recordBegin()).isGreaterThan(1L << 32);
      assertThat(layout.recordSize()).isGreaterThan(1L << 31);
      Path path = directory.resolve("large.nc");
      create(path, layout, 3).close();
      Tool.Result valid = ncvalidator.run("-q", path);
      assertThat(valid.exit()).as(valid.output()).isZero();
      assertThat(ncdump.run("-h", path).output())
          .contains("long = 2147483652")
          .contains("UNLIMITED ; // (3 currently)");
    }
  }

  @Test
  @DisplayName("ncoffsets prints the begins that were chosen")
  void offsets() throws Exception {
    Tool ncoffsets = Tool.require("ncoffsets");
    Layout layout = large(CdfVersion.CDF5);
    Path path = directory.resolve("large.nc");
    create(path, layout, 3).close();
    String output = ncoffsets.run(path).output();
    for (Variable variable : layout.header().variables()) {
      assertThat(output)
          .containsPattern(
              variable.name()
                  + "[\\s\\S]{0,80}start file offset =\\s*"
                  + layout.begin(variable.id()));
    }
  }

  @Test
  @DisplayName("ncgen refuses what is refused here, and writes the same header for the rest")
  void sameVerdicts() throws Exception {
    Tool ncgen = Tool.require("ncgen");
    String[][] cases = {
      {"classic", "x = 2147483644 ;", "byte a(x) ;"},
      {"classic", "x = 2147483645 ;", "byte a(x) ;"},
      {"classic", "x = 2147483644 ;", "byte a(x) ; byte b ;"},
      {"classic", "x = 2147483400 ;", "byte a(x) ; byte b ;"},
      {"classic", "x = 2147483000 ; y = 4 ;", "byte a ; double b(x, y) ;"},
      {"classic", "x = 2147483000 ; y = 4 ;", "double b(x, y) ; byte a ;"},
      {"classic", "x = 2147483000 ; t = UNLIMITED ;", "double b(x) ; byte a(t) ;"},
      {"classic", "x = 2147483000 ; t = UNLIMITED ;", "byte a(t) ; double b(t, x) ;"},
      {"classic", "x = 2147483000 ; t = UNLIMITED ;", "double b(t, x) ; byte a(t) ;"},
      {"64-bit offset", "x = 1073741823 ;", "int a(x) ; int b(x) ;"},
      {"64-bit offset", "x = 1073741824 ;", "byte a ; int b(x) ;"},
      {"64-bit offset", "x = 1073741824 ;", "int b(x) ; byte a ;"},
      {"64-bit offset", "x = 1073741824 ; t = UNLIMITED ;", "int b(x) ; byte a(t) ;"},
      {"64-bit offset", "x = 1073741823 ; t = UNLIMITED ;", "int b(x) ; byte a(t) ;"},
      {"64-bit offset", "x = 1073741824 ; t = UNLIMITED ;", "byte a(x) ; int b(t, x) ;"},
      {"64-bit offset", "x = 1073741824 ; t = UNLIMITED ;", "int b(t, x) ; byte a(t) ;"},
    };
    for (String[] c : cases) {
      String text = "netcdf x { dimensions: " + c[1] + " variables: " + c[2] + " }";
      Path in = Files.writeString(directory.resolve("in.cdl"), text);
      Path out = directory.resolve("out.nc");
      Files.deleteIfExists(out);
      Tool.Result made = ncgen.run("-x", "-k", c[0], "-o", out, in);
      ByteBuffer ours = null;
      try {
        ours = HeaderCodec.encode(Layout.of(parse(c), LayoutSettings.COMPACT), 0);
      } catch (NcException e) {
        assertThat(e.error()).as(text).isIn(NcError.NC_EVARSIZE, NcError.NC_EDIMSIZE);
      }
      assertThat(ours != null).as("%s: %s", text, made.output()).isEqualTo(made.exit() == 0);
      if (ours != null) {
        ByteBuffer theirs = ByteBuffer.allocate(ours.remaining());
        try (FileChannel channel = FileChannel.open(out)) {
          channel.read(theirs);
        }
        assertThat(theirs.flip()).as(text).isEqualTo(ours);
      }
    }
  }

  @Test
  @DisplayName("elements past 2^31 have the offsets that the definitions say")
  void elements() throws Exception {
    Layout layout = large(CdfVersion.CDF5);
    Array array = layout.array(3);
    assertThat(array.offset() + 2 * array.step(0) + 2147483651L * array.step(1))
        .isEqualTo(layout.size(3) - 1);
  }

  /** An empty file of full length. */
  static FileChannel create(Path path, Layout layout, long records) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE);
    channel.write(HeaderCodec.encode(layout, records), 0);
    channel.write(ByteBuffer.allocate(1), layout.size(records) - 1);
    return channel;
  }

  private static Layout large(CdfVersion version) throws NcException {
    HeaderBuilder builder = Header.builder(version);
    int time = builder.defineDimension("time", Dimension.UNLIMITED);
    int x = builder.defineDimension("long", (1L << 31) + 4);
    builder.defineVariable("fixed1", NcType.BYTE, x);
    builder.defineVariable("fixed2", NcType.BYTE, x);
    builder.defineVariable("record1", NcType.INT, time);
    builder.defineVariable("record2", NcType.BYTE, time, x);
    return Layout.of(builder.build(), LayoutSettings.COMPACT);
  }

  private static Header parse(String[] c) throws NcException {
    HeaderBuilder builder =
        Header.builder(c[0].equals("classic") ? CdfVersion.CDF1 : CdfVersion.CDF2);
    for (String definition : List.of(c[1].split(" ;", -1))) {
      if (definition.contains("=")) {
        String length = definition.substring(definition.indexOf('=') + 2);
        builder.defineDimension(
            definition.strip().substring(0, 1),
            length.equals("UNLIMITED") ? Dimension.UNLIMITED : Long.parseLong(length));
      }
    }
    Header dimensions = builder.build();
    for (String definition : List.of(c[2].split(" ;", -1))) {
      if (!definition.isBlank()) {
        String[] parts = definition.strip().split("[ (,)]+", -1);
        int[] ids = new int[definition.contains("(") ? parts.length - 3 : 0];
        for (int d = 0; d < ids.length; d++) {
          ids[d] = dimensions.dimensionId(parts[2 + d]);
        }
        NcType type = NcType.valueOf(parts[0].toUpperCase(Locale.ROOT));
        builder.defineVariable(parts[1], type, ids);
      }
    }
    return builder.build();
  }
}
