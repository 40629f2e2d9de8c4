package org.burstlog.netcdfjava.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.security.ProtectionDomain;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the classes of NetCDF-Java that are changed, and loads what changes them only for those.
 */
final class Transformer implements ClassFileTransformer {
  private static final Set<String> CHANGED =
      Set.of(
          "ucar/nc2/NetcdfFile",
          "ucar/nc2/NetcdfFileWriter",
          "ucar/nc2/NetcdfFileWriteable",
          "ucar/nc2/write/NetcdfFormatWriter",
          "ucar/unidata/io/RandomAccessFile");

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> before,
      @Nullable ProtectionDomain domain,
      byte[] bytes)
      throws IllegalClassFormatException {
    if (name == null || !CHANGED.contains(name)) {
      return null;
    }
    try {
      return Isolated.weaver().transform(loader, name, before, domain, bytes);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      Redirection.tell(name.replace('/', '.') + " is left as it is, without the burst buffer", e);
      return null;
    }
  }
}
