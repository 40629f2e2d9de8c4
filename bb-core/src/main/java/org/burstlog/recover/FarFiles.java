package org.burstlog.recover;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.group.Ending;
import org.burstlog.group.ProcessGroup;
import org.burstlog.guard.parity.Shelf;
import org.burstlog.storage.ReadableFile;
import org.burstlog.storage.Storage;
import org.burstlog.storage.StorageFile;
import org.burstlog.target.TargetPath;

/**
 * Files on the tiers of other nodes, as one process reads them while all others answer. Each
 * question is told to all, and what is read goes to the reader alone.
 */
final class FarFiles implements Closeable {
  /** What the reader wants; the last ends it. */
  private enum Wish {
    LIST,
    SIZE,
    READ,
    END;

    static Wish of(String name) throws IOException {
      for (Wish wish : values()) {
        if (wish.name().equals(name)) {
          return wish;
        }
      }
      throw new IOException("nobody answers to " + name);
    }
  }

  private static final int THERE = 0;
  private static final int MISSING = 1;
  private static final int FAILED = 2;

  private final ProcessGroup group;
  private final Storage storage;
  private final int reader;
  private final Map<Path, StorageFile> open = new HashMap<>();

  FarFiles(ProcessGroup group, Storage storage, int reader) {
    this.group = group;
    this.storage = storage;
    this.reader = reader;
  }

  private record Question(Wish wish, int whom, Path path, long position, int length) {
    byte[] bytes() throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeUTF(wish.name());
      out.writeInt(whom);
      Wire.writeText(out, TargetPath.text(path));
      out.writeLong(position);
      out.writeInt(length);
      return bytes.toByteArray();
    }

    static Question read(byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      Wish wish = Wish.of(in.readUTF());
      int whom = in.readInt();
      return new Question(
          wish, whom, TargetPath.of(Wire.readText(in)), in.readLong(), in.readInt());
    }
  }

  /** Returns what reads files that another process sees. */
  Shelf of(int whom) {
    return new Shelf() {
      @Override
      public List<Path> list(Path directory) throws IOException {
        DataInputStream in = ask(new Question(Wish.LIST, whom, directory, 0, 0));
        List<Path> paths = new ArrayList<>();
        for (String name : Wire.readList(in, Wire::readText)) {
          paths.add(directory.resolve(name));
        }
        return paths;
      }

      @Override
      public ReadableFile open(Path file) throws IOException {
        return new FarFile(whom, file, ask(new Question(Wish.SIZE, whom, file, 0, 0)).readLong());
      }
    };
  }

  /** A file that another process sees; nobody changes it meanwhile. */
  private final class FarFile implements ReadableFile {
    private final int whom;
    private final Path file;
    private final long size;

    FarFile(int whom, Path file, long size) {
      this.whom = whom;
      this.file = file;
      this.size = size;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      return FarFiles.this.read(whom, file, position, into);
    }

    @Override
    public void close() {
      // The other process closes it.
    }
  }

  private DataInputStream ask(Question question) throws IOException {
    byte[] asked = group.broadcast(question.bytes(), reader);
    assert asked.length > 0;
    byte[] answer = group.broadcast(new byte[0], question.whom);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer));
    int state = in.readInt();
    if (state == MISSING) {
      throw new NoSuchFileException(question.path.toString());
    }
    if (state == FAILED) {
      throw failed(question);
    }
    return in;
  }

  private static BurstlogException failed(Question question) {
    return new BurstlogException(
        question.path
            + " cannot be read by rank "
            + question.whom
            + "; see what is wrong with the tier of its node");
  }

  /** Reads from a file of another process, and returns how much there was. */
  private int read(int whom, Path file, long position, ByteBuffer into) throws IOException {
    int length = into.remaining();
    Question question = new Question(Wish.READ, whom, file, position, length);
    byte[] asked = group.broadcast(question.bytes(), reader);
    assert asked.length > 0;
    ByteBuffer received = exchange(question, ByteBuffer.allocateDirect(0));
    int count = received.getInt();
    if (count < 0) {
      throw failed(question);
    }
    into.put(received.limit(Integer.BYTES + count));
    return count;
  }

  private ByteBuffer exchange(Question question, ByteBuffer sent) throws IOException {
    int bytes = Integer.BYTES + question.length;
    int[] from = new int[group.size()];
    int[] to = new int[group.size()];
    boolean reads = group.rank() == reader;
    from[question.whom] = reads ? bytes : 0;
    to[reader] = group.rank() == question.whom ? bytes : 0;
    ByteBuffer received = ByteBuffer.allocateDirect(reads ? bytes : 0);
    group.exchange(sent, to, received, from);
    return received;
  }

  /** Says that nothing more is asked. */
  void end() throws IOException {
    byte[] said =
        group.broadcast(new Question(Wish.END, reader, Path.of(""), 0, 0).bytes(), reader);
    assert said.length > 0;
  }

  /** Answers until the reader asks nothing more. */
  void answer() throws IOException {
    Question question = Question.read(group.broadcast(new byte[0], reader));
    while (question.wish != Wish.END) {
      boolean mine = question.whom == group.rank();
      if (question.wish == Wish.READ) {
        ByteBuffer sent = mine ? readHere(question) : ByteBuffer.allocateDirect(0);
        exchange(question, sent);
      } else {
        byte[] said = group.broadcast(mine ? lookHere(question) : new byte[0], question.whom);
        assert said.length > 0;
      }
      question = Question.read(group.broadcast(new byte[0], reader));
    }
  }

  private byte[] lookHere(Question question) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      if (question.wish == Wish.SIZE) {
        long size = file(question.path).size();
        out.writeInt(THERE);
        out.writeLong(size);
      } else {
        List<Path> paths = storage.listIfThere(question.path);
        out.writeInt(THERE);
        Wire.writeList(
            out, paths, (path, to) -> Wire.writeText(to, String.valueOf(path.getFileName())));
      }
    } catch (NoSuchFileException | FileNotFoundException e) {
      out.writeInt(MISSING);
    } catch (IOException e) {
      bytes.reset();
      out.writeInt(FAILED);
    }
    return bytes.toByteArray();
  }

  private ByteBuffer readHere(Question question) {
    ByteBuffer sent = ByteBuffer.allocateDirect(Integer.BYTES + question.length);
    try {
      int count =
          file(question.path).read(question.position, sent.slice(Integer.BYTES, question.length));
      sent.putInt(0, count);
    } catch (IOException e) {
      sent.putInt(0, -1);
    }
    return sent;
  }

  private StorageFile file(Path path) throws IOException {
    StorageFile known = open.get(path);
    if (known == null) {
      known = storage.open(path, false);
      open.put(path, known);
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    Ending ending = new Ending();
    open.values().forEach(file -> ending.run(file::close));
    ending.finish();
  }
}
