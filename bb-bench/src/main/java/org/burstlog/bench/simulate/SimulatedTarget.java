package org.burstlog.bench.simulate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.burstlog.array.ExtentList;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;

/**
 * A target as one process of a simulation sees it. Two windows may be on their way to the servers
 * while the process goes on, as with a thread that writes.
 */
final class SimulatedTarget implements TargetFile {
  private final Path path;
  private final Hall hall;
  private final Machine machine;
  private final Servers servers;
  private final int rank;
  private final Content content;

  /** In which call of the group the last window was written, and when it and the one before end. */
  private int window = -1;

  private long last;
  private long before;

  /** What is in the file. */
  interface Content {
    /** Takes what a process writes. */
    void write(int rank, ExtentList extents, ByteBuffer data) throws IOException;

    /** What a process has written is durable. */
    void sync(int rank) throws IOException;

    long size();
  }

  SimulatedTarget(
      Path path, Hall hall, Machine machine, Servers servers, int rank, Content content) {
    this.path = path;
    this.hall = hall;
    this.machine = machine;
    this.servers = servers;
    this.rank = rank;
    this.content = content;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Mode mode() {
    return Mode.UPDATE;
  }

  @Override
  public boolean can(Capability capability) {
    return true;
  }

  @Override
  public Optional<Striping> striping() {
    return Optional.of(new Striping(servers.stripe(), servers.count()));
  }

  @Override
  public void writeAll(ExtentList extents, ByteBuffer data) {
    throw new UnsupportedOperationException("a simulated drain writes by its owners");
  }

  @Override
  public void write(ExtentList extents, ByteBuffer data) throws IOException {
    content.write(rank, extents, data);
    data.position(data.limit());
    Ranks ranks = hall.ranks();
    ranks.pay(rank);
    if (window != hall.calls(rank)) {
      window = hall.calls(rank);
      ranks.until(rank, before);
      before = last;
    }
    for (int i = 0; i < extents.size(); i++) {
      last =
          Math.max(
              last,
              servers.write(
                  hall.node(rank), ranks.clock(rank), extents.offset(i), extents.length(i)));
    }
  }

  @Override
  public int read(long position, ByteBuffer into) {
    throw new UnsupportedOperationException("a simulated drain reads nothing back");
  }

  @Override
  public long size() {
    return content.size();
  }

  @Override
  public void resize(long size) {
    throw new UnsupportedOperationException("a simulated target has no given size");
  }

  @Override
  public void sync() throws IOException {
    syncOwn();
  }

  @Override
  public void syncOwn() throws IOException {
    if (window >= 0) {
      hall.ranks().until(rank, last);
      hall.ranks().spend(rank, machine.nanos(Parameter.SYNC_US));
    }
    content.sync(rank);
  }

  @Override
  public void close() {}
}
