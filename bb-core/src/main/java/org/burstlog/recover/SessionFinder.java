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
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.burstlog.BurstlogException;
import org.burstlog.group.Agreement;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.SessionDirectory;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetIdentity;

/**
 * Finds the sessions of this user.
 *
 * <p>One process a node looks, since on a shared tier thousands would storm it, and all learn what
 * any has found.
 */
public final class SessionFinder {
  private static final Pattern DIRECTORY = Pattern.compile("(.+)\\.([0-9a-f]{16})");

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
    return find(group, storage, tiers, name -> true);
  }

  /** Finds those sessions whose target has a name that is looked for. */
  static List<TierSession> find(
      ProcessGroup group, Storage storage, List<Path> tiers, Predicate<String> names)
      throws IOException {
    return together(group, storage, "looking for sessions", () -> list(storage, tiers, names));
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
    return together(
        group,
        storage,
        "looking at sessions",
        () -> {
          List<Path> absolute = new ArrayList<>();
          for (Path directory : directories) {
            Path path = directory.toAbsolutePath().normalize();
            if (!isSession(path)) {
              throw new BurstlogException(
                  directory
                      + " is no session's directory; those are called <target name>.<session id>"
                      + " and lie in a directory "
                      + SessionDirectory.USER_PREFIX
                      + "<user> of a tier");
            }
            checkUserDirectory(storage, parent(path));
            absolute.add(path);
          }
          return absolute;
        });
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
        && String.valueOf(parent.getFileName()).startsWith(SessionDirectory.USER_PREFIX)
        && DIRECTORY.matcher(name.toString()).matches();
  }

  /** Finds directories, on one process a node. */
  private interface Lister {
    List<Path> list() throws IOException;
  }

  private static List<TierSession> together(
      ProcessGroup group, Storage storage, String what, Lister lister) throws IOException {
    List<FoundDirectory> found = new ArrayList<>();
    boolean looks = group.nodes().isLeader(group.rank());
    Throwable failure = null;
    try {
      for (Path path : looks ? lister.list() : List.<Path>of()) {
        FoundDirectory directory = FoundDirectory.look(storage, group.rank(), path, idOf(path));
        if (directory != null) {
          found.add(directory);
        }
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    Agreement.reach(group, what, failure);
    if (group.max(found.size()) == 0) {
      return List.of();
    }
    return join(Wire.shareAll(group, found, FoundDirectory::write, FoundDirectory::read));
  }

  private static List<Path> list(Storage storage, List<Path> tiers, Predicate<String> names)
      throws IOException {
    Set<Path> paths = new LinkedHashSet<>();
    for (Path tier : tiers) {
      // The same tier, named in two ways, has the same sessions once.
      Path real = TargetIdentity.canonical(tier);
      Storage.Facts facts = storage.facts(real);
      if (facts == null || facts.kind() != Storage.Kind.DIRECTORY) {
        throw new BurstlogException(
            "tier "
                + tier
                + (facts == null ? " does not exist" : " is not a directory")
                + "; create it, or name the right one, by burstlog.tier (BURSTLOG_TIER) or on the"
                + " command line");
      }
      Path own = real.resolve(SessionDirectory.USER_PREFIX + storage.user());
      if (storage.facts(own) == null) {
        continue;
      }
      checkUserDirectory(storage, own);
      for (Path path : entries(storage, own)) {
        Matcher matcher = DIRECTORY.matcher(String.valueOf(path.getFileName()));
        if (matcher.matches() && names.test(matcher.group(1))) {
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

  /** Whoever may write there could have put logs there that name any target. */
  private static void checkUserDirectory(Storage storage, Path own) throws IOException {
    Storage.Facts facts = storage.facts(own);
    if (facts == null) {
      throw new BurstlogException(own + " does not exist; 'bb list' shows the sessions there are");
    }
    if (facts.kind() != Storage.Kind.DIRECTORY) {
      throw new BurstlogException(
          own + " is not a directory (a link, perhaps); no session is reached through it");
    }
    boolean ours = facts.owner().equals(storage.user());
    if (!ours || facts.othersWrite()) {
      throw new BurstlogException(
          own
              + " belongs to "
              + facts.owner()
              + (facts.othersWrite() ? " and others may write to it" : "")
              + ", this process runs as "
              + storage.user()
              + (ours
                  ? "; 'chmod 700' makes it yours alone, when nobody has changed anything in it"
                  : "; run the command as the owner"));
    }
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path.toString());
    }
    return parent;
  }

  private static long idOf(Path path) {
    Matcher matcher = matched(path);
    return Long.parseUnsignedLong(matcher.group(2), 16);
  }

  private static Matcher matched(Path path) {
    Matcher matcher = DIRECTORY.matcher(String.valueOf(path.getFileName()));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(path.toString());
    }
    return matcher;
  }

  /** Makes sessions of directories. */
  private static List<TierSession> join(List<FoundDirectory> directories) {
    Map<Long, List<FoundDirectory>> byId = new LinkedHashMap<>();
    for (FoundDirectory directory : directories) {
      byId.computeIfAbsent(idOf(directory.path()), id -> new ArrayList<>()).add(directory);
    }
    List<TierSession> sessions = new ArrayList<>();
    byId.forEach(
        (id, all) -> sessions.add(new TierSession(id, matched(all.get(0).path()).group(1), all)));
    sessions.sort(Comparator.comparingLong(TierSession::created).thenComparing(TierSession::id));
    return sessions;
  }
}
