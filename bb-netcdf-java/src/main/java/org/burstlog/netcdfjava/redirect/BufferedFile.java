package org.burstlog.netcdfjava.redirect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.netcdf.NcFile;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.header.Layout;
import org.burstlog.netcdf.header.NcError;
import org.burstlog.netcdf.header.NcException;
import org.burstlog.netcdfjava.values.FilledVariable;
import org.burstlog.settings.Settings;
import org.jspecify.annotations.Nullable;
import ucar.ma2.Array;
import ucar.ma2.ArrayChar;
import ucar.ma2.ArrayObject;
import ucar.ma2.DataType;
import ucar.ma2.InvalidRangeException;
import ucar.ma2.Range;
import ucar.ma2.Section;
import ucar.ma2.StructureData;
import ucar.ma2.StructureMembers;
import ucar.nc2.Attribute;
import ucar.nc2.NetcdfFile;
import ucar.nc2.Structure;
import ucar.nc2.Variable;
import ucar.nc2.iosp.IOServiceProviderWriter;
import ucar.nc2.util.CancelTask;
import ucar.unidata.io.RandomAccessFile;

/**
 * A file whose header NetCDF-Java's own writer writes, into a {@link HeaderFile}, and whose values
 * go through the burst buffer.
 */
final class BufferedFile {
  /** What lies before it in a header is the number of records, which the burst buffer knows. */
  private static final int BEHIND_RECORDS = 8;

  private final IOServiceProviderWriter original;
  private final Path path;
  private final Settings settings;
  private final NetcdfFile theirs;
  private final HeaderFile header;
  private final Records records;
  private boolean fill;

  /** What values go to; null when the file must be made anew, since its header has no room. */
  private @Nullable OpenFile open;

  /**
   * A length that NetCDF-Java's file would have from the beginning, and may not have in the end.
   */
  private long preallocated;

  private BufferedFile(
      IOServiceProviderWriter original,
      Path path,
      Settings settings,
      NetcdfFile theirs,
      HeaderFile header,
      boolean isNew,
      boolean fill) {
    this.original = original;
    this.path = path;
    this.settings = settings;
    this.theirs = theirs;
    this.header = header;
    this.fill = fill;
    records = new Records(original, theirs, isNew);
  }

  static BufferedFile create(
      IOServiceProviderWriter original,
      Path path,
      Settings settings,
      NetcdfFile theirs,
      Definition definition,
      boolean fill)
      throws IOException {
    HeaderFile header = HeaderFile.make();
    try {
      original.setFill(false);
      original.create(header.location(), theirs, definition.extra(), 0, definition.large());
      original.flush();
      header.hide();
      BufferedFile file = new BufferedFile(original, path, settings, theirs, header, true, fill);
      file.preallocated = definition.preallocated();
      file.begin();
      return file;
    } catch (IOException | RuntimeException e) {
      header.close();
      throw e;
    }
  }

  /** Creates the file with the header that was written, and fills it. */
  private void begin() throws IOException {
    Layout laidOut = header.layout();
    NcOptions options = NcOptions.defaults().settings(settings).format(laidOut.header().version());
    NcFile created = NcFile.create(path, options);
    try {
      created.endDefine(laidOut);
      // The header is NetCDF-Java's to the byte.
      header.copyTo(path, 0);
      OpenFile opened = OpenFile.of(created, theirs);
      if (fill) {
        opened.fill();
      } else {
        opened.fillFrom(Long.MAX_VALUE);
      }
      open = opened;
    } catch (IOException | RuntimeException e) {
      created.close();
      throw e;
    }
  }

  /** What NetCDF-Java's writers are told of a file they create. */
  record Definition(int extra, long preallocated, boolean large) {}

  static BufferedFile open(
      IOServiceProviderWriter original,
      Path path,
      Settings settings,
      NetcdfFile theirs,
      @Nullable CancelTask cancel,
      boolean fill)
      throws IOException {
    HeaderFile header = HeaderFile.make();
    try {
      // What a crash has left comes first: it may bring records.
      NcFile found = NcFile.open(path, NcOptions.defaults().settings(settings));
      try {
        header.copyFrom(path, found.headerRoom());
        original.setFill(false);
        original.openForWriting(new RandomAccessFile(header.location(), "rw"), theirs, cancel);
        header.hide();
      } catch (IOException | RuntimeException e) {
        found.close();
        throw e;
      }
      BufferedFile file = new BufferedFile(original, path, settings, theirs, header, false, fill);
      OpenFile opened = OpenFile.of(found, theirs);
      if (!fill) {
        opened.fillFrom(Long.MAX_VALUE);
      }
      file.open = opened;
      return file;
    } catch (IOException | RuntimeException e) {
      header.close();
      throw e;
    }
  }

