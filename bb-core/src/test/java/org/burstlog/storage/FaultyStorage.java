package org.burstlog.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A tier in memory that fails on demand: the n-th call, a full disk, a power loss. Closing it fails
 * the test when a file, a mapping or a lock was left open.
 *
 * <p>Everything it does follows from the seed and the calls made, so a failure can be repeated.
 */
public final class FaultyStorage implements Storage, Closeable {
  private static final UserPrincipal TESTER = () -> "tester";

  /** What can be called and so can fail. */
  public enum Call {
    MAKE_DIRECTORY,
    CREATE,
    OPEN,
    LIST,
    DELETE,
    SYNC_DIRECTORY,
    LOCK,
    SIZE,
    WRITE,
    READ,
    ALLOCATE,
    MAP,
    TRUNCATE,
    RENAME,
    FORCE,
    FORCE_MAPPING
  }

  /** How a call fails. */
  public enum Fault {
    /** As a broken device does (EIO). A write may have written a part, a sync some sectors. */
    IO_ERROR,
    /** As a full one does (ENOSPC). A write may have written a part. */
    NO_SPACE
  }

  private record Plan(@Nullable Call call, long count, Fault fault, boolean forEver) {}

  private final Random random;
  private final Map<Path, Node> nodes = new TreeMap<>();
  private final Map<Path, Node> heldNodes = new TreeMap<>();
  private final Set<Exception> open = new LinkedHashSet<>();

  /** Renames that are not durable yet, in their order, in which the journal has them too. */
  private final List<Renamed> renames = new ArrayList<>();

  private final Set<Lock> locks = new HashSet<>();
  private final List<Plan> plans = new ArrayList<>();

  private String type = "tmpfs";
  private long space = Long.MAX_VALUE;
  private long calls;
  private int boots;

  /**
   * An empty tier.
   *
   * @param root a directory that is there, and everything above it
   * @param seed what chance follows from
   */
  public FaultyStorage(Path root, long seed) {
    // Seeds that follow each other would give a Random that begins alike.
    random = new Random(new SplittableRandom(seed).nextLong());
    for (Path p = root; p != null; p = p.getParent()) {
      nodes.put(p, new Node(null));
    }
    heldNodes.putAll(nodes);
  }

  private record Renamed(Path from, Path to) {}

  /** A slot of a lock file, whatever that is called. */
  private record Lock(Node file, int slot) {}

  /** A directory, or a file when there are bytes. */
  private record Node(@Nullable Disk disk) {}

  /**
   * Plans a failure.
   *
   * @param call which call, null for any
   * @param count the how-manieth from now, 1 for the next
   * @param fault how it fails
   * @param forEver whether all later ones fail too
   */
  public synchronized void failAt(@Nullable Call call, long count, Fault fault, boolean forEver) {
    plans.add(new Plan(call, count, fault, forEver));
  }

  /** Forgets all failures that were planned. */
  public synchronized void heal() {
    plans.clear();
  }

  /**
   * Limits the space.
   *
   * @param bytes how much all files may take
   */
  public synchronized void limitSpace(long bytes) {
    space = bytes;
  }

  /**
   * Sets what the file system calls itself.
   *
   * @param newType its type
   */
  public synchronized void setType(String newType) {
    type = newType;
  }

  /**
   * Returns how often anything was called.
   *
   * @return the number of calls
   */
  public synchronized long calls() {
    return calls;
  }

  /** Lets the kernel write back some of what is not synced. */
  public synchronized void writeBackSome() {
    nodes.values().forEach(n -> onDisk(n, d -> d.writeBackSome(random)));
  }

