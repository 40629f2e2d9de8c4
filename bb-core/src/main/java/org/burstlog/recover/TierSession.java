package org.burstlog.recover;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.burstlog.log.format.LogHeader;
import org.burstlog.log.format.SessionName;
import org.burstlog.target.TargetPath;
import org.jspecify.annotations.Nullable;

/**
 * A session as it was found on one or several tiers, the same in every process that took part in
 * finding it.
 */
public final class TierSession {
  private final long id;
  private final String name;

  /** All of them, also those with copies of logs of other nodes. */
  private final List<FoundDirectory> all;

  /** Those that are read. */
  private final List<FoundDirectory> directories;

  private boolean taken;

  TierSession(long id, String name, List<FoundDirectory> all) {
    this(id, name, all, all.stream().filter(directory -> !directory.isCopy()).toList());
  }

  private TierSession(
      long id, String name, List<FoundDirectory> all, List<FoundDirectory> directories) {
    this.id = id;
    this.name = name;
    this.all = List.copyOf(all);
    this.directories = List.copyOf(directories);
  }

  /** Returns this with directories in which logs were rebuilt. */
  TierSession with(List<FoundDirectory> rebuilt) {
    // Several logs may have been rebuilt in one, which was looked at behind each.
    Map<String, FoundDirectory> byName = new LinkedHashMap<>();
    rebuilt.forEach(one -> byName.put(nameOf(one), one));
    List<FoundDirectory> more = new ArrayList<>(all);
    more.removeIf(known -> byName.containsKey(nameOf(known)));
    more.addAll(byName.values());
    return new TierSession(id, name, more);
  }

  /** Tells whether other nodes have kept parity of a log that is not there, and has something. */
  boolean hasPartsOfLost() {
    return all.stream()
        .filter(directory -> !directory.recovered())
        .flatMap(directory -> directory.notes().stream())
        .anyMatch(
            note ->
                KeptParts.hasAny(note)
                    && directories.stream().noneMatch(own -> own.hasLog(note.log())));
  }

  /** Returns this as it is read from other directories, copies among them. */
  TierSession readFrom(List<FoundDirectory> others) {
    return new TierSession(id, name, all, others);
  }

  /**
   * Returns the session's random number.
   *
   * @return the number, in the form in which it is part of the directory's name
   */
  public String id() {
    return String.format(Locale.ROOT, "%016x", id);
  }

  /**
   * Returns the last part of the target's path.
   *
   * @return the name, as far as the name of a directory shows it
   */
  public String name() {
    return name;
  }

  /**
   * Returns what has become of it.
   *
   * @return its state when it was found
   */
  public SessionState state() {
    if (any(FoundDirectory::live)) {
      return SessionState.LIVE;
    }
    if (any(FoundDirectory::superseded)) {
      return SessionState.SUPERSEDED;
    }
    List<FoundDirectory> pending = all.stream().filter(d -> !d.recovered()).toList();
    if (!pending.isEmpty() && pending.stream().allMatch(FoundDirectory::retained)) {
      return SessionState.RETAINED;
    }
    if (pending.isEmpty()) {
      return any(FoundDirectory::retained) ? SessionState.RETAINED : SessionState.RECOVERED;
    }
    return pending.stream()
                .flatMap(d -> d.logs().stream())
                .allMatch(log -> log.lanes() == 0 && log.problem().isEmpty())
            && !hasPartsOfLost()
        ? SessionState.EMPTY
        : SessionState.ORPHANED;
  }

  private boolean any(java.util.function.Predicate<FoundDirectory> what) {
    return all.stream().anyMatch(what);
  }

  /**
   * Returns the target's path.
   *
   * @return the path as it was logged, null when no header can be read
   */
  public @Nullable Path target() {
    SessionFacts facts = facts();
    return facts == null ? null : TargetPath.of(facts.target());
  }

  /**
   * Returns what tells the target from another file that has its path.
   *
   * @return such as {@code inode 4711}, empty when nothing is known
   */
  public String identity() {
    SessionFacts facts = facts();
    return facts == null ? "" : facts.identity();
  }

  /**
   * Returns when it began.
   *
   * @return milliseconds since 1970, 0 when that is not known
   */
  public long created() {
    SessionFacts facts = facts();
    return facts == null ? 0 : facts.created();
  }

  /**
   * Returns how many processes it had.
   *
   * @return the size of their group, 0 when that is not known
   */
  public int groupSize() {
    SessionFacts facts = facts();
    return facts == null ? 0 : facts.groupSize();
  }

