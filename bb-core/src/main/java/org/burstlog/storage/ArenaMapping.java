package org.burstlog.storage;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Unmaps by closing the arena of a memory segment, which JDK 22 and newer have.
 *
 * <p>This is compiled for JDK 17, so the methods are looked up, once. What stores and reads is the
 * segment's byte buffer, so a put meets none of them.
 */
final class ArenaMapping extends LocalMapping {
  /** The first version of the JDK in which arenas are final. */
  static final int SINCE = 22;

  private final Object arena;
  private final Object segment;
  private final ByteBuffer buffer;

  private ArenaMapping(Path path, Object arena, Object segment, ByteBuffer buffer) {
    super(path);
    this.arena = arena;
    this.segment = segment;
    this.buffer = buffer;
  }

  static ArenaMapping map(Path path, FileChannel channel, long position, int length)
      throws IOException {
    try {
      // Shared: a thread that prepares a log is another than the one that stores to it. Where
      // mapping
      // fails, the arena holds nothing.
      Object arena = Methods.OF_SHARED.invoke();
      Object segment =
          Methods.MAP.invoke(
              channel, FileChannel.MapMode.READ_WRITE, position, (long) length, arena);
      return new ArenaMapping(
          path, arena, segment, (ByteBuffer) Methods.AS_BYTE_BUFFER.invoke(segment));
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(path + ": could not be mapped", e);
    }
  }

  @Override
  public ByteBuffer buffer() {
    return buffer;
  }

  @Override
  void writeBack(int index, int length) {
    try {
      Object part = Methods.AS_SLICE.invoke(segment, (long) index, (long) length);
      Methods.FORCE.invoke(part);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  void unmap() throws Throwable {
    Methods.CLOSE.invoke(arena);
  }

  /** The holder keeps an older JDK from looking for them. */
  private static final class Methods {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
    private static final Class<?> ARENA = type("java.lang.foreign.Arena");
    private static final Class<?> SEGMENT = type("java.lang.foreign.MemorySegment");

    static final MethodHandle OF_SHARED = ofShared();
    static final MethodHandle MAP =
        of(
            FileChannel.class,
            SEGMENT,
            "map",
            FileChannel.MapMode.class,
            long.class,
            long.class,
            ARENA);
    static final MethodHandle AS_BYTE_BUFFER = of(SEGMENT, ByteBuffer.class, "asByteBuffer");
    static final MethodHandle AS_SLICE = of(SEGMENT, SEGMENT, "asSlice", long.class, long.class);
    static final MethodHandle FORCE = of(SEGMENT, void.class, "force");
    static final MethodHandle CLOSE = of(ARENA, void.class, "close");

    private static Class<?> type(String name) {
      try {
        return Class.forName(name);
      } catch (ClassNotFoundException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private static MethodHandle ofShared() {
      try {
        return LOOKUP.findStatic(ARENA, "ofShared", MethodType.methodType(ARENA));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private static MethodHandle of(
        Class<?> type, Class<?> returned, String name, Class<?>... parameters) {
      try {
        return LOOKUP.findVirtual(type, name, MethodType.methodType(returned, parameters));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }
}
