package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.burstlog.log.format.ArrayDescriptor;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.PutDescriptor;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.log.read.LaneReader;
import org.burstlog.log.read.LogReader;
import org.burstlog.log.read.LogVerdict;
import org.burstlog.log.read.LogVerdict.State;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.StorageFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every bit of a small log is flipped, and the log cut off at every byte. */
@SuppressWarnings("NullAway.Init") // made before each test
class DamageTest {
  private static final Path TIER = Path.of("/tier");
  private static final int RECORDS = 6;

  private final Pattern pattern = new Pattern(3, 12);
  private int expected = RECORDS;
  private FaultyStorage storage;
  private Session session;

  /** The generation before is larger, so that rubbish follows the end. */
  @BeforeEach
  void writeALog() throws IOException {
    write(1);
  }

  private void write(int lanes) throws IOException {
    storage = new FaultyStorage(TIER, 1);
    session = Session.make(storage, TIER, lanes);
    session.create();
    LogOptions options = Session.options(Access.WRITTEN);
    for (int lane = 0; lane < lanes; lane++) {
      try (LogWriter log = session.open(lane, options)) {
        int array = log.define(Pattern.ARRAY);
        for (long i = 0; i < 2 * RECORDS; i++) {
          pattern.put(log, array, Pattern.id(99, i));
        }
        log.reset();
        for (long i = 0; i < RECORDS; i++) {
          pattern.put(log, array, Pattern.id(lane, i));
        }
      }
    }
  }

  @AfterEach
  void nothingIsLeftOpen() {
    storage.close();
  }

  private byte[] bytes(Path path) throws IOException {
    try (StorageFile file = storage.open(path, false)) {
      ByteBuffer all = ByteBuffer.allocate((int) file.size());
      assertThat(file.read(0, all)).isEqualTo(all.capacity());
      return all.array();
    }
  }

  private void replace(Path path, byte[] bytes, int length) throws IOException {
    try (StorageFile file = storage.open(path, true)) {
      file.truncate(length);
      file.write(0, ByteBuffer.wrap(bytes, 0, length));
    }
  }

  /** What is read is right and in order, whatever happened; tells what was found. */
  private Scan scan(String what) throws IOException {
    try {
      Scan scan = session.scan(pattern).get(0);
      long last = -1;
      for (long id : scan.ids()) {
        assertThat(id).as(what).isGreaterThan(last).isLessThan(RECORDS);
        last = id;
      }
      if (scan.ids().size() < expected) {
        assertThat(scan.verdict().state()).as(what).isNotEqualTo(State.CLEAN);
      }
      return scan;
    } catch (DamagedLogException refused) {
      return new Scan(
          session.header(0), Set.of(), new LogVerdict(0, 0, 0, List.of(), List.of(), 1));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(what, e);
    }
  }

  /** Whether a byte is inside something that is checked, or else only now and then looked at. */
  private static boolean worthEveryBit(int at) {
    int inSlot = at % SlotDescriptor.SLOT;
    return at >= SlotDescriptor.BLOCK || inSlot < 100 || inSlot % 97 == 0;
  }

  private List<State> flipEach(Path path) throws IOException {
    byte[] whole = bytes(path);
    List<State> states = new ArrayList<>();
    try (StorageFile file = storage.open(path, true)) {
      for (int at = 0; at < whole.length; at++) {
        if (!worthEveryBit(at)) {
          continue;
        }
        for (int bit = 0; bit < 8; bit++) {
          byte flipped = (byte) (whole[at] ^ 1 << bit);
          file.write(at, ByteBuffer.wrap(new byte[] {flipped}));
          states.add(scan(path + ", byte " + at + ", bit " + bit).verdict().state());
        }
        file.write(at, ByteBuffer.wrap(whole, at, 1));
      }
    }
    assertThat(scan("restored").verdict().state()).isEqualTo(State.CLEAN);
    return states;
  }

  @Test
  void anyFlippedBitOfTheMetadataIsNeverReadAsSomethingElse() throws IOException {
    assertThat(flipEach(session.meta())).contains(State.CLEAN, State.TORN, State.DAMAGED);
  }

  @Test
  void anyFlippedBitOfTheDataIsNeverReadAsSomethingElse() throws IOException {
    assertThat(flipEach(session.data())).contains(State.CLEAN, State.DAMAGED);
  }

  @Test
  void aLogCutOffAnywhereGivesWhatIsWholeAndIsSaidToBeTorn() throws IOException {
    for (Path path : List.of(session.meta(), session.data())) {
      byte[] whole = bytes(path);
      int found = RECORDS;
      for (int length = whole.length; length >= 0; length--) {
        replace(path, whole, length);
        Scan scan = scan(path + ", cut to " + length);
        assertThat(scan.ids().size()).isLessThanOrEqualTo(found);
        found = scan.ids().size();
        if (length > SlotDescriptor.BLOCK && found < RECORDS) {
          assertThat(scan.verdict().state()).isEqualTo(State.TORN);
        }
      }
      assertThat(found).isZero();
      replace(path, whole, whole.length);
    }
  }

