package org.burstlog.log;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.burstlog.log.file.Housekeeper;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.LogName;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.option.LogOptions.Access;
import org.burstlog.storage.Storage;

/** A session of a test: where its log is and how many processes share it. */
record Session(SessionDirectory directory, int lanes) {
  static final long ID = 0x0123456789abcdefL;

  static Session make(Storage storage, Path tier, int lanes) throws IOException {
    return new Session(SessionDirectory.make(storage, tier, Path.of("/pfs/out.nc"), ID), lanes);
  }

  /** Small steps, so that a test meets many of them. */
  static LogOptions options(Access access) {
    return LogOptions.DEFAULT.with(access).withSizes(1 << 16, 1 << 15);
  }

  String name() {
    return lanes == 1 ? LogName.ofProcess(0, 0) : LogName.ofNode(0, 0);
  }

  Path meta() {
    return directory.meta(name());
  }

  Path data() {
    return directory.data(name());
  }

  LogHeader header(int lane) {
    return header(ID, lane, lanes);
  }

  /** What a lane of a session says of itself. */
  static LogHeader header(long id, int lane, int lanes) {
    return new LogHeader(
        ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN,
        id,
        1,
        lanes,
        lane,
        10 + lane,
        100,
        0,
        1_700_000_000_000L,
        "/pfs/out.nc",
        "inode 7");
  }

  void create() throws IOException {
    LogWriter.create(directory, name());
  }

  LogWriter open(int lane, LogOptions options) throws IOException {
    return LogWriter.open(directory, name(), header(lane), options);
  }

  LogWriter open(int lane, LogOptions options, Housekeeper housekeeper) throws IOException {
    return LogWriter.open(directory, name(), header(lane), options, housekeeper);
  }

  List<Scan> scan(Pattern pattern) throws IOException {
    return Scan.of(directory.storage(), meta(), pattern);
  }
}
