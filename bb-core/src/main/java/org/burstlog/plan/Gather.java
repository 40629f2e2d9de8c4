package org.burstlog.plan;

import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.burstlog.array.memory.Bytes;
import org.burstlog.log.file.DataView;

/**
 * Copies the bytes of a round from the log into a buffer, turning the byte order of elements on the
 * way: one pass, in bulk where pieces are long.
 *
 * <p>Not safe for several threads; each uses one of its own, with its own {@link DataView}.
 */
public final class Gather {
  /** Up to here a piece is moved by loads and stores; the set-up of a bulk copy costs more. */
  private static final int SHORT = 64;

  private final Bytes from = new Bytes();
  private final Bytes into = new Bytes();

  /** The round that is taken in parts, the piece that comes next, and what of it was taken. */
  private Round parts = new Round();

  private int piece;
  private int done;

  /** Creates a gather. */
  public Gather() {}

  /**
   * Fills a buffer with the bytes of a round, those of its first extent first.
   *
   * @param round the round
   * @param data the log it is in
   * @param buffer gets the bytes at its position, which is moved behind them; its byte order does
   *     not matter
   * @throws IOException when the log cannot be read
   * @throws BufferOverflowException when the buffer has no room for the round
   */
  public void fill(Round round, DataView data, ByteBuffer buffer) throws IOException {
    if (buffer.remaining() < round.bytes()) {
      throw new BufferOverflowException();
    }
    begin(round);
    next(round.bytes(), data, buffer);
  }

  /**
   * Begins to take a round in parts.
   *
   * @param round the round; stays as it is until its last part is taken
   */
  public void begin(Round round) {
    parts = round;
    piece = 0;
    done = 0;
  }

  /**
   * Copies the next part of the round begun.
   *
   * @param bytes how many, at most what is left of the round
   * @param data the log it is in
   * @param buffer gets the bytes at its position, which is moved behind them
   * @throws IOException when the log cannot be read
   * @throws BufferOverflowException when the buffer has no room for them
   */
  public void next(int bytes, DataView data, ByteBuffer buffer) throws IOException {
    if (buffer.remaining() < bytes) {
      throw new BufferOverflowException();
    }
    Round round = parts;
    int at = buffer.position();
    int end = at + bytes;
    while (at < end) {
      int length = Math.min(end - at, round.length(piece) - done);
      int size = round.swapSize(piece);
      long position = round.position(piece) + done;
      if (size == 1) {
        copy(data, position, length, buffer, at);
      } else {
        swap(data, position, length, size, (round.phase(piece) + done) & (size - 1), buffer, at);
      }
      at += length;
      done += length;
      if (done == round.length(piece)) {
        piece++;
        done = 0;
      }
    }
    buffer.position(at);
  }

  private static void copy(DataView data, long position, int length, ByteBuffer buffer, int at)
      throws IOException {
    int done = 0;
    while (done < length) {
      int n = data.seek(position + done, length - done);
      ByteBuffer source = data.buffer();
      int index = data.index();
      if (n > SHORT) {
        buffer.put(at + done, source, index, n);
      } else {
        copyShort(source, index, buffer, at + done, n);
      }
      done += n;
    }
  }

  private static void copyShort(ByteBuffer source, int index, ByteBuffer buffer, int at, int n) {
    boolean turned = source.order() != buffer.order();
    int i = 0;
    for (; i <= n - Long.BYTES; i += Long.BYTES) {
      long bits = source.getLong(index + i);
      buffer.putLong(at + i, turned ? Long.reverseBytes(bits) : bits);
    }
    for (; i < n; i++) {
      buffer.put(at + i, source.get(index + i));
    }
  }

  private void swap(
      DataView data, long position, int length, int size, int phase, ByteBuffer buffer, int at)
      throws IOException {
    int done = 0;
    if (phase > 0 || length < size) {
      done = Math.min(size - phase, length);
      swapPart(data, position - phase, size, phase, done, buffer, at);
    }
    while (length - done >= size) {
      int n = data.seek(position + done, (length - done) & -size) & -size;
      if (n == 0) {
        // An element across the end of what the view can show at a time.
        n = size;
        swapPart(data, position + done, size, 0, n, buffer, at + done);
      } else if (n > SHORT) {
        swapLong(data.buffer(), data.index(), size, n, buffer, at + done);
      } else {
        swapShort(data.buffer(), data.index(), size, n, buffer, at + done);
      }
      done += n;
    }
    if (done < length) {
      swapPart(data, position + done, size, 0, length - done, buffer, at + done);
    }
  }

  /** Some bytes of one element, given where it begins in the log. */
  private static void swapPart(
      DataView data, long element, int size, int phase, int n, ByteBuffer buffer, int at)
      throws IOException {
    for (int i = 0; i < n; i++) {
      data.seek(element + size - 1 - phase - i, 1);
      buffer.put(at + i, data.buffer().get(data.index()));
    }
  }

  private static void swapShort(
      ByteBuffer source, int index, int size, int n, ByteBuffer buffer, int at) {
    boolean swapped = source.order() == buffer.order();
    switch (size) {
      case Long.BYTES -> {
        for (int i = 0; i < n; i += Long.BYTES) {
          long bits = source.getLong(index + i);
          buffer.putLong(at + i, swapped ? Long.reverseBytes(bits) : bits);
        }
      }
      case Integer.BYTES -> {
        for (int i = 0; i < n; i += Integer.BYTES) {
          int bits = source.getInt(index + i);
          buffer.putInt(at + i, swapped ? Integer.reverseBytes(bits) : bits);
        }
      }
      default -> {
        for (int i = 0; i < n; i += Short.BYTES) {
          short bits = source.getShort(index + i);
          buffer.putShort(at + i, swapped ? Short.reverseBytes(bits) : bits);
        }
      }
    }
  }

  /**
   * Between views of different byte order the JDK swaps whole runs at about the speed of a copy.
   */
  private void swapLong(ByteBuffer source, int index, int size, int n, ByteBuffer buffer, int at) {
    from.of(source);
    into.of(buffer);
    into.swap(at, from, index, n, size);
  }
}