  @Nested
  class InTheMiddle {
    private Scan damage(Path path, int at) throws IOException {
      byte[] bytes = bytes(path);
      bytes[at] ^= 0x10;
      replace(path, bytes, bytes.length);
      return scan("damaged at " + at);
    }

    private int entry(int number) throws IOException {
      ByteBuffer meta = ByteBuffer.wrap(bytes(session.meta())).order(ByteOrder.LITTLE_ENDIAN);
      int at = SlotDescriptor.BLOCK;
      for (int i = 0; i < number; i++) {
        at += meta.getInt(at);
      }
      return at;
    }

    @Test
    void aDamagedEntryIsToldByItsPlaceAndThoseBehindItAreRead() throws IOException {
      int at = entry(3);
      Scan scan = damage(session.meta(), at + PutDescriptor.REGION_AT);
      assertThat(scan.ids()).containsExactly(0L, 1L, 3L, 4L, 5L);
      assertThat(scan.verdict().state()).isEqualTo(State.DAMAGED);
      assertThat(scan.verdict().damages()).isEqualTo(1);
      assertThat(scan.verdict().damage().get(0).position()).isEqualTo(at);
      assertThat(scan.verdict().damage().get(0).bytes()).isEqualTo(entry(4) - at);
      assertThat(scan.verdict().damage().get(0).what()).contains("checksum");
    }

    @Test
    void damagedDataIsToldByWhatWasExpectedAndFound() throws IOException {
      Scan scan = damage(session.data(), SlotDescriptor.BLOCK + 3);
      assertThat(scan.ids()).hasSize(RECORDS - 1);
      assertThat(scan.verdict().state()).isEqualTo(State.DAMAGED);
      assertThat(scan.verdict().damage().get(0).what()).contains("has checksum", "was logged");
    }

    @Test
    void aDamagedDefinitionIsNoTornTailThoughNothingBehindItCanBeRead() throws IOException {
      Scan scan = damage(session.meta(), entry(0) + ArrayDescriptor.OFFSET_AT);
      assertThat(scan.ids()).isEmpty();
      assertThat(scan.verdict().state()).isEqualTo(State.DAMAGED);
      // For the last put nothing behind it tells.
      assertThat(scan.verdict().damages()).isEqualTo(1 + RECORDS - 1);
      assertThat(scan.verdict().torn()).hasSize(1);
      assertThat(scan.verdict().damage().get(1).what()).contains("definition is missing");
    }

    @Test
    void theDamagedLastEntryLooksTorn() throws IOException {
      Scan scan = damage(session.meta(), entry(RECORDS) + PutDescriptor.REGION_AT);
      assertThat(scan.ids()).hasSize(RECORDS - 1);
      assertThat(scan.verdict().state()).isEqualTo(State.TORN);
      assertThat(scan.verdict().torn()).hasSize(1);
      assertThat(scan.verdict().end()).isEqualTo(entry(RECORDS));
    }

    @Test
    void theDamagedSlotOfTheGenerationIsMadeUpForByItsEntries() throws IOException {
      Scan scan = damage(session.meta(), SlotDescriptor.GENERATION_AT);
      assertThat(scan.header().generation()).isEqualTo(1);
      assertThat(scan.ids()).hasSize(RECORDS);
      assertThat(scan.verdict().state()).isEqualTo(State.DAMAGED);
      assertThat(scan.verdict().damage().get(0).what()).contains("generation 2 expected");
    }
  }

  @Nested
  class OfASharedLog {
    @BeforeEach
    void share() throws IOException {
      write(3);
    }

    @Test
    void theOtherLanesAreReadWhenTheFirstHeaderIsGone() throws IOException {
      byte[] bytes = bytes(session.meta());
      bytes[20] ^= 1;
      bytes[SlotDescriptor.SLOT + 20] ^= 1;
      replace(session.meta(), bytes, bytes.length);
      try (LogReader reader = LogReader.open(storage, session.meta())) {
        assertThat(reader.lanes()).isEqualTo(3);
        assertThatThrownBy(() -> reader.lane(0))
            .isInstanceOfSatisfying(
                DamagedLogException.class, e -> assertThat(e.neverOpened()).isFalse());
        for (int i = 1; i < 3; i++) {
          LaneReader lane = reader.lane(i);
          int found = 0;
          while (lane.next() != null) {
            found++;
          }
          assertThat(found).isEqualTo(RECORDS);
          assertThat(lane.verdict().state()).isEqualTo(State.CLEAN);
        }
      }
    }

