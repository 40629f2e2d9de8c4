package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RelayoutTest {
  @ParameterizedTest
  @EnumSource(CdfVersion.class)
  @DisplayName("after random new definitions, the moves leave every old value where it now belongs")
  void random(CdfVersion version) throws Exception {
    long first = System.nanoTime();
    for (long seed = first; seed < first + 400; seed++) {
      Random random = new Random(seed);
      RandomFile file = new RandomFile(seed, version);
      Layout old = shuffled(Layout.of(file.header(), settings(random)), random);
      HeaderBuilder builder = file.header().toBuilder();
      change(builder, random);
      Relayout relayout = Relayout.of(old, builder.build(), settings(random), file.records());
      Layout layout = relayout.layout();

      byte[] image = Arrays.copyOf(file.image(old), (int) layout.size(file.records()));
      for (Move move : relayout.moves()) {
        move.run(1 + random.nextInt(40), (from, to, length) -> move(image, from, to, length));
      }
      String what = "seed " + seed + ": " + old + " became " + relayout;
      for (Variable variable : file.header().variables()) {
        byte[] expected = file.values(variable.id());
        byte[] read = new byte[expected.length];
        RandomFile.copyValues(layout.array(variable.id()), read, image, false);
        assertThat(read).as("%s, %s", variable, what).isEqualTo(expected);
      }
      assertThat(layout.headerSize()).as(what).isLessThanOrEqualTo(layout.dataBegin());
      // What a file's header states is checked for overlaps.
      HeaderCodec.Decoded decoded =
          HeaderCodec.decode(HeaderSource.of(HeaderCodec.encode(layout, file.records())));
      assertThat(decoded.layout()).as(what).isEqualTo(layout);
    }
  }

  @Test
  @DisplayName("nothing moves while the header stays within the space kept free")
  void freeSpace() throws Exception {
    HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
    int x = builder.defineDimension("x", 10);
    builder.defineVariable("a", NcType.INT, x);
    LayoutSettings settings = new LayoutSettings(4, 4, 4, 100, 0);
    Layout old = Layout.of(builder.build(), settings);
    builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("note", "x".repeat(80)));
    Relayout within = Relayout.of(old, builder.build(), settings, 0);
    assertThat(within.moves()).isEmpty();
    assertThat(within.layout().begin(0)).isEqualTo(old.begin(0));
    builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("note", "x".repeat(101)));
    Relayout beyond = Relayout.of(within.layout(), builder.build(), settings, 0);
    long to = beyond.layout().headerSize() + 100;
    assertThat(beyond.moves()).containsExactly(new Move(old.begin(0), to, 40, 1, 0, 0));
  }

  @Test
  @DisplayName("new variables fill the space kept free before the records")
  void spaceBeforeRecords() throws Exception {
    HeaderBuilder builder = Header.builder(CdfVersion.CDF2);
    int time = builder.defineDimension("time", Dimension.UNLIMITED);
    builder.defineVariable("r", NcType.INT, time);
    LayoutSettings settings = new LayoutSettings(4096, 4, 4, 0, 100);
    Layout old = Layout.of(builder.build(), settings);
    builder.defineVariable("a", NcType.INT);
    Relayout relayout = Relayout.of(old, builder.build(), settings, 7);
    assertThat(relayout.moves()).isEmpty();
    assertThat(relayout.layout().recordBegin()).isEqualTo(old.recordBegin());
    assertThat(relayout.layout().begin(1)).isLessThan(old.recordBegin());
  }

  @Test
  @DisplayName("a second record variable moves the records one by one, the last first")
  void secondRecordVariable() throws Exception {
    HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
    int time = builder.defineDimension("time", Dimension.UNLIMITED);
    builder.defineVariable("a", NcType.BYTE, time);
    LayoutSettings settings = new LayoutSettings(4096, 4, 4, 0, 0);
    Layout old = Layout.of(builder.build(), settings);
    builder.defineVariable("b", NcType.SHORT, time);
    Relayout relayout = Relayout.of(old, builder.build(), settings, 1L << 40);
    Move records = new Move(4096, 4096, 1, 1L << 40, 1, 8);
    assertThat(relayout.moves()).containsExactly(records);
  }

  @Test
  @DisplayName("an old variable may neither go nor change its shape")
  void lost() throws Exception {
    HeaderBuilder builder = Header.builder(CdfVersion.CDF1);
    builder.defineVariable("a", NcType.BYTE);
    Layout old = Layout.of(builder.build(), LayoutSettings.COMPACT);
    Header none = Header.builder(CdfVersion.CDF1).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Relayout.of(old, none, LayoutSettings.COMPACT, 0))
        .withMessageContaining("'a' is missing");
    HeaderBuilder other = Header.builder(CdfVersion.CDF1);
    other.defineVariable("a", NcType.CHAR);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Relayout.of(old, other.build(), LayoutSettings.COMPACT, 0));
  }

  /** The same variables in any order, as some other writers leave them. */
  private static Layout shuffled(Layout layout, Random random) throws NcException {
    List<Variable> variables = new ArrayList<>(layout.header().variables());
    Collections.shuffle(variables, random);
    long[] begins = new long[variables.size()];
    long fixed = layout.dataBegin();
    long record = layout.recordBegin();
    for (Variable variable : variables) {
      long size = layout.paddedSize(variable.id());
      if (variable.isRecord()) {
        begins[variable.id()] = record;
        record += size;
      } else {
        begins[variable.id()] = fixed;
        fixed += size;
      }
    }
    return random.nextBoolean() ? layout : Layout.ofFile(layout.header(), begins);
  }

  private static void change(HeaderBuilder builder, Random random) throws NcException {
    Header before = builder.build();
    if (random.nextBoolean()) {
      String text = "x".repeat(random.nextInt(200));
      builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("new", text));
    }
    int unlimited = before.unlimitedId();
    int x = builder.defineDimension("new", 1 + random.nextInt(9));
    NcType[] types = {NcType.BYTE, NcType.SHORT, NcType.INT, NcType.DOUBLE};
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      NcType type = types[random.nextInt(types.length)];
      boolean record = unlimited >= 0 && random.nextBoolean();
      builder.defineVariable("new" + i, type, record ? new int[] {unlimited, x} : new int[] {x});
    }
  }

  private static LayoutSettings settings(Random random) {
    if (random.nextBoolean()) {
      return LayoutSettings.COMPACT;
    }
    return new LayoutSettings(
        random.nextInt(64),
        random.nextInt(64),
        random.nextInt(64),
        random.nextInt(150),
        random.nextInt(150));
  }

  /** What was never written is missing at the end of a file. */
  private static void move(byte[] image, long from, long to, int length) {
    int there = (int) Math.min(length, Math.min(image.length - from, image.length - to));
    if (there > 0) {
      System.arraycopy(image, (int) from, image, (int) to, there);
    }
  }
}
