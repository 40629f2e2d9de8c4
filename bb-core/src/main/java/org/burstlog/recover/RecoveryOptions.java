package org.burstlog.recover;

import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.burstlog.drain.DrainOptions;

/**
 * How a session is recovered.
 *
 * @param into the target to replay into, when not the one that was logged
 * @param choices what is done other than the careful way
 * @param drain how records are written
 * @param progress hears how far it is
 */
public record RecoveryOptions(
    Optional<Path> into, Set<Choice> choices, DrainOptions drain, Progress progress) {

  /** What may be chosen. */
  public enum Choice {
    /**
     * What is whole is replayed although something is damaged, the target is not the file that was
     * logged, or it was created anew since.
     */
    FORCE,
    /**
     * A session is replayed although logs of some of its processes are out of reach. Those are to
     * be replayed later, before anything else is written to the target, or are given up.
     */
    PARTIAL,
    /**
     * As {@link #PARTIAL}, for sessions without copies on other nodes only: their tiers may be
     * recovered node by node. With copies, the tiers that are left are to be given together, as
     * each has a part of what others have, too.
     */
    NODE_BY_NODE,
    /**
     * A target that does not exist is made. It has what the logs hold and nothing else, so the logs
     * are kept.
     */
    CREATE_TARGET,
    /** The logs stay after all. */
    KEEP,
    /** Everything is read and checked, and nothing written. */
    DRY_RUN
  }

  /**
   * Copies the choices.
   *
   * @param into the target to replay into, when not the one that was logged
   * @param choices what is done other than the careful way
   * @param drain how records are written
   * @param progress hears how far it is
   */
  public RecoveryOptions {
    choices = Set.copyOf(choices);
  }

  /**
   * The careful way: nothing but the file that was logged, and only when everything is there.
   *
   * @param drain how records are written
   * @return the options
   */
  public static RecoveryOptions careful(DrainOptions drain) {
    return new RecoveryOptions(Optional.empty(), Set.of(), drain, Progress.NONE);
  }

  /**
   * Returns these options with other choices.
   *
   * @param others the choices
   * @return the changed options
   */
  public RecoveryOptions with(Collection<Choice> others) {
    return new RecoveryOptions(into, Set.copyOf(others), drain, progress);
  }

  /**
   * Returns these options with another choice.
   *
   * @param other the choice
   * @return the changed options
   */
  public RecoveryOptions with(Choice other) {
    EnumSet<Choice> more = EnumSet.of(other);
    more.addAll(choices);
    return with(more);
  }

  /**
   * Returns these options with another target.
   *
   * @param target the target to replay into
   * @return the changed options
   */
  public RecoveryOptions into(Path target) {
    return new RecoveryOptions(Optional.of(target), choices, drain, progress);
  }

  /**
   * Returns these options with another listener.
   *
   * @param listener hears how far it is
   * @return the changed options
   */
  public RecoveryOptions with(Progress listener) {
    return new RecoveryOptions(into, choices, drain, listener);
  }

  boolean has(Choice choice) {
    return choices.contains(choice);
  }
}
