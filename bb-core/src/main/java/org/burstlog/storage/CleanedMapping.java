package org.burstlog.storage;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Unmaps by {@code Unsafe.invokeCleaner}: before JDK 22 there is nothing else. */
final class CleanedMapping extends LocalMapping {
  private static final MethodHandle CLEANER = cleaner();

  private final MappedByteBuffer buffer;

  private CleanedMapping(Path path, MappedByteBuffer buffer) {
    super(path);
    this.buffer = buffer;
  }

  static CleanedMapping map(Path path, FileChannel channel, long position, int length)
      throws IOException {
    return new CleanedMapping(path, channel.map(FileChannel.MapMode.READ_WRITE, position, length));
  }

  @Override
  public ByteBuffer buffer() {
    return buffer;
  }

  @Override
  void writeBack(int index, int length) {
    buffer.force(index, length);
  }

  @Override
  void unmap() throws Throwable {
    CLEANER.invoke(buffer);
  }

  private static MethodHandle cleaner() {
    try {
      Class<?> unsafe = Class.forName("sun.misc.Unsafe");
      Field instance = unsafe.getDeclaredField("theUnsafe");
      instance.setAccessible(true);
      return MethodHandles.lookup()
          .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
          .bindTo(instance.get(null));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
