package org.burstlog.netcdfjava.redirect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import ucar.nc2.iosp.IOServiceProviderWriter;

/**
 * What the agent asks for each copy of NetCDF-Java that a program has. It is known to the agent by
 * types of the JDK only: the agent has no NetCDF-Java.
 */
public final class Redirector implements UnaryOperator<Object>, Consumer<String> {
  private final OpenFiles files = new OpenFiles();

  /** Made by the agent. */
  public Redirector() {}

  /** Returns what writes files in the place of NetCDF-Java's own writer. */
  @Override
  public Object apply(Object original) {
    return original instanceof IOServiceProviderWriter writer
            && !(original instanceof RedirectedWriter)
        ? new RedirectedWriter(writer, files)
        : original;
  }

  /** Is told of each file before it is opened. */
  @Override
  public void accept(String location) {
    try {
      files.settle(location);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
