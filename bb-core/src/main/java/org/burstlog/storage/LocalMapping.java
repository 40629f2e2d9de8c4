package org.burstlog.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * A mapping of the kernel's.
 *
 * <p>Unmapping at a chosen moment is what the JDK offers only by {@code Unsafe.invokeCleaner} until
 * memory segments are final; waiting for the garbage collector instead would keep the space of a
 * deleted log in use for an unknown time.
 */
final class LocalMapping implements Mapping {
  private static final MethodHandle CLEANER = cleaner();

  private final Path path;
  private final MappedByteBuffer buffer;
  private boolean closed;

  LocalMapping(Path path, MappedByteBuffer buffer) {
    this.path = path;
    this.buffer = buffer;
  }

  @Override
  public ByteBuffer buffer() {
    return buffer;
  }

  @Override
  public void force(int index, int length) throws IOException {
    try {
      buffer.force(index, length);
    } catch (UncheckedIOException e) {
      throw new IOException(path + ": could not be synced: " + e.getMessage(), e.getCause());
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      CLEANER.invoke(buffer);
    } catch (Throwable e) {
      throw new IllegalStateException(path + ": could not be unmapped", e);
    }
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
