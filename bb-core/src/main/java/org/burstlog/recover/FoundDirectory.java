package org.burstlog.recover;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.BurstlogException;
import org.burstlog.guard.parity.KeptStripes;
import org.burstlog.guard.parity.NoteFile;
import org.burstlog.guard.parity.ParityNote;
import org.burstlog.log.file.SpillNotes;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SessionName;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * One directory of a session as one process found it. A session whose processes had tiers of their
 * own has a directory on each of their nodes; one that several nodes can see is found several
 * times.
 *
 * @param finder rank of the process that found it
 * @param path where it is
 * @param owner whose it is
 * @param live whether a process holds a slot of its lock
 * @param recovered whether it is marked as recovered
 * @param doubtful whether it is marked as doubtful
 * @param superseded whether it is marked as superseded
 * @param retained whether it has a catalogue of what it retains
 * @param bytes what its files take
 * @param logs its logs
 * @param notes what is known in it of logs of which it has parity
 * @param facts what the headers of its logs say of the session, null when there is no header
 * @param problem why it must not be touched, empty when it may
 */
record FoundDirectory(
    int finder,
    Path path,
    String owner,
    boolean live,
    boolean recovered,
    boolean doubtful,
    boolean superseded,
    boolean retained,
    long bytes,
    List<FoundLog> logs,
    List<ParityNote> notes,
    @Nullable SessionFacts facts,
    String problem) {

  /** How often a directory is looked at whose files go meanwhile. */
  private static final int LOOKS = 100;

  FoundDirectory {
    logs = List.copyOf(logs);
    notes = List.copyOf(notes);
  }

  /** Looks at a directory; null when it has gone meanwhile. */
  static @Nullable FoundDirectory look(Storage storage, int finder, Path path, long session)
      throws IOException {
    return look(storage, finder, path, session, /* held= */ false);
  }

  /** As above, at one that this process has taken over: nobody else lives in it. */
  static @Nullable FoundDirectory lookAtHeld(Storage storage, int finder, Path path, long session)
      throws IOException {
    return look(storage, finder, path, session, /* held= */ true);
  }

  private static @Nullable FoundDirectory look(
      Storage storage, int finder, Path path, long session, boolean held) throws IOException {
    Storage.Facts facts = storage.facts(path);
    if (facts == null) {
      return null;
    }
    String problem = problem(storage, path, facts);
    if (!problem.isEmpty()) {
      return untouchable(finder, path, facts.owner().getName(), problem);
    }
    try {
      return lookUntilStill(storage, finder, path, facts.owner().getName(), session, held);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      // One that cannot be looked at must not hide the others.
      String why = BurstlogException.reason(e);
      return untouchable(
          finder, path, facts.owner().getName(), path + " cannot be looked at: " + why);
    }
  }

  /** A log that is not whole may be one of which somebody is just deleting the files. */
  private static FoundDirectory lookUntilStill(
      Storage storage, int finder, Path path, String owner, long session, boolean held)
      throws IOException {
    for (int left = LOOKS; ; left--) {
      Looker looker = new Looker(storage, path, session);
      FoundDirectory found = looker.look(finder, owner, held);
      boolean whole = found.logs.stream().allMatch(log -> log.lanes() > 0);
      if (whole || left == 1 || looker.isStill()) {
        return found;
      }
    }
  }

  private static FoundDirectory untouchable(int finder, Path path, String owner, String problem) {
    return new FoundDirectory(
        finder, path, owner, false, false, false, false, false, 0, List.of(), List.of(), null,
        problem);
  }

  /** Recovery writes where a log says, so a log must be nobody's but the user's own. */
  private static String problem(Storage storage, Path path, Storage.Facts facts)
      throws IOException {
    if (facts.kind() == Storage.Kind.LINK) {
      return path + " is a symbolic link, and no session is reached through one; remove it";
    }
    if (facts.kind() != Storage.Kind.DIRECTORY) {
      return path + " is not a directory, so it is no session";
    }
    String owner = facts.owner().getName();
    if (!facts.belongsTo(storage.user())) {
      return path
          + " belongs to "
          + owner
          + ", this process runs as "
          + storage.user().getName()
          + "; run the command as "
          + owner;
    }
    if (facts.othersWrite()) {
      return path
          + " may be written by others than "
          + owner
          + ", so what is in it cannot be trusted; see who changed its mode, then 'chmod 700' it";
    }
    return "";
  }

  /** Tells whether it is in the state that another look has found, however large it was then. */
  boolean isAs(FoundDirectory other) {
    return live == other.live
        && recovered == other.recovered
        && doubtful == other.doubtful
        && superseded == other.superseded
        && retained == other.retained
        && logs.equals(other.logs)
        && problem.equals(other.problem);
  }

  boolean hasLog(String name) {
    return logs.stream().anyMatch(log -> log.name().equals(name));
  }

  /** Tells whether a part of a log is read here. */
  boolean hasPart(String name, int part) {
    return logs.stream().anyMatch(log -> log.name().equals(name) && log.hasPart(part));
  }

  /** Tells whether its logs are copies of those of another node. */
  boolean isCopy() {
    return SessionName.parse(path).filter(SessionName::isCopy).isPresent();
  }

  /** Returns this with other logs. */
  FoundDirectory with(List<FoundLog> others) {
    return new FoundDirectory(
        finder,
        path,
        owner,
        live,
        recovered,
        doubtful,
        superseded,
        retained,
        bytes,
        others,
        notes,
        facts,
        problem);
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(finder);
    Wire.writeText(out, TargetPath.text(path));
    out.writeUTF(owner);
    out.writeBoolean(live);
    out.writeBoolean(recovered);
    out.writeBoolean(doubtful);
    out.writeBoolean(superseded);
    out.writeBoolean(retained);
    out.writeLong(bytes);
    Wire.writeList(out, logs, FoundLog::write);
    out.writeBoolean(facts != null);
    if (facts != null) {
      facts.write(out);
      Wire.writeList(out, notes, KeptParts::write);
    }
    Wire.writeText(out, problem);
  }

  static FoundDirectory read(DataInput in) throws IOException {
    int finder = in.readInt();
    Path path = TargetPath.of(Wire.readText(in));
    String owner = in.readUTF();
    boolean live = in.readBoolean();
    boolean recovered = in.readBoolean();
    boolean doubtful = in.readBoolean();
    boolean superseded = in.readBoolean();
    boolean retained = in.readBoolean();
    long bytes = in.readLong();
    List<FoundLog> logs = Wire.readList(in, FoundLog::read);
    SessionFacts facts = in.readBoolean() ? SessionFacts.read(in) : null;
    List<ParityNote> notes =
        facts == null ? List.of() : Wire.readList(in, from -> KeptParts.read(from, facts));
    return new FoundDirectory(
        finder,
        path,
        owner,
        live,
        recovered,
        doubtful,
        superseded,
        retained,
        bytes,
        logs,
        notes,
        facts,
        Wire.readText(in));
  }

  /** Collects what is in a directory. */
  private static final class Looker {
    private final Storage storage;
    private final Path path;
    private final long session;
    private final List<FoundLog> logs = new ArrayList<>();
    private final List<ParityNote> notes = new ArrayList<>();
    private List<Path> entries = List.of();
    private @Nullable SessionFacts facts;
    private boolean recovered;
    private boolean unfinished;
    private boolean doubtful;
    private boolean superseded;
    private boolean retained;
    private long bytes;

    Looker(Storage storage, Path path, long session) {
      this.storage = storage;
      this.path = path;
      this.session = session;
    }

    FoundDirectory look(int finder, String owner, boolean held) throws IOException {
      // Before its logs are looked at as well as behind that: a process that is just closing its
      // session takes one file away after the other, and gives its lock back last; one that is just
      // opening one takes its lock first.
      boolean live = !held && Takeover.live(storage, path);
      entries = storage.list(path);
      for (Path entry : entries) {
        take(entry);
      }
      live = !held && (live || Takeover.live(storage, path));
      return new FoundDirectory(
          finder,
          path,
          owner,
          live,
          recovered,
          doubtful,
          superseded,
          retained,
          bytes,
          unfinished ? List.of() : logs,
          notes,
          facts,
          "");
    }

    /** What does not fit to the others is of no use. */
    private void take(@Nullable ParityNote note) {
      if (note != null && note.header().session() == session) {
        SessionFacts said = SessionFacts.of(note.header());
        facts = facts == null ? said : facts;
        if (said.equals(facts)) {
          notes.add(note);
        }
      }
    }

    /** Tells whether the files are there that were looked at, and no others. */
    boolean isStill() throws IOException {
      return storage.list(path).equals(entries);
    }

    private void take(Path entry) throws IOException {
      String name = String.valueOf(entry.getFileName());
      recovered |= entry.equals(Marker.RECOVERED.in(path));
      doubtful |= entry.equals(Marker.DOUBTFUL.in(path));
      retained |= Catalogue.isOne(entry);
      unfinished |= entry.equals(Marker.UNFINISHED.in(path));
      superseded |= entry.equals(Marker.SUPERSEDED.in(path));
      if (name.endsWith(NoteFile.SUFFIX)) {
        bytes += size(storage, entry);
        take(NoteFile.read(storage, entry));
      } else if (KeptStripes.isOne(entry)) {
        bytes += size(storage, entry);
      } else if (SpillNotes.isOne(entry)) {
        bytes += spilled(storage, entry);
      } else if (name.endsWith(FoundLog.DATA)) {
        bytes += size(storage, entry);
        String log = name.substring(0, name.length() - FoundLog.DATA.length());
        if (storage.facts(FoundLog.meta(path, log)) == null) {
          logs.add(FoundLog.lookWithoutMeta(storage, path, log).log());
        }
      } else if (name.endsWith(FoundLog.META)) {
        bytes += size(storage, entry);
        String log = name.substring(0, name.length() - FoundLog.META.length());
        FoundLog.Look look = FoundLog.look(storage, path, log, session);
        LogHeader header = look.header();
        SessionFacts said = header == null ? null : SessionFacts.of(header);
        if (facts != null && said != null && !facts.equals(said)) {
          look = new FoundLog.Look(new FoundLog(log, 0, "it contradicts the other logs"), null);
        } else if (said != null) {
          facts = said;
        }
        logs.add(look.log());
      }
    }
  }

  /** Returns how long the file of a note is on its tier; 0 where that cannot be reached. */
  private static long spilled(Storage storage, Path note) {
    try {
      return size(storage, SpillNotes.read(storage, note));
    } catch (IOException e) {
      // Reading the log tells what of its data is not there.
      return 0;
    }
  }

  /** Returns how long a file is; 0 where it is gone. */
  static long size(Storage storage, Path file) {
    try (StorageFile open = storage.open(file, false)) {
      return open.size();
    } catch (IOException e) {
      // Gone meanwhile. Or a link, or something else that is no file: looking at the log tells.
      return 0;
    }
  }
}
