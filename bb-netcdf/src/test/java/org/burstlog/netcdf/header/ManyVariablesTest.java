package org.burstlog.netcdf.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ManyVariablesTest {
  /** Processor time, because others may use the machine too. */
  private static final ThreadMXBean TIME = ManagementFactory.getThreadMXBean();

  private static final int FEW = 1_000;
  private static final int MANY = 16 * FEW;

  @Test
  @DisplayName(
      "defining, laying out, writing, reading and redefining takes time that grows linearly")
  void linear() throws Exception {
    long few = Long.MAX_VALUE;
    long many = Long.MAX_VALUE;
    for (int round = 0; round < 6; round++) {
      few = Math.min(few, nanosFor(FEW));
      many = Math.min(many, nanosFor(MANY));
    }
    // Sixteen times as many; were it quadratic, it would be 256 times as long.
    assertThat((double) many / few).as("%d ns, %d ns", few, many).isLessThan(80);
  }

  private static long nanosFor(int variables) throws Exception {
    long begin = TIME.getCurrentThreadCpuTime();
    HeaderBuilder builder = Header.builder(CdfVersion.CDF2);
    int time = builder.defineDimension("time", Dimension.UNLIMITED);
    int x = builder.defineDimension("x", 3);
    for (int i = 0; i < variables; i++) {
      int v =
          i % 2 == 0
              ? builder.defineVariable("v" + i, NcType.SHORT, x)
              : builder.defineVariable("v" + i, NcType.SHORT, time, x);
      builder.putAttribute(v, Attribute.of("units", "m"));
    }
    Header header = builder.build();
    Layout layout = Layout.of(header, LayoutSettings.COMPACT);
    ByteBuffer bytes = HeaderCodec.encode(layout, 2);
    HeaderCodec.Decoded decoded = HeaderCodec.decode(HeaderSource.of(bytes));
    for (int i = 0; i < variables; i++) {
      assertThat(decoded.layout().array(i).offset()).isEqualTo(layout.begin(i));
    }
    builder.defineVariable("another", NcType.INT);
    Relayout relayout = Relayout.of(layout, builder.build(), LayoutSettings.COMPACT, 2);
    assertThat(relayout.moves()).hasSize(1 + variables / 2);
    return TIME.getCurrentThreadCpuTime() - begin;
  }
}
