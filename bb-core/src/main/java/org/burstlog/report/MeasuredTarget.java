package org.burstlog.report;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.burstlog.array.ExtentList;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;

/** A target whose writes are counted and timed. */
final class MeasuredTarget implements TargetFile {
  private final TargetFile real;
  private final Traffic traffic;
  private final LongSupplier clock;

  MeasuredTarget(TargetFile real, Traffic traffic, LongSupplier clock) {
    this.real = real;
    this.traffic = traffic;
    this.clock = clock;
  }

  @Override
  public Path path() {
    return real.path();
  }

  @Override
  public Mode mode() {
    return real.mode();
  }

  @Override
  public boolean can(Capability capability) {
    return real.can(capability);
  }

  @Override
  public Optional<Striping> striping() {
    return real.striping();
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) throws IOException {
    long begun = clock.getAsLong();
    real.writeAll(extents, data);
    traffic.wrote(extents, clock.getAsLong() - begun);
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    long begun = clock.getAsLong();
    real.write(extents, data);
    traffic.wrote(extents, clock.getAsLong() - begun);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return real.read(position, into);
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public void resize(long size) throws IOException {
    real.resize(size);
  }

  @Override
  public void empty() throws IOException {
    real.empty();
  }

  @Override
  public void emptyBeforeMeeting() throws IOException {
    real.emptyBeforeMeeting();
  }

  @Override
  public void sync() throws IOException {
    real.sync();
  }

  @Override
  public void syncOwn() throws IOException {
    real.syncOwn();
  }

  @Override
  public Optional<TargetFile> aside() throws IOException {
    return real.aside().map(other -> new MeasuredTarget(other, traffic, clock));
  }

  @Override
  public void leave() throws IOException {
    real.leave();
  }

  @Override
  public void closeBeforeMeeting() throws IOException {
    real.closeBeforeMeeting();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
