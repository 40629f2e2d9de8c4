package org.burstlog.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.burstlog.array.Region;
import org.burstlog.drain.DrainListener;
import org.burstlog.drain.DrainProgress;
import org.burstlog.group.SoloGroup;
import org.burstlog.recover.Wreck;
import org.burstlog.settings.Settings;
import org.burstlog.stats.DrainReason;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.TargetFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the burst buffer off, all that it can be asked has an answer, and puts go to the target. */
class SwitchedOffTest {
  @TempDir Path directory;

  @Test
  void putsAreInTheTargetAndNothingIsPending() throws Exception {
    Path path = directory.resolve("out.bin");
    try (SoloGroup group = new SoloGroup();
        TargetFile target = PlainTarget.open(group, path, TargetFile.Mode.CREATE);
        BurstBuffer buffer = BurstBuffer.open(target, group, Settings.builder().build())) {
      BufferedArray array = buffer.define(Wreck.layout(4));
      buffer.listen(new DrainListener() {});
      array.put(Region.of(new long[] {0}, new long[] {4}), new long[] {1, 2, 3, 4});
      assertThat(ByteBuffer.wrap(Files.readAllBytes(path)).asLongBuffer().get(3)).isEqualTo(4);
      assertThat(array.offer(Region.of(new long[] {0}, new long[] {1}), new long[] {5})).isTrue();
      assertThat(buffer.wouldStall(1 << 20)).isFalse();
      assertThat(buffer.hasRoom(1L << 40)).isTrue();
      assertThat(buffer.isLimitNear(1L << 40)).isFalse();
      assertThat(buffer.pendingBytes()).isZero();
      assertThat(buffer.isDraining()).isFalse();
      assertThat(buffer.progress()).isEqualTo(DrainProgress.NOTHING);
      assertThat(buffer.explain()).contains("straight to the target");
      long moves = buffer.moves();
      buffer.checkTaking();
      buffer.mark(1);
      buffer.spoil();
      buffer.settleDrains();
      buffer.awaitDrained();
      assertThat(buffer.drain().bytes()).isZero();
      assertThat(buffer.handOver(DrainReason.FLUSH)).isTrue();
      assertThat(buffer.moves()).isEqualTo(moves);
      assertThatCode(buffer::discard).doesNotThrowAnyException();
      assertThat(buffer.statistics().report("out.bin", 1)).contains("out.bin");
      assertThat(ByteBuffer.wrap(Files.readAllBytes(path)).getLong(0)).isEqualTo(5);
      buffer.letGo();
    }
  }
}
