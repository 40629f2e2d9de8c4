package org.burstlog.recover;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.group.ProcessGroup;

/** How processes tell each other what each of them has found: lists, one after the other. */
final class Wire {
  private Wire() {}

  /** Writes one thing. */
  interface Writer<T> {
    void write(T item, DataOutput out) throws IOException;
  }

  /** Reads one thing. */
  interface Reader<T> {
    T read(DataInput in) throws IOException;
  }

  /** Gives every process what all have, in rank order. Collective. */
  static <T> List<T> shareAll(ProcessGroup group, List<T> mine, Writer<T> writer, Reader<T> reader)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    writeList(new DataOutputStream(bytes), mine, writer);
    List<T> all = new ArrayList<>();
    for (byte[] theirs : group.gather(bytes.toByteArray())) {
      all.addAll(readList(new DataInputStream(new ByteArrayInputStream(theirs)), reader));
    }
    return all;
  }

  static <T> void writeList(DataOutput out, List<T> items, Writer<T> writer) throws IOException {
    out.writeInt(items.size());
    for (T item : items) {
      writer.write(item, out);
    }
  }

  static <T> List<T> readList(DataInput in, Reader<T> reader) throws IOException {
    int size = in.readInt();
    List<T> items = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      items.add(reader.read(in));
    }
    return items;
  }

  /** Writes a text of any length. */
  static void writeText(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  static String readText(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
