package org.burstlog.recover;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.burstlog.BurstlogException;
import org.burstlog.log.format.DamagedLogException;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.read.HalfLog;
import org.burstlog.log.read.LogReader;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * A log as it was found, by its headers alone.
 *
 * @param name name of its files, without what tells metadata from data
 * @param lanes how many processes wrote it; 0 when it was never opened or cannot be read
 * @param problem why it cannot be read, empty when it can or was never opened
 * @param read which of its lanes are read here and not in a copy of it
 */
record FoundLog(String name, int lanes, String problem, List<Integer> read) {
  static final String META = ".meta";
  static final String DATA = ".data";

  FoundLog {
    read = List.copyOf(read);
  }

  /** A log of which all lanes are read. */
  FoundLog(String name, int lanes, String problem) {
    this(name, lanes, problem, IntStream.range(0, lanes).boxed().toList());
  }

  /** Returns this with some of its lanes only. */
  FoundLog with(List<Integer> some) {
    return new FoundLog(name, lanes, problem, some);
  }

  /** Tells whether a part of it is read here; parts that are no lanes are where all lanes are. */
  boolean hasPart(int part) {
    return read.size() == lanes || read.contains(part);
  }

  /** What a look at a log brings. */
  record Look(FoundLog log, @Nullable LogHeader header) {}

  static Look look(Storage storage, Path directory, String name, long session) throws IOException {
    try (LogReader reader = LogReader.open(storage, meta(directory, name))) {
      LogHeader header = reader.header();
      if (header.session() != session) {
        return unreadable(name, "it belongs to another session; it was put here by hand");
      }
      if (!isPath(header.target())) {
        return unreadable(name, "its header names a target that can be no path");
      }
      if (!isNamed(name, header)) {
        return unreadable(name, "it is the log of rank " + header.rank() + " under another name");
      }
      return new Look(new FoundLog(name, reader.lanes(), ""), header);
    } catch (DamagedLogException e) {
      return unreadable(name, e.neverOpened() ? "" : BurstlogException.messageOf(e));
    } catch (NoSuchFileException e) {
      return unreadable(name, empty(storage, meta(directory, name)) ? "" : "its data log is gone");
    } catch (IOException e) {
      return unreadable(name, BurstlogException.reason(e));
    }
  }

  private static boolean isPath(String target) {
    try {
      return TargetPath.of(target).isAbsolute();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Look unreadable(String name, String why) {
    return new Look(new FoundLog(name, 0, why), null);
  }

  private static boolean empty(Storage storage, Path meta) throws IOException {
    try {
      return HalfLog.metaIsEmpty(storage, meta);
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  /** Looks at a data log that has no metadata log beside it. */
  static Look lookWithoutMeta(Storage storage, Path directory, String name) throws IOException {
    try {
      boolean empty = HalfLog.dataIsEmpty(storage, directory.resolve(name + DATA));
      return unreadable(name, empty ? "" : "its metadata log is gone");
    } catch (NoSuchFileException e) {
      return unreadable(name, "");
    } catch (IOException e) {
      return unreadable(name, BurstlogException.reason(e));
    }
  }

  /** Tells whether a log is where the process put it that made it. */
  private static boolean isNamed(String name, LogHeader header) {
    // Of a log of a node, the first lane is that of the process that gives it its name.
    return header.lane() > 0
        || name.equals(LogName.ofNode(header.rank(), LogName.place(name)))
        || (header.lanes() == 1
            && name.equals(LogName.ofProcess(header.rank(), LogName.place(name))));
  }

  /** Returns the name of the log that a metadata file is of. */
  static String name(Path meta) {
    String file = String.valueOf(meta.getFileName());
    return file.substring(0, file.length() - META.length());
  }

  static Path meta(Path directory, String name) {
    return directory.resolve(name + META);
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(name);
    out.writeInt(lanes);
    Wire.writeText(out, problem);
  }

  static FoundLog read(DataInput in) throws IOException {
    return new FoundLog(in.readUTF(), in.readInt(), Wire.readText(in));
  }
}
