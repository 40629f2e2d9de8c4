package org.burstlog.recover;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.burstlog.log.format.LogHeader;

/**
 * What all logs of a session say alike.
 *
 * @param target absolute path of the target, as a text
 * @param identity what tells the target from another file of the same path
 * @param created when the session began, in milliseconds since 1970
 * @param groupSize how many processes it had
 * @param copied how its logs were copied to other nodes
 */
record SessionFacts(
    String target, String identity, long created, int groupSize, LogHeader.Copied copied) {
  static SessionFacts of(LogHeader header) {
    return new SessionFacts(
        header.target(), header.identity(), header.created(), header.groupSize(), header.copied());
  }

  void write(DataOutput out) throws IOException {
    Wire.writeText(out, target);
    Wire.writeText(out, identity);
    out.writeLong(created);
    out.writeInt(groupSize);
    out.writeInt(copied.copies());
    out.writeBoolean(copied.awaited());
  }

  static SessionFacts read(DataInput in) throws IOException {
    return new SessionFacts(
        Wire.readText(in),
        Wire.readText(in),
        in.readLong(),
        in.readInt(),
        new LogHeader.Copied(in.readInt(), in.readBoolean()));
  }
}
