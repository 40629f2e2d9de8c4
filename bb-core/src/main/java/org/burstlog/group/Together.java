package org.burstlog.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What each process does by itself between two meetings, and the meeting behind it, in which all
 * learn whether all went well everywhere: then all go on, or all throw.
 *
 * <p>A step may fail in some processes only. Whatever it throws, an error of the virtual machine
 * included, is kept for the meeting, where the others wait for this process to say so; the steps
 * behind it are left out here. Only a {@link GroupException} is thrown at once, as then nobody is
 * told anything any more. In the meeting the first step that has failed in any process is told, as
 * its {@link Telling} says.
 *
 * <p>A meeting is one reduction when all is well; texts travel only when something is not.
 */
public final class Together {
  /** Numbers of steps, the first one highest, above their gravity. */
  private static final int MOST_STEPS = 1 << 16;

  private static final long NOT_HERE = Long.MIN_VALUE;

  private final ProcessGroup group;
  private final List<Telling> steps = new ArrayList<>();
  private final List<Compared> compared = new ArrayList<>();
  private @Nullable Throwable failure;
  private int failed = -1;
  private @Nullable Supplier<byte[]> shares;
  private byte[] shared = {};

  /** Work that may fail in this process alone. */
  @FunctionalInterface
  public interface Step {
    /**
     * Works.
     *
     * @throws IOException when that failed
     */
    void run() throws IOException;
  }

  /**
   * What must be the same in every process.
   *
   * @param behind how many steps come before it
   * @param matters whether this process needs it to be
   */
  private record Compared(int behind, Same same, BooleanSupplier matters) {
    static final int WIDTH = 3;

    void into(long[] all, int at, boolean here) {
      long sum = here ? same.sum() : 0;
      all[at] = here ? sum : NOT_HERE;
      all[at + 1] = here ? ~sum : NOT_HERE;
      all[at + 2] = here && matters.getAsBoolean() ? 1 : 0;
    }

    static boolean differs(long[] all, int at) {
      return all[at + 2] != 0 && all[at] != ~all[at + 1];
    }
  }

  /**
   * Nothing done yet.
   *
   * @param group the processes that are to meet
   */
  public Together(ProcessGroup group) {
    this.group = group;
  }

  /**
   * Does a step now, unless one before it has failed in this process. Not collective; all processes
   * have the same steps.
   *
   * @param telling how a failure is told
   * @param step what may fail here
   * @return this
   * @throws GroupException when that is what the step throws
   */
  public Together step(Telling telling, Step step) throws GroupException {
    Throwable thrown = isWell() ? attempt(step) : null;
    steps.add(telling);
    if (thrown != null) {
      failure = thrown;
      failed = steps.size() - 1;
    }
    return this;
  }

  /**
   * Compares values in the meeting. Not collective.
   *
   * @param same makes what this process has; not asked when a step before has failed here
   * @return this
   */
  public Together same(Same same) {
    return same(same, () -> true);
  }

  /**
   * As above, where it may not matter.
   *
   * @param same makes what this process has
   * @param matters whether it must be the same for this process's sake
   * @return this
   */
  public Together same(Same same, BooleanSupplier matters) {
    compared.add(new Compared(steps.size(), same, matters));
    return this;
  }

  /**
   * Has all learn in the meeting what the first process knows. Not collective.
   *
   * @param known made in the first process, when no step has failed there
   * @return this
   */
  public Together share(Supplier<byte[]> known) {
    shares = known;
    return this;
  }

  /**
   * Returns what the first process has {@linkplain #share shared}.
   *
   * @return its bytes, when the meeting has gone well
   */
  public byte[] shared() {
    return shared.clone();
  }

  /**
   * Tells how this process has fared so far.
   *
   * @return true when no step has failed here
   */
  public boolean isWell() {
    return failure == null;
  }

  /**
   * Meets. Collective, and the end of this.
   *
   * @param values as many in every process; of each, all learn the largest
   * @return the largest of each
   * @throws IOException in every process, when a step failed in any, or values differ that must be
   *     the same; or when the group cannot be used any more
   */
  public long[] meet(long... values) throws IOException {
    int width = 1 + Compared.WIDTH * compared.size();
    long[] all = new long[width + values.length];
    Throwable own = failure;
    all[0] = own == null ? 0 : code(failed, steps.get(failed).gravity(own));
    for (int i = 0; i < compared.size(); i++) {
      Compared each = compared.get(i);
      each.into(all, 1 + Compared.WIDTH * i, own == null || failed >= each.behind);
    }
    System.arraycopy(values, 0, all, width, values.length);
    all = reduce(all);
    int step = all[0] == 0 ? steps.size() : MOST_STEPS - (int) (all[0] / (Telling.GRAVEST + 1));
    for (int i = 0; i < compared.size(); i++) {
      Compared each = compared.get(i);
      if (each.behind <= step && Compared.differs(all, 1 + Compared.WIDTH * i)) {
        throw each.same.differ(group);
      }
    }
    if (all[0] != 0) {
      int gravity = (int) (all[0] % (Telling.GRAVEST + 1));
      throw steps.get(step).tell(group, gravity, failed == step ? own : null);
    }
    long[] largest = new long[values.length];
    System.arraycopy(all, width, largest, 0, largest.length);
    return largest;
  }

