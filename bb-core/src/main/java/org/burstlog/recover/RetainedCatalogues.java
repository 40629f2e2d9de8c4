package org.burstlog.recover;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.Together;
import org.burstlog.storage.Storage;
import org.burstlog.target.TargetStamp;

/** The catalogues of a session that is retained, as far as its target still is what they say. */
final class RetainedCatalogues {
  private final LeftBehind left;
  private final TierSession session;

  private RetainedCatalogues(LeftBehind left, TierSession session) {
    this.left = left;
    this.session = session;
  }

  /**
   * Reads them. Collective. Where the target is another file, or was changed since, the session is
   * removed.
   *
   * @return those of all nodes; none where the session is of no use
   */
  static List<Catalogue> of(LeftBehind left, TierSession session) throws IOException {
    return new RetainedCatalogues(left, session).read();
  }

  private List<Catalogue> read() throws IOException {
    ProcessGroup group = left.group();
    List<Catalogue> mine = new ArrayList<>();
    Together.run(
        group, "reading what is retained of " + left.target(), () -> mine.addAll(readMine()));
    List<Catalogue> all = Wire.shareAll(group, mine, Catalogue::writeBody, Catalogue::readBody);
    boolean still = !all.isEmpty() && (group.rank() != 0 || isOfTarget(all));
    if (group.min(still ? 1 : 0) != 0) {
      return all;
    }
    // Nobody needs what the target was.
    left.drop(session);
    return List.of();
  }

  private boolean isOfTarget(List<Catalogue> all) {
    return TargetStamp.of(left.target())
        .filter(now -> all.stream().allMatch(one -> isOfTarget(one, now)))
        .isPresent();
  }

  private boolean isOfTarget(Catalogue catalogue, TargetStamp now) {
    return catalogue.target().equals(left.target()) && catalogue.stamp().isStill(now);
  }

  /** Reads what this process has to tell the others. */
  private List<Catalogue> readMine() throws IOException {
    Storage storage = left.storage();
    List<Catalogue> read = new ArrayList<>();
    for (FoundDirectory directory : session.ownedBy(left.group().rank())) {
      for (Path entry : storage.listIfThere(directory.path())) {
        Catalogue catalogue = Catalogue.isOne(entry) ? Catalogue.read(storage, entry) : null;
        if (catalogue != null) {
          // The beginning of the target is needed once.
          boolean first = read.isEmpty() && session.directories().get(0).equals(directory);
          read.add(first ? catalogue : catalogue.withoutHead());
        }
      }
    }
    return read;
  }
}
