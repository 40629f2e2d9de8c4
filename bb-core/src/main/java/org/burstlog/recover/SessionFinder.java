package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.burstlog.BurstlogException;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Telling;
import org.burstlog.group.Together;
import org.burstlog.log.format.SessionName;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetPath;

/**
 * Finds the sessions of this user.
 *
 * <p>One process a node looks, since on a shared tier thousands would storm it, and all learn what
 * any has found.
 */
public final class SessionFinder {
  private SessionFinder() {}

  /**
   * Finds the sessions of tiers. Collective.
   *
   * @param group the processes that take part
   * @param storage the door to the tiers
   * @param tiers the tiers' directories, the same in every process
   * @return all sessions of this user there, the oldest first
   * @throws BurstlogException in every process, when a tier cannot be read in any
   * @throws IOException when the group itself cannot be used any more
   */
  public static List<TierSession> find(ProcessGroup group, Storage storage, List<Path> tiers)
      throws IOException {
    return find(group, storage, tiers, name -> true, Optional.empty());
  }

  /**
   * Finds those sessions whose target has a name that is looked for.
   *
   * @param not the id of a session that is passed over
   */
  static List<TierSession> find(
      ProcessGroup group,
      Storage storage,
      List<Path> tiers,
      Predicate<String> names,
      Optional<Long> not)
      throws IOException {
    return together(
        group,
        storage,
        "looking for sessions",
        () -> {
          if (group.rank() == 0) {
            UnsafeTier.tell(storage, tiers);
          }
          return list(storage, tiers, names).stream()
              .filter(path -> not.isEmpty() || nameOf(path).session() != not.get())
              .toList();
        });
  }

  /**
   * Looks at sessions whose directories are known. Collective.
   *
   * @param group the processes that take part
   * @param storage the door to the tiers
   * @param directories the sessions' directories, the same in every process
   * @return the sessions, the oldest first
   * @throws BurstlogException in every process, when one is no session's directory
   * @throws IOException when the group itself cannot be used any more
   */
  public static List<TierSession> at(ProcessGroup group, Storage storage, List<Path> directories)
      throws IOException {
    List<Path> reached = new ArrayList<>();
    List<TierSession> sessions =
        together(
            group,
            storage,
            "looking at sessions",
            () -> {
              reached.addAll(reached(storage, directories));
              if (group.rank() == 0) {
                UnsafeTier.tellOf(storage, reached);
              }
              return reached;
            });
    if (!directories.isEmpty() && group.max(reached.size()) == 0) {
      throw new BurstlogException(
          parent(directories.get(0).toAbsolutePath().normalize())
              + " does not exist; 'bb list' shows the sessions there are");
    }
    return sessions;
  }

  /** Returns those that may be on this node: it need not have a directory of the user. */
  private static List<Path> reached(Storage storage, List<Path> directories) throws IOException {
    List<Path> reached = new ArrayList<>();
    for (Path directory : directories) {
      Path path = directory.toAbsolutePath().normalize();
      if (!isSession(path)) {
        throw new BurstlogException(
            directory
                + " is no session's directory; those are called <target name>.<session id>"
                + " and lie in a directory "
                + Storage.USER_PREFIX
                + "<uid> of a tier");
      }
      if (hasUserDirectory(storage, parent(path))) {
        reached.add(path);
      }
    }
    return reached;
  }

  /**
   * Tells whether a path has the form of a session's directory.
   *
   * @param path the path
   * @return true when its last two parts are named as those of a session are
   */
  public static boolean isSession(Path path) {
    Path parent = path.toAbsolutePath().normalize().getParent();
    Path name = path.getFileName();
    return name != null
        && parent != null
        && String.valueOf(parent.getFileName()).startsWith(Storage.USER_PREFIX)
        && SessionName.parse(name).isPresent();
  }

  /** Finds directories, on one process a node. */
  private interface Lister {
    List<Path> list() throws IOException;
  }

  private static List<TierSession> together(
      ProcessGroup group, Storage storage, String what, Lister lister) throws IOException {
    boolean looks = group.nodes().isLeader(group.rank());
    List<FoundDirectory> found = new ArrayList<>();
    Together step = new Together(group);
    step.step(
        Telling.of(what),
        () -> found.addAll(looks ? look(group, storage, lister.list()) : List.of()));
    return share(group, found, step.meet(found.size())[0] != 0);
  }

