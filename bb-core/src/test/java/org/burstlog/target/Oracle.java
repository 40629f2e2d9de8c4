package org.burstlog.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.burstlog.array.ExtentList;
import org.burstlog.group.ProcessGroup;

/**
 * A file as a byte array: it writes data of its own making to a target and notes what the file must
 * then hold. Every process knows all of it, once asked.
 */
final class Oracle {
  private final ProcessGroup group;
  private byte[] content = new byte[0];
  private byte[] written = new byte[0];
  private int stamp;

  Oracle(ProcessGroup group) {
    this.group = group;
  }

  void writeAll(TargetFile target, ExtentList extents) throws IOException {
    target.writeAll(extents, data(extents));
    share();
  }

  void write(TargetFile target, ExtentList extents) throws IOException {
    target.write(extents, data(extents));
  }

  /** Makes data no other round or process has, and notes it. */
  private ByteBuffer data(ExtentList extents) {
    stamp++;
    ByteBuffer data = ByteBuffer.allocateDirect((int) extents.bytes());
    if (extents.end() > content.length) {
      content = Arrays.copyOf(content, (int) extents.end());
      written = Arrays.copyOf(written, (int) extents.end());
    }
    for (int i = 0; i < extents.size(); i++) {
      for (long at = extents.offset(i); at < extents.offset(i) + extents.length(i); at++) {
        byte value = (byte) (31 * at + 7L * group.rank() + 13L * stamp + 1);
        data.put(value);
        content[(int) at] = value;
        written[(int) at] = 1;
      }
    }
    return data.flip();
  }

  /** All processes' writes of this round become everybody's content. Collective. */
  private void share() throws IOException {
    List<byte[]> contents = group.gather(content);
    List<byte[]> masks = group.gather(written);
    int size = contents.stream().mapToInt(c -> c.length).max().orElse(0);
    content = Arrays.copyOf(content, size);
    for (int rank = 0; rank < group.size(); rank++) {
      byte[] mask = masks.get(rank);
      for (int at = 0; at < mask.length; at++) {
        if (mask[at] != 0) {
          content[at] = contents.get(rank)[at];
        }
      }
    }
    written = new byte[size];
  }

  /** The size the file must have. */
  long size() {
    return content.length;
  }

  byte[] content() {
    return content;
  }

  void assertEqualTo(Path path) throws IOException {
    assertEqualTo(path, () -> "");
  }

  /** Collective. */
  void assertEqualTo(Path path, Supplier<String> history) throws IOException {
    share();
    byte[] found = Files.readAllBytes(path);
    int difference = Arrays.mismatch(found, content);
    assertThat(difference)
        .as(
            () ->
                "first difference in a file of "
                    + found.length
                    + " bytes that must have "
                    + content.length
                    + "\n"
                    + history.get())
        .isEqualTo(-1);
  }
}
