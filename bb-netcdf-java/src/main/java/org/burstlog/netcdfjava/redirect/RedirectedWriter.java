package org.burstlog.netcdfjava.redirect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.burstlog.BurstlogException;
import org.burstlog.netcdf.NcFile;
import org.burstlog.settings.Settings;
import org.jspecify.annotations.Nullable;
import ucar.ma2.Array;
import ucar.ma2.ArrayStructure;
import ucar.ma2.InvalidRangeException;
import ucar.ma2.Range;
import ucar.ma2.Section;
import ucar.ma2.StructureData;
import ucar.ma2.StructureDataIterator;
import ucar.nc2.Attribute;
import ucar.nc2.NetcdfFile;
import ucar.nc2.ParsedSectionSpec;
import ucar.nc2.Structure;
import ucar.nc2.Variable;
import ucar.nc2.iosp.AbstractIOServiceProvider;
import ucar.nc2.iosp.IOServiceProviderWriter;
import ucar.nc2.util.CancelTask;
import ucar.unidata.io.RandomAccessFile;

/**
 * Stands between a writer of NetCDF-Java and its writer of netCDF-3 files: a file is written
 * through the burst buffer, or, where that cannot be, by the original, as if this were not there.
 */
final class RedirectedWriter extends AbstractIOServiceProvider
    implements IOServiceProviderWriter, Supplier<Object> {
  private final IOServiceProviderWriter original;
  private final OpenFiles files;
  private boolean fill = true;

  /** What is written through the burst buffer; null while the original writes. */
  private @Nullable BufferedFile buffered;

  RedirectedWriter(IOServiceProviderWriter original, OpenFiles files) {
    this.original = original;
    this.files = files;
  }

  /** Returns the original. */
  @Override
  public Object get() {
    return original;
  }

  /** Begins to write a file through the burst buffer. */
  private interface Beginning {
    BufferedFile begin(Path path, Settings settings) throws IOException;
  }

  /** Returns false where the original has to write the file. */
  private boolean begin(String location, Beginning beginning) throws IOException {
    buffered = null;
    try {
      Settings settings = Settings.load();
      if (!settings.get(Settings.SWITCH)) {
        Messages.passed(location, "the burst buffer is switched off");
        return false;
      }
      Path path = Path.of(location);
      BufferedFile file = OwnLoader.call(() -> beginning.begin(path, settings));
      buffered = file;
      files.add(path, file);
      Messages.redirected(location, file.explain());
      return true;
    } catch (IOException | RuntimeException | LinkageError e) {
      Messages.fellThrough(location, BurstlogException.reason(e));
      original.setFill(fill);
      return false;
    }
  }

  @Override
  public void create(String location, NetcdfFile file, int extra, long preallocated, boolean large)
      throws IOException {
    BufferedFile.Definition definition = new BufferedFile.Definition(extra, preallocated, large);
    if (!begin(
        location,
        (path, settings) ->
            BufferedFile.create(original, path, settings, file, definition, fill))) {
      original.create(location, file, extra, preallocated, large);
    }
  }

  @Override
  public void openForWriting(RandomAccessFile raf, NetcdfFile file, @Nullable CancelTask cancel)
      throws IOException {
    if (begin(
        raf.getLocation(),
        (path, settings) -> BufferedFile.open(original, path, settings, file, cancel, fill))) {
      raf.close();
    } else if (!isRead(file)) {
      original.openForWriting(raf, file, cancel);
    } else {
      throw new IOException(
          raf.getLocation()
              + " was read and cannot be written, see the warning; switch burstlog off");
    }
  }

  private static boolean isRead(NetcdfFile file) {
    List<Variable> variables = file.getVariables();
    // There is no list before there is a header.
    return variables != null && !variables.isEmpty();
  }

  @Override
  public void setFill(boolean value) {
    fill = value;
    BufferedFile file = buffered;
    if (file == null) {
      original.setFill(value);
      return;
    }
    try {
      file.setFill(value);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void writeData(Variable variable, Section section, Array values)
      throws IOException, InvalidRangeException {
    BufferedFile file = buffered;
    if (file == null) {
      original.writeData(variable, section, values);
    } else if (variable instanceof Structure structure) {
      if (!(values instanceof ArrayStructure all)) {
        throw new IllegalArgumentException(
            "the values of " + structure.getFullName() + " are no ArrayStructure");
      }
      Range range = section.getRange(0);
      for (int i = 0; i < range.length(); i++) {
        file.write(structure, range.element(i), all.getStructureData(i));
      }
    } else {
      file.write(variable, section, values);
    }
  }

  @Override
  public int appendStructureData(Structure structure, StructureData data)
      throws IOException, InvalidRangeException {
    BufferedFile file = buffered;
    if (file == null) {
      return original.appendStructureData(structure, data);
    }
    int record = file.records();
    file.write(structure, record, data);
    return record;
  }

  @Override
  public boolean rewriteHeader(boolean large) throws IOException {
    BufferedFile file = buffered;
    return file == null ? original.rewriteHeader(large) : file.rewriteHeader(large);
  }

  @Override
  public void updateAttribute(@Nullable Variable variable, Attribute attribute) throws IOException {
    BufferedFile file = buffered;
    if (file == null) {
      original.updateAttribute(variable, attribute);
    } else {
      file.updateAttribute(variable, attribute);
    }
  }

  @Override
  public void flush() throws IOException {
    BufferedFile file = buffered;
    if (file == null) {
      original.flush();
    } else {
      file.flush();
    }
  }

  @Override
  public void close() throws IOException {
    BufferedFile file = buffered;
    if (file == null) {
      original.close();
      return;
    }
    buffered = null;
    @Nullable NcFile closing = null;
    try {
      closing = file.close();
    } finally {
      files.closed(file, closing);
    }
  }

  @Override
  public Array readData(Variable variable, Section section)
      throws IOException, InvalidRangeException {
    BufferedFile file = buffered;
    if (file == null) {
      return original.readData(variable, section);
    }
    return variable instanceof Structure structure
        ? file.readRecords(structure, section)
        : file.read(variable, section);
  }

  @Override
  public Array readSection(ParsedSectionSpec spec) throws IOException, InvalidRangeException {
    return buffered == null ? original.readSection(spec) : super.readSection(spec);
  }

  @Override
  public StructureDataIterator getStructureIterator(Structure structure, int bufferSize)
      throws IOException {
    return original.getStructureIterator(structure, bufferSize);
  }

  /** Nobody else writes a file that is open here. */
  @Override
  public boolean syncExtend() throws IOException {
    return buffered == null && original.syncExtend();
  }

  @Override
  public Object sendIospMessage(Object message) {
    return original.sendIospMessage(message);
  }

  @Override
  public boolean isValidFile(RandomAccessFile raf) throws IOException {
    return original.isValidFile(raf);
  }

  @Override
  public void open(RandomAccessFile raf, NetcdfFile file, CancelTask cancel) throws IOException {
    original.open(raf, file, cancel);
  }

  @Override
  public String toStringDebug(Object o) {
    return original.toStringDebug(o);
  }

  @Override
  public String getDetailInfo() {
    return original.getDetailInfo();
  }

  @Override
  public String getFileTypeId() {
    return original.getFileTypeId();
  }

  @Override
  public String getFileTypeVersion() {
    return original.getFileTypeVersion();
  }

  @Override
  public String getFileTypeDescription() {
    return original.getFileTypeDescription();
  }
}
