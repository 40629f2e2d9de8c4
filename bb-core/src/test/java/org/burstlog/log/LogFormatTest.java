package org.burstlog.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;
import org.burstlog.array.Array;
import org.burstlog.array.Region;
import org.burstlog.log.format.ArrayDescriptor;
import org.burstlog.log.format.EntryDescriptor;
import org.burstlog.log.format.PutDescriptor;
import org.burstlog.log.format.SlotDescriptor;
import org.burstlog.log.format.TallyDescriptor;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.storage.FaultyStorage;
import org.burstlog.storage.StorageFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The dump in docs/log-format.md is what a log really holds. After a change of the format write it
 * anew by {@code -Dbb.test.rewrite=true}.
 */
class LogFormatTest {
  private static final Path TIER = Path.of("/tier");
  private static final String BEGIN = "<!-- dump -->\n```\n";
  private static final String END = "```\n<!-- end of dump -->\n";

  private final StringBuilder dump = new StringBuilder();

  @Test
  void theDumpInThePageIsThatOfARealLog() throws IOException {
    String home = System.getProperty("bb.home");
    Assumptions.assumeTrue(home != null, "bb.home does not say where the page is");
    Path path = Path.of(String.valueOf(home), "docs", "log-format.md");
    String page = Files.readString(path);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    dumpALog();
    if (Boolean.getBoolean("bb.test.rewrite")) {
      Files.writeString(path, page.substring(0, begin) + dump + page.substring(end));
    } else {
      assertThat(page.substring(begin, end)).isEqualTo(dump.toString());
    }
  }

  private void dumpALog() throws IOException {
    FaultyStorage storage = new FaultyStorage(TIER, 1);
    Session session = Session.make(storage, TIER, 1);
    session.create();
    try (LogWriter log = session.open(0, Session.options(Access.WRITTEN))) {
      Array array = Array.rowMajor("temperature", 512, 2, ByteOrder.BIG_ENDIAN, 10, 20);
      int number = log.define(array);
      byte[] source = {1, 2, 3, 4, 5, 6};
      log.put(number, Region.of(new long[] {4, 7}, new long[] {1, 3}), source, 0, 6);
    }
    ByteBuffer meta = bytes(storage, session.meta());
    ByteBuffer data = bytes(storage, session.data());
    storage.close();
    dump.append("r00000.meta\n");
    slot(meta, 0);
    slot(meta, SlotDescriptor.SLOT);
    int at = SlotDescriptor.BLOCK;
    for (int length = meta.getInt(at); length != 0; length = meta.getInt(at)) {
      entry(meta, at);
      at += length;
    }
    line(meta, at, 8, "zero word: the log ends here");
    assertThat(at + 8).isEqualTo(meta.capacity());
    dump.append("\nr00000.data\n");
    dump.append("  header block as above, but kind 2\n");
    line(data, TallyDescriptor.MARK_AT, 8, "mark for readers");
    line(data, TallyDescriptor.PUT_AT, 8, "tally: entries of the generation up to the last put");
    line(data, TallyDescriptor.SYNCED_AT, 8, "tally: entries that are durable");
    line(data, TallyDescriptor.SYNCED_AT + 8, 8, "the same, the other of two in turn");
    line(data, SlotDescriptor.BLOCK, 6, "data of the put");
  }

  private static ByteBuffer bytes(FaultyStorage storage, Path path) throws IOException {
    try (StorageFile file = storage.open(path, false)) {
      ByteBuffer all = ByteBuffer.allocate((int) file.size()).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(file.read(0, all)).isEqualTo(all.capacity());
      return all.clear();
    }
  }

  private void line(ByteBuffer bytes, int at, int length, String what) {
    byte[] some = new byte[length];
    bytes.get(at, some);
    String hex = HexFormat.ofDelimiter(" ").formatHex(some, 0, Math.min(length, 8));
    dump.append(
        String.format(Locale.ROOT, "  %04x  %-26s %s\n", at, length > 8 ? hex + " …" : hex, what));
  }

  private void int16(ByteBuffer b, int at, String what) {
    line(b, at, 2, what + " = " + b.getShort(at));
  }

  private void int32(ByteBuffer b, int at, String what) {
    line(b, at, 4, what + " = " + b.getInt(at));
  }

  private void int64(ByteBuffer b, int at, String what) {
    line(b, at, 8, what + " = " + b.getLong(at));
  }

  private int text(ByteBuffer b, int at, int width, String what) {
    int length = width == 2 ? b.getShort(at) : b.getInt(at);
    byte[] bytes = new byte[length];
    b.get(at + width, bytes);
    String text = new String(bytes, StandardCharsets.UTF_8);
    line(b, at, width, "length of the " + what + " = " + length);
    line(b, at + width, length, what + " = " + text);
    return at + width + length;
  }