  /**
   * Loses power. What is open is dead; what was synced is there, the rest by chance. Planned
   * failures are forgotten.
   */
  public synchronized void crash() {
    keepRenames(random.nextInt(renames.size() + 1));
    while (!renames.isEmpty()) {
      Renamed last = renames.remove(renames.size() - 1);
      move(nodes, last.to(), last.from());
    }
    Set<Path> paths = new LinkedHashSet<>(nodes.keySet());
    paths.addAll(heldNodes.keySet());
    Map<Path, Node> after = new TreeMap<>();
    for (Path path : paths) {
      Node now = nodes.get(path);
      Node held = heldNodes.get(path);
      Node survivor = Objects.equals(now, held) || random.nextBoolean() ? held : now;
      Path parent = path.getParent();
      if (survivor != null && (parent == null || after.containsKey(parent))) {
        after.put(path, survivor);
      }
    }
    after.values().forEach(n -> onDisk(n, d -> d.crash(random)));
    nodes.clear();
    nodes.putAll(after);
    heldNodes.clear();
    heldNodes.putAll(after);
    open.clear();
    locks.clear();
    plans.clear();
    boots++;
  }

  /** Makes the first renames durable: both names at once, or it would be no rename. */
  private void keepRenames(int count) {
    for (Renamed renamed : renames.subList(0, count)) {
      move(heldNodes, renamed.from(), renamed.to());
      Node now = nodes.get(renamed.to());
      if (now != null) {
        heldNodes.put(renamed.to(), now);
      }
    }
    renames.subList(0, count).clear();
  }

  private interface OnDisk {
    void run(Disk disk);
  }

  private static void onDisk(Node node, OnDisk action) {
    if (node.disk() != null) {
      action.run(node.disk());
    }
  }

  /** Fails the test when anything was left open. */
  @Override
  public synchronized void close() {
    if (!open.isEmpty()) {
      AssertionError leak = new AssertionError(open.size() + " left open, see suppressed");
      open.forEach(leak::addSuppressed);
      throw leak;
    }
  }

  private @Nullable Fault enter(Call call) {
    calls++;
    Fault fault = null;
    for (int i = 0; i < plans.size(); i++) {
      Plan p = plans.get(i);
      if (p.call() != null && p.call() != call) {
        continue;
      }
      if (p.count() > 1) {
        plans.set(i, new Plan(p.call(), p.count() - 1, p.fault(), p.forEver()));
        continue;
      }
      fault = p.fault();
      if (!p.forEver()) {
        plans.remove(i--);
      }
    }
    return fault;
  }

  private void enterOrFail(Call call, Path path) throws IOException {
    Fault fault = enter(call);
    if (fault != null) {
      throw failure(fault, call, path);
    }
  }

  private static IOException failure(Fault fault, Call call, Path path) {
    String what = path + ": planned failure of " + call;
    return fault == Fault.NO_SPACE ? new NoSpaceException(what, null) : new IOException(what);
  }

  private long free() {
    long blocks = 0;
    for (Node n : nodes.values()) {
      blocks += n.disk() == null ? 0 : n.disk().blocks();
    }
    return space - blocks * Disk.PAGE;
  }

  private Node node(Path path) throws IOException {
    Node node = nodes.get(path);
    if (node == null) {
      throw new NoSuchFileException(path.toString());
    }
    return node;
  }

