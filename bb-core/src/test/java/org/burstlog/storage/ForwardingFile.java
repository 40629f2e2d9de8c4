package org.burstlog.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Passes everything on to another file. Doubles extend it and change what they are there for. */
public class ForwardingFile implements StorageFile {
  private final StorageFile real;

  /**
   * Changes nothing yet.
   *
   * @param real where everything goes
   */
  protected ForwardingFile(StorageFile real) {
    this.real = real;
  }

  @Override
  public long size() throws IOException {
    return real.size();
  }

  @Override
  public void write(long position, ByteBuffer bytes) throws IOException {
    real.write(position, bytes);
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    return real.read(position, into);
  }

  @Override
  public void allocate(long position, long length) throws IOException {
    real.allocate(position, length);
  }

  @Override
  public Mapping map(long position, int length) throws IOException {
    return real.map(position, length);
  }

  @Override
  public void truncate(long size) throws IOException {
    real.truncate(size);
  }

  @Override
  public void renamed(Path to) {
    real.renamed(to);
  }

  @Override
  public void force() throws IOException {
    real.force();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
