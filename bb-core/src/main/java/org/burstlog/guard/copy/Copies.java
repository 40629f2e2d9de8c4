package org.burstlog.guard.copy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.burstlog.BurstlogException;
import org.burstlog.group.Ending;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.guard.ring.FailureDomain;
import org.burstlog.guard.ring.Keeping;
import org.burstlog.guard.ring.ParitySets;
import org.burstlog.guard.ring.Protection;
import org.burstlog.guard.ring.Scheme;
import org.burstlog.log.LogWriter;
import org.burstlog.log.file.SessionDirectory;
import org.burstlog.log.option.CopyOptions;
import org.burstlog.log.option.LogOptions;
import org.burstlog.log.spare.SpareSessions;
import org.burstlog.stats.Counter;
import org.burstlog.stats.Counters;
import org.burstlog.storage.Pause;
import org.jspecify.annotations.Nullable;

/**
 * The copies of one session, as one process has to do with them: those that other nodes keep of its
 * logs, and those that it keeps of others'.
 */
public final class Copies {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** A keeper answers within that, if nothing is in the way. */
  private static final long SHORT = 200_000;

  private final String target;
  private final int rank;
  private final CopyOptions options;
  private final Counters counters;
  private final List<CopyLink> links = new ArrayList<>();
  private final @Nullable CopyKeeper keeper;

  /** How many of the copies of this process no link makes. */
  private int without;

  private boolean toldStale;

  /** Notified when something was acknowledged, or will not be. */
  private final Object news = new Object();

  private Copies(
      String target,
      int rank,
      CopyOptions options,
      Counters counters,
      @Nullable CopyKeeper keeper) {
    this.target = target;
    this.rank = rank;
    this.options = options;
    this.counters = counters;
    this.keeper = keeper;
  }