  /**
   * Tells how its logs were copied to other nodes.
   *
   * @return how many copies there were to be, and whether puts waited for them
   */
  LogHeader.Copied copied() {
    SessionFacts facts = facts();
    return facts == null ? LogHeader.Copied.NOT : facts.copied();
  }

  private @Nullable SessionFacts facts() {
    return all.stream()
        .map(FoundDirectory::facts)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns where it is.
   *
   * @return its directories, each once
   */
  public List<Path> paths() {
    return all.stream().map(FoundDirectory::path).distinct().toList();
  }

  /**
   * Returns what it takes of the tier.
   *
   * @return bytes of its files
   */
  public long bytes() {
    return all.stream().filter(this::owns).mapToLong(FoundDirectory::bytes).sum();
  }

  /**
   * Returns how many logs it has.
   *
   * @return pairs of files, and one for those of which only copies are there
   */
  public int logs() {
    return (int)
        all.stream().flatMap(d -> d.logs().stream()).map(FoundLog::name).distinct().count();
  }

  /**
   * Tells whether it has files of logs. Processes lock their session before they make any, so that
   * one that has files and is not live is dead. One without may be just about to be locked.
   *
   * @return true when there is any
   */
  public boolean hasFiles() {
    return logs() > 0 || bytes() > 0;
  }

  /**
   * Returns what speaks against touching it.
   *
   * @return sentences, none when nothing does
   */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (FoundDirectory directory : all) {
      if (!directory.problem().isEmpty()) {
        problems.add(directory.problem());
      }
    }
    return problems;
  }

  /**
   * Tells whether it is a session of a target, or may be one: where no header can be read, or none
   * may be, the name is all there is to go by.
   *
   * @param path the one name of the target
   * @return false when it is of another one
   */
  public boolean mayBeOf(Path path) {
    Path logged = target();
    if (logged != null) {
      return logged.equals(path);
    }
    return name.equals(SessionName.of(path, 0).target())
        && (state() == SessionState.ORPHANED || state() == SessionState.RETAINED || refused());
  }

  /**
   * Tells whether it must not be touched, see {@link #problems()}.
   *
   * @return true when something speaks against it
   */
  public boolean refused() {
    return !problems().isEmpty();
  }

  /**
   * Tells whether it was recovered and something in it was cut off or damaged. Its logs are kept
   * until they are discarded.
   *
   * @return true when the target may lack something that only they can tell of
   */
  public boolean doubtful() {
    return state() == SessionState.RECOVERED && any(FoundDirectory::doubtful);
  }

  /** Those that are read: without copies, unless these were {@linkplain #readFrom chosen}. */
  List<FoundDirectory> directories() {
    return directories;
  }

  /** All of them. */
  List<FoundDirectory> all() {
    return all;
  }

  /** Those with copies of logs of other nodes. */
  List<FoundDirectory> copies() {
    return all.stream().filter(FoundDirectory::isCopy).toList();
  }

  long number() {
    return id;
  }

  /** Directories of copies say in their name whose they are and who has made them. */
  private static String nameOf(FoundDirectory directory) {
    return String.valueOf(directory.path().getFileName());
  }

  /** Takes note that this program has taken it over: what changes in it now is its own doing. */
  void take() {
    taken = true;
  }

  /** Takes note that all is done with it for which it was taken over. */
  void letGo() {
    taken = false;
  }

  boolean isTaken() {
    return taken;
  }

  /** Directories that are read and whose logs were not recovered yet. */
  List<FoundDirectory> pending() {
    return directories.stream().filter(d -> !d.recovered()).toList();
  }

  /** Directories whose logs were not recovered yet, or are kept although they were. */
  List<FoundDirectory> readable() {
    return directories.stream().filter(d -> !d.recovered() || d.retained()).toList();
  }

  /** Returns the directories that are read and that a process is to look after. */
  List<FoundDirectory> ownedBy(int rank) {
    return directories.stream()
        .filter(directory -> directory.finder() == rank && owns(directory))
        .toList();
  }

  /**
   * Tells whether a directory is to be looked after by its finder: directories with a log in common
   * are one that several processes see, and the first of these has it.
   */
  boolean owns(FoundDirectory directory) {
    for (FoundDirectory other : all) {
      if (other.equals(directory)) {
        return true;
      }
      if (directory.isCopy() || other.isCopy()) {
        if (nameOf(other).equals(nameOf(directory))) {
          return false;
        }
        continue;
      }
      boolean same =
          directory.logs().isEmpty()
              ? other.logs().isEmpty() && other.path().equals(directory.path())
              : directory.logs().stream().anyMatch(log -> other.hasLog(log.name()));
      if (same) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return name + '.' + id();
  }
}
