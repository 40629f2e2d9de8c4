package org.burstlog.recover;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.burstlog.drain.DrainOptions;
import org.burstlog.drain.Strategy;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.SoloGroup;
import org.burstlog.log.LogVerdict;
import org.burstlog.storage.LocalStorage;
import org.burstlog.target.PlainTarget;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryTest {
  private static final DrainOptions DRAIN = new DrainOptions(1 << 16, 1000, Strategy.AUTO);

  @TempDir Path directory;
  private Wreck wreck;
  private final ProcessGroup group = new SoloGroup();

  @BeforeEach
  void prepare() throws Exception {
    wreck = new Wreck(directory);
  }

  private List<TierSession> sessions() throws Exception {
    return SessionFinder.find(group, new LocalStorage(), List.of(wreck.tier()));
  }

  private RecoveryReport recover(TierSession session) throws Exception {
    return new Recovery(
            group, new LocalStorage(), PlainTarget::open, RecoveryOptions.careful(DRAIN))
        .recover(session);
  }

  private static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
    bytes.asLongBuffer().put(values);
    return bytes.array();
  }

  @Test
  void whatWasPutIsBroughtIntoTheTargetAndTheSessionGoes() throws Exception {
    Path left = wreck.small("out.bin");
    List<TierSession> found = sessions();
    assertThat(found).hasSize(1);
    TierSession session = found.get(0);
    assertThat(session.state()).isEqualTo(SessionState.ORPHANED);
    assertThat(session.name()).isEqualTo("out.bin");
    assertThat(session.paths()).containsExactly(left);
    assertThat(session.groupSize()).isEqualTo(1);
    assertThat(Files.size(wreck.target("out.bin"))).isZero();

    RecoveryReport report = recover(session);

    assertThat(report.outcome()).isEqualTo(RecoveryReport.Outcome.REPLAYED);
    assertThat(report.complete()).isTrue();
    Judgement judgement = Objects.requireNonNull(report.judgement());
    assertThat(judgement.state()).isEqualTo(LogVerdict.State.CLEAN);
    assertThat(judgement.records()).isEqualTo(1);
    assertThat(Files.readAllBytes(wreck.target("out.bin"))).isEqualTo(longs(1, 2, 3, 4));
    assertThat(left).doesNotExist();
    assertThat(sessions()).isEmpty();
  }
}