    /** The header of a lane is being written, of the data log first, and of no other lane yet. */
    private void kill(byte[] data, int written) throws IOException {
      ByteBuffer slot = ByteBuffer.allocate(SlotDescriptor.SLOT).order(ByteOrder.LITTLE_ENDIAN);
      LogHeader header = session.header(1).withBlockSize(1 << 15);
      SlotDescriptor.encode(slot, SlotDescriptor.DATA, header);
      System.arraycopy(slot.array(), Long.BYTES, data, (1 << 15) + Long.BYTES, written);
      replace(session.meta(), new byte[100], 100);
      replace(session.data(), data, data.length);
    }

    private void isRefused(boolean neverOpened) {
      assertThatThrownBy(() -> LogReader.open(storage, session.meta()))
          .isInstanceOfSatisfying(
              DamagedLogException.class,
              e -> assertThat(e.neverOpened()).as("%s", e).isEqualTo(neverOpened));
    }

    @Test
    void oneThatIsJustBeingOpenedWasNeverOpened() throws IOException {
      kill(new byte[1 << 17], SlotDescriptor.SLOT - Long.BYTES);
      isRefused(/* neverOpened= */ true);
    }

    @Test
    void oneThatHasDataWasOpenedThoughAllItsHeadersAreGone() throws IOException {
      byte[] data = new byte[1 << 17];
      data[(1 << 16) + 12_345] = 1;
      kill(data, 200);
      isRefused(/* neverOpened= */ false);
    }

    @Test
    void filesOfTwoSessionsAreNoPair() throws IOException {
      byte[] data = bytes(session.data());
      ByteBuffer slot = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < 2; i++) {
        LogHeader h = session.header(0).withGeneration(i).withBlockSize(1 << 15);
        LogHeader other =
            new LogHeader(true, 5, 1, 3, 0, 0, 3, h.blockSize(), 0, h.target(), h.identity())
                .withGeneration(i);
        SlotDescriptor.encode(
            slot.slice(i * SlotDescriptor.SLOT, SlotDescriptor.SLOT).order(ByteOrder.LITTLE_ENDIAN),
            SlotDescriptor.DATA,
            other);
      }
      replace(session.data(), data, data.length);
      assertThatThrownBy(() -> LogReader.open(storage, session.meta()))
          .isInstanceOf(DamagedLogException.class)
          .hasMessageContaining("same session");
    }
  }

  @Nested
  class OfAnotherKind {
    private ByteBuffer slot(byte[] file, int number) {
      return ByteBuffer.wrap(file)
          .slice(number * SlotDescriptor.SLOT, SlotDescriptor.SLOT)
          .order(ByteOrder.LITTLE_ENDIAN);
    }

    private void seal(ByteBuffer slot) {
      java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
      int end = slot.getInt(SlotDescriptor.LENGTH_AT);
      crc.update(slot.duplicate().limit(end).position(SlotDescriptor.VERSION_AT));
      slot.putInt(SlotDescriptor.CRC_AT, (int) crc.getValue());
    }

    @Test
    void aNewerVersionIsRefusedByName() throws IOException {
      byte[] meta = bytes(session.meta());
      for (int i = 0; i < 2; i++) {
        slot(meta, i).putShort(SlotDescriptor.VERSION_AT, (short) 2);
        seal(slot(meta, i));
      }
      replace(session.meta(), meta, meta.length);
      assertThatThrownBy(() -> LogReader.open(storage, session.meta()))
          .isInstanceOf(DamagedLogException.class)
          .hasMessageContaining("version 2")
          .hasMessageContaining("reads version 1");
    }

    @Test
    void anEntryOfAKindThisVersionDoesNotKnowIsPassedOver() throws IOException {
      byte[] meta = bytes(session.meta());
      ByteBuffer all = ByteBuffer.wrap(meta).order(ByteOrder.LITTLE_ENDIAN);
      int at = SlotDescriptor.BLOCK + all.getInt(SlotDescriptor.BLOCK);
      int length = all.getInt(at);
      all.putShort(at + EntryDescriptor.KIND_AT, (short) 77);
      java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
      crc.update(meta, at + EntryDescriptor.SESSION_AT, length - EntryDescriptor.SESSION_AT);
      all.putInt(at + EntryDescriptor.CRC_AT, (int) crc.getValue());
      replace(session.meta(), meta, meta.length);
      expected = RECORDS - 1;
      Scan scan = scan("unknown kind");
      assertThat(scan.verdict().state()).isEqualTo(State.CLEAN);
      assertThat(scan.ids()).hasSize(RECORDS - 1);
    }

    @Test
    void exchangedFilesAreNoticed() throws IOException {
      byte[] meta = bytes(session.meta());
      byte[] data = bytes(session.data());
      replace(session.meta(), data, data.length);
      replace(session.data(), meta, meta.length);
      assertThatThrownBy(() -> LogReader.open(storage, session.meta()))
          .isInstanceOf(DamagedLogException.class)
          .hasMessageContaining("exchanged");
    }
  }
}