  /**
   * Prepares for copies, and makes none yet. Collective, two meetings; whoever cannot keep copies
   * does not keep the others from opening the file.
   *
   * @param group the processes of the session
   * @param target the target, for people
   * @param directory the session's directory on this node
   * @param log how logs are written
   * @param options how they are copied
   * @param spares what is given up where a tier has no space for copies
   * @param counters told what is copied
   * @return what makes and keeps copies; null where there is no other node
   * @throws IOException when the group cannot be used any more
   */
  public static @Nullable Copies open(
      ProcessGroup group,
      Path target,
      SessionDirectory directory,
      LogOptions log,
      CopyOptions options,
      SpareSessions spares,
      Counters counters)
      throws IOException {
    int rank = group.rank();
    Nodes nodes = group.nodes();
    int losses = Math.min(options.losses(), nodes.count() - 1);
    if (losses < options.losses() && rank == 0) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          target
              + ": logs are to survive the loss of "
              + options.losses()
              + " nodes, and the processes are on "
              + nodes.count()
              + (nodes.count() == 1 ? " node" : " nodes")
              + ", so they survive the loss of "
              + losses);
    }
    if (losses == 0) {
      return null;
    }
    Keeping keeping = Keeping.of(domains(group, options.domain()), protection(options, losses));
    if (rank == 0) {
      keeping
          .doubts(node -> String.valueOf(nodes.leaders().get(node)))
          .forEach(doubt -> LOGGER.log(System.Logger.Level.WARNING, target + ": " + doubt));
    }
    Parity parity =
        keeping instanceof ParitySets sets
            ? new Parity(sets, nodes, losses, options.parity().orElseThrow().chunk())
            : null;
    Keepers keepers = new Keepers(nodes, group.size(), rank, keeping);
    List<Integer> origins = keepers.origins();
    CopyKeeper keeper = null;
    try {
      if (!origins.isEmpty()) {
        InetAddress address = CopyNetwork.choose(options.network());
        keeper =
            new CopyKeeper(
                address, directory, group.identity(), rank, nodes, origins, log, spares, parity);
      }
    } catch (IOException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          target
              + ": rank "
              + rank
              + " cannot keep copies or parity of other nodes' logs: "
              + BurstlogException.reason(e));
    }
    Copies made = new Copies(target.toString(), rank, options, counters, keeper);
    try {
      made.link(group, keepers, origins, parity);
      return made;
    } catch (IOException | RuntimeException e) {
      made.discard(e);
      throw e;
    }
  }

  /** Which domain each node fails with, in the order of the ranks of their leaders. Collective. */
  private static List<String> domains(ProcessGroup group, String set) throws IOException {
    Nodes nodes = group.nodes();
    byte[] name = {};
    if (nodes.isLeader(group.rank())) {
      name =
          FailureDomain.name(set, System.getenv(), CopyNetwork.hostName())
              .getBytes(StandardCharsets.UTF_8);
    }
    List<byte[]> all = group.gather(name);
    return nodes.leaders().stream()
        .map(leader -> new String(all.get(leader), StandardCharsets.UTF_8))
        .toList();
  }

  private static Protection protection(CopyOptions options, int losses) {
    if (options.parity().isEmpty()) {
      return Protection.copies(losses);
    }
    int set = Math.max(losses + 1, options.parity().get().set());
    return new Protection(Scheme.RS, losses, set);
  }

  private void link(
      ProcessGroup group, Keepers keepers, List<Integer> origins, @Nullable Parity parity)
      throws IOException {
    List<Integer> mine = keepers.ofOwn();
    Endpoint own = keeper == null ? null : keeper.endpoint();
    Map<Integer, Endpoint> endpoints = Endpoint.share(group, own, mine, origins);
    for (int keeps : mine) {
      Endpoint endpoint = endpoints.get(keeps);
      if (endpoint == null) {
        without++;
        continue;
      }
      CopyLink.Names names = new CopyLink.Names(target, group.identity(), rank, keeps);
      LogPart part = parity == null ? null : parity.sent(rank, keeps);
      links.add(
          new CopyLink(names, endpoint, options, counters, System::nanoTime, this::tellNews, part));
    }
    if (without > 0) {
      counters.add(Counter.COPIES_BEHIND, without);
    }
    links.forEach(CopyLink::begin);
  }

  private void discard(Throwable because) {
    try {
      end(/* keeps= */ false);
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private void tellNews() {
    synchronized (news) {
      news.notifyAll();
    }
  }

  /**
   * Has a log of this process copied from now on.
   *
   * @param log the log
   */
  public void add(LogWriter log) {
    links.forEach(link -> link.add(log));
    log.copiedBy((generation, to) -> await(log, generation, to));
  }

  /** Returns when each link has all of a log up to a position, or is behind. */
  private void await(LogWriter log, int generation, long to) {
    long begun = System.nanoTime();
    boolean protectedByAll = without == 0;
    for (CopyLink link : links) {
      if (!link.covers(log, generation, to) && link.protects()) {
        link.hurry();
      }
    }
    for (CopyLink link : links) {
      synchronized (news) {
        Pause.until(news, () -> link.covers(log, generation, to) || !link.protects());
      }
      protectedByAll &= link.covers(log, generation, to);
    }
    if (!protectedByAll) {
      counters.add(Counter.UNPROTECTED_PUTS, 1);
    }
    counters.add(Counter.COPY_WAIT_NANOS, System.nanoTime() - begun);
  }

  /**
   * Says that a drain of all processes, or what they have done instead, has made an epoch needless.
   * What is kept here of it, and of those before, is given up.
   *
   * @param epoch number of the epoch
   * @param drain number of the drain, the same in every process
   * @param next number of the epoch whose records the log takes now
   */
  public void released(int epoch, long drain, int next) {
    CopyKeeper keeps = keeper;
    if (keeps == null) {
      return;
    }
    try {
      keeps.release(epoch, drain, next);
    } catch (IOException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          target
              + ": rank "
              + rank
              + " cannot say in the copies that it keeps that what they hold is in the target: "
              + BurstlogException.reason(e)
              + "; a recovery from them would be wrong, so look after the tier, and discard what is"
              + " left of this session");
    }
  }

  /**
   * Returns when no keeper that can be reached has what this process alone has brought to the
   * target, because it is about to bring something newer there.
   *
   * @throws IOException when a log cannot be read
   */
  public void settle() throws IOException {
    long begun = System.nanoTime();
    for (CopyLink link : links) {
      link.hurry();
      while (link.isStale()
          && link.isUp()
          && System.nanoTime() - begun < options.patience().toNanos()) {
        Pause.nanos(SHORT);
      }
      if (link.isStale() && !toldStale) {
        toldStale = true;
        LOGGER.log(
            System.Logger.Level.WARNING,
            target
                + ": rank "
                + rank
                + " drains alone, and cannot tell the node of rank "
                + link.keeper()
                + " that what this keeps of an earlier drain is in the target. Until it can, or all"
                + " processes drain, do not recover from that copy if this node is lost");
      }
    }
  }

  /**
   * Stops copying from here, before logs are closed.
   *
   * @param whole whether what was put is to be copied before
   */
  public void stop(boolean whole) {
    links.forEach(link -> link.end(whole));
  }

  /**
   * Ends it, when all processes have ended their logs, or kept them.
   *
   * @param keeps whether what is kept here stays on the tier
   * @throws IOException when it cannot be ended
   */
  public void end(boolean keeps) throws IOException {
    Ending ending = new Ending();
    ending.run(() -> stop(/* whole= */ false));
    CopyKeeper keeper = this.keeper;
    if (keeper != null) {
      ending.run(() -> keeper.end(!keeps));
    }
    ending.finish();
  }
}