  /** What the first process shares is begun before the reduction is awaited: one wait for both. */
  private long[] reduce(long[] values) throws IOException {
    Supplier<byte[]> known = shares;
    if (known == null) {
      group.max(values);
      return values;
    }
    byte[] mine = group.rank() == 0 && isWell() ? known.get() : shared;
    Begun<long[]> reduction = group.begin(Collective.max(values));
    Begun<byte[]> broadcast = group.begin(new Collective.Broadcast(mine, 0));
    long[] all = reduction.await();
    shared = broadcast.await();
    return all;
  }

  private static long code(int step, int gravity) {
    return (long) (MOST_STEPS - step) * (Telling.GRAVEST + 1) + gravity;
  }

  /**
   * Does one step and meets. Collective.
   *
   * @param group the processes concerned
   * @param telling how a failure is told
   * @param step what may fail here
   * @throws IOException in every process, when it failed in any
   */
  public static void run(ProcessGroup group, Telling telling, Step step) throws IOException {
    new Together(group).step(telling, step).meet();
  }

  /**
   * As {@link #run(ProcessGroup, Telling, Step)}, and every process throws the same, see {@link
   * Telling#of}.
   *
   * @param group the processes concerned
   * @param what what is attempted, such as "opening /scratch/out.nc"
   * @param step what may fail here
   * @throws IOException in every process, when it failed in any
   */
  public static void run(ProcessGroup group, String what, Step step) throws IOException {
    run(group, Telling.of(what), step);
  }

  /**
   * As {@link #run(ProcessGroup, Telling, Step)}, with a step that only the first process does.
   *
   * @param group the processes concerned
   * @param telling how a failure is told
   * @param step what may fail there
   * @throws IOException in every process, when it failed
   */
  public static void first(ProcessGroup group, Telling telling, Step step) throws IOException {
    run(
        group,
        telling,
        () -> {
          if (group.rank() == 0) {
            step.run();
          }
        });
  }

  /**
   * Tells the group how something went that has been attempted here already. Collective.
   *
   * @param group the processes concerned
   * @param telling how a failure is told
   * @param failure what went wrong here, null when nothing did
   * @param values as many in every process; of each, all learn the largest
   * @return the largest of each
   * @throws IOException in every process, when anything went wrong in any
   */
  public static long[] reach(
      ProcessGroup group, Telling telling, @Nullable Throwable failure, long... values)
      throws IOException {
    Together known = new Together(group);
    known.steps.add(telling);
    if (failure != null) {
      known.failure = unlessLost(failure);
      known.failed = 0;
    }
    return known.meet(values);
  }

  /**
   * As {@link #reach(ProcessGroup, Telling, Throwable, long...)}, and every process throws the
   * same.
   *
   * @param group the processes concerned
   * @param what what was attempted
   * @param failure what went wrong here, null when nothing did
   * @throws IOException in every process, when anything went wrong in any
   */
  public static void reach(ProcessGroup group, String what, @Nullable Throwable failure)
      throws IOException {
    reach(group, Telling.of(what), failure);
  }

  /**
   * Does what may fail in this process alone.
   *
   * @param step the work
   * @return what it has thrown, null when nothing
   * @throws GroupException when that is what it throws
   */
  public static @Nullable Throwable attempt(Step step) throws GroupException {
    try {
      step.run();
      return null;
    } catch (Throwable e) {
      return unlessLost(e);
    }
  }

  /**
   * As {@link #attempt(Step)}, unless something has failed here before.
   *
   * @param before what has failed here, null when nothing has
   * @param step the work
   * @return what has failed before, or what the work has thrown; null when nothing
   * @throws GroupException when that is what it throws
   */
  public static @Nullable Throwable attempt(@Nullable Throwable before, Step step)
      throws GroupException {
    return before == null ? attempt(step) : before;
  }

  private static Throwable unlessLost(Throwable failure) throws GroupException {
    if (failure instanceof GroupException lost) {
      throw lost;
    }
    return failure;
  }
}
