package org.burstlog.netcdf.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.burstlog.array.Region;
import org.burstlog.group.SoloGroup;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcMemory;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.NcVariable;
import org.burstlog.netcdf.header.Attribute;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.header.Tool;
import org.burstlog.netcdf.testing.FickleTarget;
import org.burstlog.settings.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bb dump} prints definitions and values, those that are only in logs among them. */
class DumpVerbTest {
  @TempDir Path directory;

  private Path tier;
  private Path path;

  @BeforeEach
  void places() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
    path = directory.resolve("out.nc");
  }

  private Bb dump(Object... more) {
    Object[] words = Arrays.copyOf(new Object[] {"dump", "--tier", tier, path}, 4 + more.length);
    System.arraycopy(more, 0, words, 4, more.length);
    return Bb.run(words);
  }

  private String printed(Object... more) {
    Bb bb = dump(more);
    assertThat(bb.code()).as(bb.err()).isZero();
    return bb.out();
  }

  /** Three records of 2 by 4 integers, in a log and nowhere else. */
  private void crash() throws IOException {
    FickleTarget.Targets targets = new FickleTarget.Targets();
    Settings settings =
        Settings.builder().set(Settings.SWITCH, "on").set(Settings.TIER, tier.toString()).build();
    try (SoloGroup group = new SoloGroup()) {
      NcFile file =
          NcFile.create(path, NcOptions.defaults().group(group).target(targets).settings(settings));
      NcDimension time = file.defineUnlimited("time");
      NcDimension y = file.defineDimension("y", 2);
      NcDimension x = file.defineDimension("x", 4);
      NcVariable v = file.defineVariable("v", NcType.INT, time, y, x);
      file.defineVariable("scalar", NcType.BYTE);
      file.defineVariable("none", NcType.BYTE, file.defineDimension("z", 3));
      v.attributes().put("units", "m s-1");
      file.attributes().put("title", "a \"test\"");
      file.endDefine();
      int[] values = new int[24];
      Arrays.setAll(values, i -> 100 * (i / 8) + 10 * (i / 4 % 2) + i % 4);
      v.put(Region.of(new long[3], new long[] {3, 2, 4}), values);
      file.variable("scalar").put(new byte[] {-7});
      targets.broken.set(true);
      assertThatThrownBy(file::close).isInstanceOf(IOException.class);
    }
  }

  @Test
  void theHeaderCountsRecordsThatAreOnlyInLogs() throws Exception {
    crash();
    byte[] before = Files.readAllBytes(path);
    assertThat(printed())
        .isEqualTo(
            """
            netcdf out {
            dimensions:
            \ttime = UNLIMITED ; // (3 currently)
            \ty = 2 ;
            \tx = 4 ;
            \tz = 3 ;
            variables:
            \tint v(time, y, x) ;
            \t\tv:units = "m s-1" ;
            \tbyte scalar ;
            \tbyte none(z) ;

            // global attributes:
            \t\t:title = "a \\"test\\"" ;
            }
            """);
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void valuesThatAreOnlyInLogsArePrintedRowByRow() throws Exception {
    crash();
    assertThat(printed("v"))
        .isEqualTo(
            """
            0, 1, 2, 3
            10, 11, 12, 13
            100, 101, 102, 103
            110, 111, 112, 113
            200, 201, 202, 203
            210, 211, 212, 213
            """);
    assertThat(printed("scalar")).isEqualTo("-7\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,1,2     | 112",
        "1:,0,:2   | 100, 101/200, 201",
        ":,1,3     | 13/113/213",
        "0:1,:,1:3 | 1, 2/11, 12",
        "2, 0, :   | 200, 201, 202, 203"
      })
  void aRegionIsAPartForEachDimension(String region, String expected) throws Exception {
    crash();
    assertThat(printed("v", region)).isEqualTo(expected.replace('/', '\n') + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v | 0:3    | has 1 part, and the variable has the dimensions (time, y, x)",
        "v | 3,0,0  | '3' of variable 'v' is behind the end of dimension 'time', which has length 3",
        "v | 0,0,2:9 | '2:9' of variable 'v' goes past the end of dimension 'x'",
        "v | 0,0,3:1 | has nothing in it",
        "v | 0,-1,0 | '-1' of variable 'v' is no part of a region",
        "scalar | 0 | has no dimension; leave it out",
        "w | :      | there is no variable 'w'; the nearest is 'v', all are v, scalar, none"
      })
  void whatIsNotThereIsRefused(String variable, String region, String expected) throws Exception {
    crash();
    Bb bb = dump(variable, region);
    assertThat(bb.code()).isEqualTo(2);
    assertThat(bb.out()).isEmpty();
    assertThat(bb.err()).startsWith("bb dump: " + path + ": ").contains(expected).hasLineCount(1);
  }

  @Test
  void aFileThatIsNotThereOrNoNetcdfFileIsRefused() throws Exception {
    assertThat(dump().code()).isEqualTo(2);
    assertThat(dump().err()).contains(path + " does not exist; check the path").hasLineCount(1);
    Files.writeString(path, "no netCDF file");
    assertThat(dump().code()).isEqualTo(2);
    assertThat(dump().err()).contains(path.toString(), "NC_ENOTNC").hasLineCount(1);
  }

  private NcFile cdf5() throws IOException {
    return NcFile.create(path, NcOptions.defaults().format(CdfVersion.CDF5));
  }

  @Test
  void numbersReadBackExactly() throws Exception {
    try (NcFile file = cdf5()) {
      NcDimension x = file.defineDimension("x", 3);
      List<NcVariable> all = new ArrayList<>();
      for (NcType type : NcType.values()) {
        if (type != NcType.CHAR) {
          all.add(file.defineVariable(type.name(), type, x));
        }
      }
      file.endDefine();
      for (NcVariable v : all) {
        switch (v.type()) {
          case FLOAT -> v.put(new float[] {0.1f, Float.MIN_VALUE, Float.NaN});
          case DOUBLE -> v.put(new double[] {0.1, -Double.MAX_VALUE, -0.0});
          case UINT64 -> v.put(v.whole(), NcMemory.of(new long[] {0, -1, 1}).unsigned());
          case INT64 -> v.put(new long[] {0, Long.MIN_VALUE, Long.MAX_VALUE});
          case UINT -> v.put(new long[] {0, 0xFFFF_FFFFL, 1});
          case USHORT -> v.put(new int[] {0, 65535, 1});
          case UBYTE -> v.put(new int[] {0, 255, 1});
          default -> v.put(new byte[] {0, -128, 127});
        }
      }
    }
    assertThat(printed("FLOAT")).isEqualTo("0.1, 1.4E-45, NaN\n");
    assertThat(printed("DOUBLE")).isEqualTo("0.1, -1.7976931348623157E308, -0.0\n");
    assertThat(printed("UINT64")).isEqualTo("0, 18446744073709551615, 1\n");
    assertThat(printed("INT64")).isEqualTo("0, -9223372036854775808, 9223372036854775807\n");
    assertThat(printed("UINT")).isEqualTo("0, 4294967295, 1\n");
    assertThat(printed("USHORT")).isEqualTo("0, 65535, 1\n");
    assertThat(printed("UBYTE")).isEqualTo("0, 255, 1\n");
    for (String signed : List.of("BYTE", "SHORT", "INT")) {
      assertThat(printed(signed)).isEqualTo("0, -128, 127\n");
    }
  }

  @Test
  void textIsQuotedAndEveryByteToldApart() throws Exception {
    byte[] text = "ab\"\\\n\u0007é€😀".getBytes(StandardCharsets.UTF_8);
    byte[] row = Arrays.copyOf(text, text.length + 4);
    row[text.length] = (byte) 0xC3;
    row[text.length + 1] = 'x';
    row[text.length + 2] = (byte) 0x80;
    try (NcFile file = cdf5()) {
      NcDimension two = file.defineDimension("two", 2);
      NcVariable v =
          file.defineVariable("v", NcType.CHAR, two, file.defineDimension("x", row.length));
      file.defineVariable("c", NcType.CHAR);
      file.endDefine();
      v.put(Region.of(new long[2], new long[] {1, row.length}), NcMemory.of(row).text());
      file.variable("c").put(Region.of(new long[0], new long[0]), NcMemory.of("q"));
    }
    String expected = "\"ab\\\"\\\\\\n\\007é€😀\\303x\\200\\000\"\n";
    String zeros = "\"" + "\\000".repeat(row.length) + "\"\n";
    assertThat(printed("v")).isEqualTo(expected + zeros);
    assertThat(printed("c")).isEqualTo("\"q\"\n");
    for (int most : new int[] {1, 2, 5, row.length}) {
      assertThat(inPieces("v", most)).as("%d", most).isEqualTo(expected + zeros);
    }
  }

  private String inPieces(String variable, int most) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (NcFile file = NcFile.open(path, NcOptions.defaults().readOnly())) {
      NcVariable v = file.variable(variable);
      PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8);
      new Values(path, v, stream).print(v.whole(), most);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 11, 12, 24, 1000})
  void whatIsLargeIsReadInPieces(int most) throws Exception {
    crash();
    String whole = printed("v");
    assertThat(Bb.run("recover", "--tier", tier, "--all").code()).isZero();
    assertThat(inPieces("v", most)).isEqualTo(whole);
  }

  @Test
  void theHeaderIsTextThatNcgenReads() throws Exception {
    List<Attribute> attributes =
        List.of(
            Attribute.of("text", "line\nand \"quoted\" \\ é"),
            Attribute.of("empty", ""),
            Attribute.of("bytes", (byte) -128, (byte) 127),
            Attribute.of("shorts", (short) -1, (short) 300),
            Attribute.of("ints", 1, -2),
            Attribute.of("longs", Long.MIN_VALUE + 1, 3L),
            Attribute.of("floats", 0.1f, 1e30f, -3f),
            Attribute.of("doubles", 0.1, 1e300, -3),
            Attribute.ofBytes("ubytes", NcType.UBYTE, new byte[] {-1, 1}),
            Attribute.ofBytes("ushorts", NcType.USHORT, new byte[] {-1, -1}),
            Attribute.ofBytes("uints", NcType.UINT, new byte[] {-1, -1, -1, -1}),
            Attribute.ofBytes(
                "ulongs", NcType.UINT64, ByteBuffer.allocate(8).putLong(0, -2).array()));
    try (NcFile file = cdf5()) {
      NcDimension time = file.defineUnlimited("time");
      NcDimension odd = file.defineDimension("2 (odd)", 3);
      file.defineVariable("va r", NcType.UINT64, time, odd).attributes().put(attributes.get(0));
      for (Attribute attribute : attributes) {
        file.attributes().put(attribute);
      }
      file.endDefine();
    }
    Tool ncgen = Tool.require("ncgen");
    Path text = Files.writeString(directory.resolve("out.cdl"), printed());
    Path made = directory.resolve("made.nc");
    Tool.Result result = ncgen.run("-k", "cdf5", "-o", made, text);
    assertThat(result.exit()).as(result.output()).isZero();
    try (NcFile file = NcFile.open(made, NcOptions.defaults().readOnly())) {
      assertThat(file.dimensions()).extracting(NcDimension::name).contains("2 (odd)");
      assertThat(file.variable("va r").type()).isEqualTo(NcType.UINT64);
      assertThat(file.variable("va r").attributes().all()).containsExactly(attributes.get(0));
      assertThat(file.attributes().all())
          .filteredOn(a -> !a.name().equals("empty"))
          .containsExactlyElementsOf(
              attributes.stream().filter(a -> !a.name().equals("empty")).toList());
    }
  }

  @Test
  void helpTellsTheExitCodes() {
    Bb bb = Bb.run("dump", "--help");
    assertThat(bb.code()).isZero();
    assertThat(bb.out()).contains("Usage: bb dump", "Exit code: 0", "--tier", "REGION");
  }
}