  private void add(Path path, Node node) throws IOException {
    Path parent = path.getParent();
    if (parent == null || node(parent).disk() != null) {
      throw new NotDirectoryException(path.toString());
    }
    if (nodes.containsKey(path)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    nodes.put(path, node);
  }

  @Override
  public synchronized void makeDirectory(Path directory) throws IOException {
    enterOrFail(Call.MAKE_DIRECTORY, directory);
    add(directory, new Node(null));
  }

  @Override
  public synchronized StorageFile create(Path file) throws IOException {
    enterOrFail(Call.CREATE, file);
    Disk disk = new Disk();
    add(file, new Node(disk));
    return new OpenFile(file, disk, true);
  }

  @Override
  public synchronized StorageFile open(Path file, boolean writable) throws IOException {
    enterOrFail(Call.OPEN, file);
    Disk disk = node(file).disk();
    if (disk == null) {
      throw new IOException(file + ": is a directory");
    }
    return new OpenFile(file, disk, writable);
  }

  @Override
  public synchronized List<Path> list(Path directory) throws IOException {
    enterOrFail(Call.LIST, directory);
    if (node(directory).disk() != null) {
      throw new NotDirectoryException(directory.toString());
    }
    return nodes.keySet().stream().filter(p -> directory.equals(p.getParent())).sorted().toList();
  }

  @Override
  public synchronized void renameDirectory(Path from, Path to) throws IOException {
    enterOrFail(Call.RENAME, to);
    if (node(from).disk() != null) {
      throw new NotDirectoryException(from.toString());
    }
    if (nodes.containsKey(to)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    move(nodes, from, to);
    renames.add(new Renamed(from, to));
  }

  /** Gives a directory, and all that is in it, another name. */
  private static void move(Map<Path, Node> all, Path from, Path to) {
    for (Path path : List.copyOf(all.keySet())) {
      if (path.startsWith(from)) {
        all.put(to.resolve(from.relativize(path)), all.remove(path));
      }
    }
  }

  @Override
  public synchronized void delete(Path path) throws IOException {
    enterOrFail(Call.DELETE, path);
    if (nodes.keySet().stream().anyMatch(p -> path.equals(p.getParent()))) {
      throw new DirectoryNotEmptyException(path.toString());
    }
    nodes.remove(path);
  }

  @Override
  public synchronized void syncDirectory(Path directory) throws IOException {
    enterOrFail(Call.SYNC_DIRECTORY, directory);
    for (int i = renames.size(); i > 0; i--) {
      Renamed renamed = renames.get(i - 1);
      if (directory.equals(renamed.from().getParent())
          || directory.equals(renamed.to().getParent())) {
        keepRenames(i);
        break;
      }
    }
    heldNodes.keySet().removeIf(p -> directory.equals(p.getParent()) && !nodes.containsKey(p));
    nodes.forEach(
        (p, n) -> {
          if (directory.equals(p.getParent())) {
            heldNodes.put(p, n);
          }
        });
  }

  private record TesterFacts(Kind kind, UserPrincipal owner, boolean othersWrite)
      implements Facts {}

  @Override
  public synchronized @Nullable Facts facts(Path path) {
    Node node = nodes.get(path);
    if (node == null) {
      return null;
    }
    return new TesterFacts(node.disk() == null ? Kind.DIRECTORY : Kind.FILE, TESTER, false);
  }

  @Override
  public boolean othersRename(Path directory) {
    return false;
  }

  @Override
  public UserPrincipal user() {
    return TESTER;
  }

  @Override
  public String userNumber() {
    return "1000";
  }

  @Override
  public synchronized @Nullable Closeable lock(Path file, int slot) throws IOException {
    enterOrFail(Call.LOCK, file);
    if (!nodes.containsKey(file)) {
      add(file, new Node(new Disk()));
    }
    Lock lock = new Lock(node(file), slot);
    if (!locks.add(lock)) {
      return null;
    }
    int boot = boots;
    Exception opened = opened("lock " + file + ", slot " + slot);
    return () -> {
      synchronized (FaultyStorage.this) {
        if (boot == boots && open.remove(opened)) {
          locks.remove(lock);
        }
      }
    };
  }

  @Override
  public synchronized boolean locked(Path file) {
    Node node = nodes.get(file);
    return locks.stream().anyMatch(lock -> lock.file().equals(node));
  }

  @Override
  public synchronized String fileSystemType(Path path) {
    return type;
  }

  @Override
  public synchronized long usableSpace(Path path) {
    return Math.max(0, free());
  }

  @Override
  public long capacity(Path path) {
    return 1L << 40;
  }

  private Exception opened(String what) {
    Exception opened = new Exception("opened here and not closed: " + what);
    open.add(opened);
    return opened;
  }

  /** A file that is open; its storage guards it. */
  private final class OpenFile implements StorageFile {
    private Path path;
    private final Disk disk;
    private final boolean writable;
    private final int boot = boots;
    private final Exception opened;

    OpenFile(Path path, Disk disk, boolean writable) {
      this.path = path;
      this.disk = disk;
      this.writable = writable;
      this.opened = opened(path.toString());
    }

    private @Nullable Fault enterOpen(Call call, boolean writes) throws IOException {
      Fault fault = enter(call);
      if (boot != boots) {
        throw new IOException(path + ": power was lost");
      }
      if (!open.contains(opened) || (writes && !writable)) {
        throw new AssertionError(path + ": " + call + " of a file that is not open for it");
      }
      return fault;
    }

    private void enterOpenOrFail(Call call, boolean writes) throws IOException {
      Fault fault = enterOpen(call, writes);
      if (fault != null) {
        throw failure(fault, call, path);
      }
    }

    @Override
    public long size() throws IOException {
      synchronized (FaultyStorage.this) {
        enterOpenOrFail(Call.SIZE, false);
        return disk.size();
      }
    }

    @Override
    public void write(long position, ByteBuffer bytes) throws IOException {
      synchronized (FaultyStorage.this) {
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        write(position, all, Call.WRITE);
      }
    }

    private void write(long position, byte[] bytes, Call call) throws IOException {
      Fault fault = enterOpen(call, true);
      int at = Math.toIntExact(position);
      if (fault != null) {
        disk.write(at, bytes, bytes.length == 0 ? 0 : random.nextInt(bytes.length));
        throw failure(fault, call, path);
      }
      int fits = bytes.length;
      while (fits > 0 && disk.newBlocks(at, fits) * (long) Disk.PAGE > free()) {
        fits = Math.max(0, (at + fits - 1) / Disk.PAGE * Disk.PAGE - at);
      }
      disk.write(at, bytes, fits);
      if (fits < bytes.length) {
        throw new NoSpaceException(path + ": full, " + fits + " of " + bytes.length, null);
      }
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      synchronized (FaultyStorage.this) {
        enterOpenOrFail(Call.READ, false);
        return position >= disk.size() ? 0 : disk.read((int) position, into);
      }
    }

    @Override
    public void allocate(long position, long length) throws IOException {
      synchronized (FaultyStorage.this) {
        write(position, new byte[Math.toIntExact(length)], Call.ALLOCATE);
      }
    }

    @Override
    public Mapping map(long position, int length) throws IOException {
      synchronized (FaultyStorage.this) {
        enterOpenOrFail(Call.MAP, true);
        return new Mapped(path, disk, (int) position, disk.map((int) position, length));
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      synchronized (FaultyStorage.this) {
        enterOpenOrFail(Call.TRUNCATE, true);
        disk.truncate(Math.toIntExact(size));
      }
    }

    @Override
    public void renamed(Path to) {
      synchronized (FaultyStorage.this) {
        path = to;
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (FaultyStorage.this) {
        Fault fault = enterOpen(Call.FORCE, true);
        if (fault != null) {
          disk.failForce(random);
          throw failure(fault, Call.FORCE, path);
        }
        disk.force();
      }
    }

    @Override
    public void close() {
      synchronized (FaultyStorage.this) {
        open.remove(opened);
      }
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  private final class Mapped implements Mapping {
    private final Path path;
    private final Disk disk;
    private final int position;
    private final ByteBuffer memory;
    private final int boot = boots;
    private final Exception opened;

    Mapped(Path path, Disk disk, int position, ByteBuffer memory) {
      this.path = path;
      this.disk = disk;
      this.position = position;
      this.memory = memory;
      this.opened = opened(path + ", mapped at " + position);
    }

    @Override
    public ByteBuffer buffer() {
      return memory;
    }

    @Override
    public void force(int index, int length) throws IOException {
      synchronized (FaultyStorage.this) {
        Fault fault = enter(Call.FORCE_MAPPING);
        if (boot != boots) {
          throw new IOException(path + ": power was lost");
        }
        if (fault != null) {
          disk.failForce(random);
          throw failure(fault, Call.FORCE_MAPPING, path);
        }
        disk.forceMapped(position + index, length);
      }
    }

    @Override
    public void close() {
      synchronized (FaultyStorage.this) {
        if (open.remove(opened) && boot == boots) {
          disk.unmap(position);
        }
      }
    }
  }
}