  /**
   * Looks for sessions whose target has a name that is looked for, in this process alone.
   *
   * @param tier where
   * @param names tells whether a name is looked for
   * @param not the id of a session that is passed over
   */
  static List<FoundDirectory> look(
      ProcessGroup group, Storage storage, Path tier, Predicate<String> names, long not)
      throws IOException {
    if (group.rank() == 0) {
      UnsafeTier.tell(storage, List.of(tier));
    }
    List<Path> paths =
        list(storage, List.of(tier), names).stream()
            .filter(path -> nameOf(path).session() != not)
            .toList();
    return look(group, storage, paths);
  }

  private static List<FoundDirectory> look(ProcessGroup group, Storage storage, List<Path> paths)
      throws IOException {
    List<FoundDirectory> found = new ArrayList<>();
    for (Path path : paths) {
      FoundDirectory directory =
          FoundDirectory.look(storage, group.rank(), path, nameOf(path).session());
      if (directory != null) {
        found.add(directory);
      }
    }
    return found;
  }

  /** Has all learn what any has found; collective when any has found something. */
  static List<TierSession> share(ProcessGroup group, List<FoundDirectory> found, boolean any)
      throws IOException {
    return any
        ? join(Wire.shareAll(group, found, FoundDirectory::write, FoundDirectory::read))
        : List.of();
  }

  private static List<Path> list(Storage storage, List<Path> tiers, Predicate<String> names)
      throws IOException {
    Set<Path> paths = new LinkedHashSet<>();
    for (Path tier : tiers) {
      // The same tier, named in two ways, has the same sessions once.
      Path real = TargetPath.canonical(tier);
      Storage.Facts facts = storage.facts(real);
      if (facts == null || facts.kind() != Storage.Kind.DIRECTORY) {
        throw new BurstlogException(
            "tier "
                + tier
                + (facts == null ? " does not exist" : " is not a directory")
                + "; create it, or name the right one, by burstlog.tier (BURSTLOG_TIER) or on the"
                + " command line");
      }
      Path own = storage.own(real);
      for (Path path : hasUserDirectory(storage, own) ? entries(storage, own) : List.<Path>of()) {
        if (SessionName.parse(path).filter(name -> names.test(name.target())).isPresent()) {
          paths.add(path);
        }
      }
    }
    return List.copyOf(paths);
  }

  private static List<Path> entries(Storage storage, Path directory) throws IOException {
    try {
      return storage.list(directory);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (AccessDeniedException e) {
      throw new BurstlogException(
          directory + " cannot be read: permission denied; 'chmod 700' on it allows that", e);
    }
  }

  /**
   * Tells whether there is a directory of the user, and refuses one that is not the user's alone:
   * whoever may write there could have put logs there that name any target.
   */
  private static boolean hasUserDirectory(Storage storage, Path own) throws IOException {
    Storage.Facts facts = storage.facts(own);
    if (facts == null) {
      return false;
    }
    if (facts.kind() != Storage.Kind.DIRECTORY) {
      throw new BurstlogException(
          own + " is not a directory (a link, perhaps); no session is reached through it");
    }
    boolean ours = facts.belongsTo(storage.user());
    if (!ours || facts.othersWrite()) {
      throw new BurstlogException(
          own
              + " belongs to "
              + facts.owner().getName()
              + (facts.othersWrite() ? " and others may write to it" : "")
              + ", this process runs as "
              + storage.user().getName()
              + (ours
                  ? "; 'chmod 700' makes it yours alone, when nobody has changed anything in it"
                  : "; run the command as the owner"));
    }
    Path expected = storage.own(parent(own));
    if (!own.equals(expected)) {
      throw new BurstlogException(
          own
              + " is not named as the directory of "
              + storage.user().getName()
              + " is; rename it to "
              + expected
              + " when what is in it is yours");
    }
    return true;
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path.toString());
    }
    return parent;
  }

  private static SessionName nameOf(Path path) {
    return SessionName.parse(path).orElseThrow(() -> new IllegalArgumentException(path.toString()));
  }

  /** Makes sessions of directories. */
  private static List<TierSession> join(List<FoundDirectory> directories) {
    Map<Long, List<FoundDirectory>> byId = new LinkedHashMap<>();
    for (FoundDirectory directory : directories) {
      long id = nameOf(directory.path()).session();
      byId.computeIfAbsent(id, none -> new ArrayList<>()).add(directory);
    }
    List<TierSession> sessions = new ArrayList<>();
    byId.forEach(
        (id, all) -> sessions.add(new TierSession(id, nameOf(all.get(0).path()).target(), all)));
    sessions.sort(Comparator.comparingLong(TierSession::created).thenComparing(TierSession::id));
    return sessions;
  }
}
