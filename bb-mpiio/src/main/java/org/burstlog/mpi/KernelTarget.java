package org.burstlog.mpi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.burstlog.array.ExtentList;
import org.burstlog.group.SoloGroup;
import org.burstlog.target.PlainTarget;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;
import org.jspecify.annotations.Nullable;

/**
 * A file that is open through MPI-IO, as the kernel has it: for a thread that may make no call of
 * MPI.
 *
 * <p>MPI-IO hands what one process writes alone to the kernel, too, so either sees what the other
 * has written. Not on NFS: clients there write whole pages, and MPI-IO keeps them from each other
 * by locks that this does not take.
 */
final class KernelTarget implements TargetFile {
  private final MpiTarget shared;
  private final PlainTarget file;

  private KernelTarget(MpiTarget shared, PlainTarget file) {
    this.shared = shared;
    this.file = file;
  }

  /** Opens the file of a target that may be written; null where there is no such way to it. */
  static @Nullable KernelTarget of(MpiTarget shared) throws IOException {
    String type = Files.getFileStore(shared.path()).type().toLowerCase(Locale.ROOT);
    if (type.startsWith("nfs")) {
      return null;
    }
    return new KernelTarget(shared, PlainTarget.open(new SoloGroup(), shared.path(), Mode.UPDATE));
  }

  @Override
  public Path path() {
    return shared.path();
  }

  @Override
  public Mode mode() {
    return shared.mode();
  }

  @Override
  public boolean can(Capability capability) {
    return shared.can(capability);
  }

  @Override
  public Optional<Striping> striping() {
    return shared.striping();
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) {
    throw together();
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    file.write(extents, data);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return file.read(position, into);
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public void resize(long size) {
    throw together();
  }

  @Override
  public void sync() {
    throw together();
  }

  @Override
  public void syncOwn() throws IOException {
    file.syncOwn();
  }

  private static UnsupportedOperationException together() {
    return new UnsupportedOperationException("processes do this together by MPI-IO");
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  @Override
  public String toString() {
    return shared.path() + ", past MPI-IO";
  }
}
