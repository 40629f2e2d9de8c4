package org.burstlog.recover.crash;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.storage.ForwardingStorage;
import org.burstlog.storage.LocalStorage;
import org.burstlog.storage.StorageFile;
import org.jspecify.annotations.Nullable;

/** The door to the tier, which tells a line of everything that is changed behind it. */
final class AimedStorage extends ForwardingStorage {
  private final Line line;

  AimedStorage(Line line) {
    super(new LocalStorage());
    this.line = line;
  }

  /** What is done to the tier, as long as a session is open for puts or drains it, is a put's. */
  private Boundary step() {
    return switch (line.phase()) {
      case OPEN -> Boundary.OPEN;
      case TAKEOVER -> Boundary.TAKEOVER;
      case PUT, DRAIN -> Boundary.PUT;
      case CLOSE -> Boundary.CLOSE;
      case RECOVER -> Boundary.RECOVERY;
    };
  }

  /** What changes a session's directory: a recovery does that only to remove it. */
  private Boundary change() {
    return line.phase() == Line.Phase.RECOVER ? Boundary.REMOVAL : step();
  }

  @Override
  public void makeDirectory(Path directory) throws IOException {
    if (line.phase() == Line.Phase.RECOVER) {
      // Recovery makes none: what a crash has left is looked after, and a session begins.
      line.enter(Line.Phase.OPEN);
    }
    line.arrive(change());
    real.makeDirectory(directory);
    line.arrive(change());
  }

  @Override
  public void renameDirectory(Path from, Path to) throws IOException {
    if (line.phase() == Line.Phase.RECOVER) {
      // Recovery renames none: a session begins in a spare one.
      line.enter(Line.Phase.TAKEOVER);
    }
    Boundary boundary = line.phase() == Line.Phase.CLOSE ? Boundary.SPARE : step();
    line.arrive(boundary);
    real.renameDirectory(from, to);
    line.arrive(boundary);
  }

  @Override
  public StorageFile create(Path file) throws IOException {
    line.arrive(change());
    StorageFile made = real.create(file);
    line.arrive(change());
    return new AimedFile(made, file, line);
  }

  @Override
  public StorageFile open(Path file, boolean writable) throws IOException {
    line.arrive(step());
    return new AimedFile(real.open(file, writable), file, line);
  }

  @Override
  public void delete(Path path) throws IOException {
    line.arrive(change());
    real.delete(path);
    line.arrive(change());
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    line.arrive(change());
    real.syncDirectory(directory);
    line.arrive(change());
  }

  @Override
  public @Nullable Closeable lock(Path file, int slot) throws IOException {
    line.arrive(step());
    Closeable lock = real.lock(file, slot);
    line.arrive(step());
    return lock;
  }
}