  private NcFile reopened() throws IOException {
    return NcFile.open(path, NcOptions.defaults().settings(settings));
  }

  String explain() {
    OpenFile opened = open;
    return opened == null ? "closed" : opened.file().explain();
  }

  private OpenFile opened() throws NcException {
    OpenFile opened = open;
    if (opened == null) {
      throw new NcException(NcError.NC_EBADID, path + " is closed");
    }
    return opened;
  }

  synchronized void setFill(boolean value) throws IOException {
    OpenFile opened = open;
    if (fill != value && opened != null) {
      fillRecords(opened);
      opened.fillFrom(value ? records.count() : Long.MAX_VALUE);
    }
    fill = value;
  }

  private void fillRecords(OpenFile opened) throws IOException {
    if (fill) {
      opened.fillRecords(records.count());
    }
  }

  synchronized void write(Variable variable, Section section, Array values)
      throws IOException, InvalidRangeException {
    FilledVariable known = opened().variable(variable);
    if (known.hasRecords()) {
      records.growTo(section.getRange(0).last() + 1);
    }
    known.write(section, values);
  }

  synchronized void write(Structure structure, int record, StructureData data)
      throws IOException, InvalidRangeException {
    records.growTo(record + 1);
    StructureMembers members = data.getStructureMembers();
    for (Variable variable : structure.getVariables()) {
      StructureMembers.Member member = members.findMember(variable.getShortName());
      if (member != null) {
        List<Range> ranges = new ArrayList<>(variable.getRanges());
        ranges.add(0, new Range(record, record));
        Array values = member(variable, data.getArray(member));
        opened().variable(variable).write(new Section(ranges), values);
      }
    }
  }

  private static Array member(Variable variable, Array values) {
    boolean strings =
        values instanceof ArrayObject
            && variable.getDataType() == DataType.CHAR
            && variable.getRank() > 0;
    return strings
        ? ArrayChar.makeFromStringArray(
            (ArrayObject) values, variable.getShape(variable.getRank() - 1))
        : values;
  }

  int records() {
    return records.count();
  }

  synchronized Array read(Variable variable, Section section)
      throws IOException, InvalidRangeException {
    fillRecords(opened());
    return opened().variable(variable).read(section);
  }

  /** Records as a whole are read from the file, where a flush has brought them. */
  synchronized Array readRecords(Structure structure, Section section)
      throws IOException, InvalidRangeException {
    settle();
    try (NetcdfFile reader = NetcdfFile.open(path.toString())) {
      reader.sendIospMessage(NetcdfFile.IOSP_MESSAGE_ADD_RECORD_STRUCTURE);
      return ((Structure) reader.findVariable(structure.getShortName())).read(section);
    }
  }

  /**
   * Writes a header that has changed, where that has room.
   *
   * @return false when the caller must make the file anew
   */
  synchronized boolean rewriteHeader(boolean large) throws IOException {
    OpenFile opened = opened();
    fillRecords(opened);
    open = null;
    close(opened);
    original.flush();
    if (!original.rewriteHeader(large)) {
      return false;
    }
    original.flush();
    // Positions have changed in the header, and the file is as it was.
    header.copyTo(path, 0);
    OpenFile again = OpenFile.of(reopened(), theirs);
    if (!fill) {
      again.fillFrom(Long.MAX_VALUE);
    }
    open = again;
    return true;
  }

  synchronized void updateAttribute(@Nullable Variable variable, Attribute attribute)
      throws IOException {
    opened();
    original.updateAttribute(variable, attribute);
    original.flush();
    header.copyTo(path, BEHIND_RECORDS);
  }

  synchronized void flush() throws IOException {
    OpenFile opened = open;
    if (opened != null) {
      fillRecords(opened);
      opened.file().flush();
    }
  }

  /** Brings all that was put into the file, for those who read it. */
  synchronized void settle() throws IOException {
    flush();
    OpenFile opened = open;
    if (opened != null) {
      opened.file().awaitDrained();
    }
  }

  private void close(OpenFile opened) throws IOException {
    opened.file().close();
    opened.file().awaitDrained();
  }

  /** Returns what still closes the file in the background; null when nothing does. */
  synchronized @Nullable NcFile close() throws IOException {
    OpenFile opened = open;
    open = null;
    try (header) {
      if (opened == null) {
        original.close();
        return null;
      }
      fillRecords(opened);
      opened.file().close();
      original.close();
      if (opened.file().isDraining()) {
        return opened.file();
      }
      long length = header.length();
      end(length < 0 ? preallocated : length);
      return null;
    }
  }

  /** NetCDF-Java's files end behind the last record, whatever was written of it. */
  private void end(long length) throws IOException {
    if (Files.size(path) < length) {
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.allocate(1), length - 1);
      }
    }
  }
}