  private void slot(ByteBuffer b, int at) {
    dump.append(" header slot of generation ").append(b.getInt(at + SlotDescriptor.GENERATION_AT));
    dump.append('\n');
    line(b, at + SlotDescriptor.MAGIC_AT, 8, "magic, BURSTLOG");
    line(b, at + SlotDescriptor.CRC_AT, 4, "CRC32C of the slot from version to its length");
    int16(b, at + SlotDescriptor.VERSION_AT, "version");
    line(b, at + SlotDescriptor.ORDER_AT, 1, "byte order of the data: 1 little, 2 big");
    line(b, at + SlotDescriptor.KIND_AT, 1, "kind of file: 1 metadata, 2 data");
    line(b, at + SlotDescriptor.SESSION_AT, 8, "session = 0123456789abcdef");
    int32(b, at + SlotDescriptor.GENERATION_AT, "generation");
    int32(b, at + SlotDescriptor.LANES_AT, "lanes");
    int32(b, at + SlotDescriptor.LANE_AT, "lane");
    int32(b, at + SlotDescriptor.RANK_AT, "rank");
    int32(b, at + SlotDescriptor.SIZE_AT, "size of the group");
    int32(b, at + SlotDescriptor.LENGTH_AT, "length of the slot");
    int64(b, at + SlotDescriptor.BLOCK_SIZE_AT, "block size");
    int64(b, at + SlotDescriptor.CREATED_AT, "created");
    int32(b, at + SlotDescriptor.EPOCH_AT, "epoch");
    int end = text(b, at + SlotDescriptor.TEXT_AT, 2, "target");
    assertThat(text(b, end, 2, "identity")).isEqualTo(at + b.getInt(at + SlotDescriptor.LENGTH_AT));
  }

  private void entry(ByteBuffer b, int at) {
    short kind = b.getShort(at + EntryDescriptor.KIND_AT);
    dump.append(kind == EntryDescriptor.ARRAY ? " array definition\n" : " put\n");
    int32(b, at + EntryDescriptor.LENGTH_AT, "length of the entry");
    line(b, at + EntryDescriptor.CRC_AT, 4, "CRC32C of the entry from session to its length");
    line(b, at + EntryDescriptor.SESSION_AT, 8, "session");
    int64(b, at + EntryDescriptor.SEQUENCE_AT, "sequence");
    int32(b, at + EntryDescriptor.GENERATION_AT, "generation");
    int32(b, at + EntryDescriptor.RANK_AT, "rank");
    int16(b, at + EntryDescriptor.KIND_AT, "kind");
    line(b, at + EntryDescriptor.KIND_AT + 2, 2, "reserved");
    int32(b, at + EntryDescriptor.UNSYNCED_AT, "unsynced");
    int end = kind == EntryDescriptor.ARRAY ? array(b, at) : put(b, at);
    int length = b.getInt(at);
    if (end < at + length) {
      line(b, end, at + length - end, "zeros");
    }
  }

  private int array(ByteBuffer b, int at) {
    int32(b, at + ArrayDescriptor.ARRAY_AT, "number of the array");
    int32(b, at + ArrayDescriptor.DIMENSIONS_AT, "dimensions");
    int64(b, at + ArrayDescriptor.OFFSET_AT, "offset in the target");
    int32(b, at + ArrayDescriptor.ELEMENT_SIZE_AT, "bytes of an element");
    int32(b, at + ArrayDescriptor.ORDER_AT, "byte order in the target (1 little, 2 big)");
    int end = at + ArrayDescriptor.SHAPE_AT;
    for (int d = 0; d < b.getInt(at + ArrayDescriptor.DIMENSIONS_AT); d++) {
      int64(b, end, "length of dimension " + d);
      int64(b, end + 8, "step of dimension " + d);
      end += ArrayDescriptor.PER_DIMENSION;
    }
    return text(b, end, 4, "name");
  }

  private int put(ByteBuffer b, int at) {
    int32(b, at + PutDescriptor.ARRAY_AT, "number of the array");
    int32(b, at + PutDescriptor.DIMENSIONS_AT, "dimensions");
    int64(b, at + PutDescriptor.DATA_POSITION_AT, "position in the data log");
    int64(b, at + PutDescriptor.DATA_LENGTH_AT, "length of the data");
    line(b, at + PutDescriptor.DATA_CRC_AT, 4, "CRC32C of the data");
    line(b, at + PutDescriptor.DATA_CRC_AT + 4, 4, "zeros");
    int end = at + PutDescriptor.REGION_AT;
    for (int d = 0; d < b.getInt(at + PutDescriptor.DIMENSIONS_AT); d++) {
      int64(b, end, "start in dimension " + d);
      int64(b, end + 8, "count in dimension " + d);
      int64(b, end + 16, "stride in dimension " + d);
      end += PutDescriptor.PER_DIMENSION;
    }
    return end;
  }
}
