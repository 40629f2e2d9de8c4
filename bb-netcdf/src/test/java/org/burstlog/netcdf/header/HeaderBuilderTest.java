package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.burstlog.array.Array;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderBuilderTest {
  private final HeaderBuilder builder = Header.builder(CdfVersion.CDF1);

  @Nested
  class ADimension {
    @ParameterizedTest
    @EnumSource(CdfVersion.class)
    @DisplayName("may be as long as the format says, and no longer")
    void longest(CdfVersion version) throws Exception {
      HeaderBuilder b = Header.builder(version);
      b.defineDimension("longest", version.maxDimension());
      assertThat(b.build().dimensions().get(0).length()).isEqualTo(version.maxDimension());
      expect(NcError.NC_EDIMSIZE, () -> b.defineDimension("x", version.maxDimension() + 1));
      expect(NcError.NC_EDIMSIZE, () -> b.defineDimension("x", -1));
    }

    @Test
    @DisplayName("without a length may be there once")
    void unlimited() throws Exception {
      builder.defineDimension("t", Dimension.UNLIMITED);
      expect(NcError.NC_EUNLIMIT, () -> builder.defineDimension("u", Dimension.UNLIMITED));
      assertThat(builder.build().unlimitedId()).isZero();
    }

    @Test
    @DisplayName("has a name of its own, whichever way that is spelled")
    void name() throws Exception {
      assertThat(builder.defineDimension("e\u0301", 1)).isZero();
      expect(NcError.NC_ENAMEINUSE, () -> builder.defineDimension("\u00e9", 1));
      assertThat(builder.build().dimensionId("\u00e9")).isZero();
      assertThat(builder.build().dimensionId("e")).isEqualTo(-1);
    }

    @Test
    @DisplayName("that was refused leaves no trace")
    void refused() {
      expect(NcError.NC_EBADNAME, () -> builder.defineDimension("/", 0));
      assertThat(builder.build().dimensions()).isEmpty();
      assertThat(builder.build().unlimitedId()).isEqualTo(-1);
    }
  }

  @Nested
  class AName {
    @ParameterizedTest
    @ValueSource(
        strings = {"", "/", "a/b", " a", "a ", "-a", ".a", "a\tb", "a\u007f", "a\ud800", "a\n"})
    @DisplayName("that breaks a rule is refused")
    void bad(String name) {
      expect(NcError.NC_EBADNAME, () -> builder.defineDimension(name, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "_", "7", "a b", "名前", "a:b", "a\\b", "\ud835\udcb3", "a-"})
    @DisplayName("that breaks none is accepted")
    void good(String name) throws Exception {
      builder.defineDimension(name, 1);
      assertThat(builder.build().dimensionId(name)).isZero();
    }

    @Test
    @DisplayName("may have 256 bytes of UTF-8")
    void longest() throws Exception {
      builder.defineDimension("é".repeat(128), 1);
      builder.defineDimension("a".repeat(256), 1);
      expect(NcError.NC_EMAXNAME, () -> builder.defineDimension("é".repeat(128) + "a", 1));
      expect(NcError.NC_EMAXNAME, () -> builder.defineDimension("a".repeat(100_000), 1));
    }
  }

  @Nested
  class AVariable {
    @Test
    @DisplayName("has dimensions that are defined, the unlimited one first")
    void dimensions() throws Exception {
      int x = builder.defineDimension("x", 3);
      int t = builder.defineDimension("t", Dimension.UNLIMITED);
      expect(NcError.NC_EBADDIM, () -> builder.defineVariable("v", NcType.INT, 2));
      expect(NcError.NC_EBADDIM, () -> builder.defineVariable("v", NcType.INT, -1));
      expect(NcError.NC_EUNLIMPOS, () -> builder.defineVariable("v", NcType.INT, x, t));
      expect(NcError.NC_EMAXDIMS, () -> builder.defineVariable("v", NcType.INT, new int[1025]));
      int id = builder.defineVariable("v", NcType.INT, t, x, x);
      Variable variable = builder.build().variables().get(id);
      assertThat(variable.isRecord()).isTrue();
      assertThat(variable.shape(0)).isEqualTo(Array.UNLIMITED);
      assertThat(variable.shape(2)).isEqualTo(3);
      assertThat(variable.dimensionId(0)).isEqualTo(t);
    }

    @ParameterizedTest
    @EnumSource(
        value = NcType.class,
        names = {"UBYTE", "USHORT", "UINT", "INT64", "UINT64"})
    @DisplayName("of a type that came with CDF-5 needs that format")
    void laterType(NcType type) throws Exception {
      expect(NcError.NC_ESTRICTCDF2, () -> builder.defineVariable("v", type));
      Header.builder(CdfVersion.CDF5).defineVariable("v", type);
    }

    @Test
    @DisplayName("may have a fill value of its own type, which replaces the default")
    void fillValue() throws Exception {
      int v = builder.defineVariable("v", NcType.SHORT);
      assertThat(fillBits()).isEqualTo(-32767);
      expect(
          NcError.NC_EBADTYPE,
          () -> builder.putAttribute(v, Attribute.of(Attribute.FILL_VALUE, 1)));
      expect(
          NcError.NC_EINVAL,
          () -> builder.putAttribute(v, Attribute.of(Attribute.FILL_VALUE, (short) 1, (short) 2)));
      builder.putAttribute(v, Attribute.of(Attribute.FILL_VALUE, (short) -7));
      assertThat(fillBits()).isEqualTo(-7);
    }

    private long fillBits() {
      return builder.build().variables().get(0).fillBits();
    }
  }

  @Nested
  class AnAttribute {
    @Test
    @DisplayName("that is set again keeps its place and takes the new value")
    void again() throws Exception {
      builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("a", 1));
      builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("b", 2));
      builder.putAttribute(HeaderBuilder.GLOBAL, Attribute.of("a", "text"));
      Header header = builder.build();
      assertThat(header.attributes()).extracting(Attribute::name).containsExactly("a", "b");
      assertThat(Objects.requireNonNull(header.attribute("a")).text()).isEqualTo("text");
      expect(NcError.NC_ECHAR, () -> Objects.requireNonNull(header.attribute("b")).text());
    }

    @Test
    @DisplayName("is removed and renamed by name")
    void removed() throws Exception {
      int v = builder.defineVariable("v", NcType.INT);
      builder.putAttribute(v, Attribute.of("a", 1f));
      builder.putAttribute(v, Attribute.of("b", 2d));
      expect(NcError.NC_ENAMEINUSE, () -> builder.renameAttribute(v, "a", "b"));
      builder.renameAttribute(v, "a", "c");
      builder.deleteAttribute(v, "b");
      expect(NcError.NC_ENOTATT, () -> builder.deleteAttribute(v, "a"));
      expect(NcError.NC_ENOTATT, () -> builder.renameAttribute(v, "a", "d"));
      expect(NcError.NC_ENOTVAR, () -> builder.deleteAttribute(7, "a"));
      assertThat(builder.build().variables().get(0).attributes())
          .containsExactly(Attribute.of("c", 1f));
    }
  }

  @Nested
  class Building {
    @Test
    @DisplayName("on from a header leaves that as it was")
    void immutable() throws Exception {
      int x = builder.defineDimension("x", 2);
      int v = builder.defineVariable("v", NcType.INT, x);
      builder.putAttribute(v, Attribute.of("a", 1));
      Header before = builder.build();
      HeaderBuilder more = before.toBuilder();
      assertThat(more.build()).isEqualTo(before).hasSameHashCodeAs(before);
      more.putAttribute(v, Attribute.of("a", 2));
      more.renameVariable(v, "w");
      more.renameDimension(x, "y");
      more.defineVariable("v", NcType.BYTE);
      Header after = more.build();
      assertThat(before.variable("w")).isNull();
      assertThat(before.variables()).hasSize(1);
      assertThat(Objects.requireNonNull(after.variable("w")).id()).isZero();
      assertThat(Objects.requireNonNull(after.variable("v")).id()).isEqualTo(1);
      assertThat(after.dimensionId("y")).isZero();
      expect(NcError.NC_ENAMEINUSE, () -> more.renameVariable(0, "v"));
      more.renameVariable(0, "w");
    }
  }

  private static void expect(NcError error, ThrowingCallable call) {
    assertThatExceptionOfType(NcException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.error()).isEqualTo(error))
        .withMessageContaining(error.name() + " (" + error.code() + ")")
        .withMessageContaining("; ");
  }
}
