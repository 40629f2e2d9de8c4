package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.burstlog.array.ExtentList;
import org.burstlog.array.Region;
import org.burstlog.netcdf.header.CdfVersion;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdf.header.NcType;
import org.burstlog.target.ForwardingTarget;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that take more than 2 GiB in the file and must be converted, in one call. */
@Tag("slow")
class LargeConversionsTest {
  /** 300 million doubles are 2.4 billion bytes. */
  private static final int ELEMENTS = 300_000_000;

  @TempDir Path directory;
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();

  /** Looks at large writes and does not make them, because nobody needs the space filled. */
  private final class Looking extends ForwardingTarget {
    Looking(TargetFile plain) {
      super(plain);
    }

    @Override
    public void write(ExtentList extents, ByteBuffer data) throws IOException {
      if (data.remaining() < 4096) {
        super.write(extents, data);
        return;
      }
      written.addAndGet(data.remaining());
      data.order(ByteOrder.BIG_ENDIAN);
      while (data.hasRemaining()) {
        if (data.getDouble() != 7) {
          wrong.incrementAndGet();
        }
      }
    }
  }

  private NcFile create() throws IOException {
    NcOptions options =
        NcOptions.defaults()
            .format(CdfVersion.CDF5)
            .target((group, path, mode) -> new Looking(PlainTarget.open(group, path, mode)));
    NcFile file = NcFile.create(directory.resolve("large.nc"), options);
    file.defineVariable("v", NcType.DOUBLE, file.defineDimension("x", ELEMENTS));
    file.endDefine();
    return file;
  }

  @Test
  void arePutPieceByPiece() throws IOException {
    try (NcFile file = create()) {
      // One value that stands for all, so that the test does not need the memory.
      file.variable("v").put(all(), NcMemory.of(new byte[] {7}).strides(0));
    }
    assertThat(written.get()).isEqualTo(8L * ELEMENTS);
    assertThat(wrong.get()).isZero();
  }

  @Test
  void arePutInSeveralPiecesTogetherAndByRequests() throws IOException {
    // More than one piece, and still not too much for memory, where these are kept.
    int some = 40_000_000;
    Region first = Region.of(new long[] {0}, new long[] {some});
    Region second = Region.of(new long[] {some}, new long[] {some});
    NcMemory values = NcMemory.of(new byte[] {7}).strides(0);
    try (NcFile file = create()) {
      NcVariable v = file.variable("v");
      v.collective().put(first, values);
      v.nonblocking().put(second, values);
      file.await();
    }
    assertThat(written.get()).isEqualTo(16L * some);
    assertThat(wrong.get()).isZero();
  }

  @Test
  void areGotPieceByPiece() throws IOException {
    byte[] into = new byte[ELEMENTS];
    try (NcFile file = create()) {
      NcVariable v = file.variable("v");
      v.set(1, 5);
      v.set(300, ELEMENTS - 2);
      v.set(3, ELEMENTS - 1);
      NcException told = catchThrowableOfType(NcException.class, () -> v.get(into));
      assertThat(told.error()).isEqualTo(NcError.NC_ERANGE);
      assertThat(told.elementIndex()).isEqualTo(ELEMENTS - 2);
      assertThat(into[5]).isEqualTo((byte) 1);
      assertThat(into[ELEMENTS - 1]).isEqualTo((byte) 3);
    }
  }

  @Test
  void moreElementsThanAnyMemoryHoldsAreRefused() throws IOException {
    NcOptions options = NcOptions.defaults().format(CdfVersion.CDF5);
    try (NcFile file = NcFile.create(directory.resolve("huge.nc"), options)) {
      NcVariable v = file.defineVariable("v", NcType.BYTE, file.defineDimension("x", 1L << 38));
      file.endDefine();
      Region region = Region.of(new long[] {0}, new long[] {1L << 36});
      NcException told = catchThrowableOfType(NcException.class, () -> v.put(region, new byte[10]));
      assertThat(told.error()).isEqualTo(NcError.NC_EMAX_REQ);
      assertThat(told).hasMessageContaining("'v'");
    }
  }

  private static Region all() {
    return Region.of(new long[] {0}, new long[] {ELEMENTS});
  }
}
