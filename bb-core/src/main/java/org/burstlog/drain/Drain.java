package org.burstlog.drain;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.burstlog.group.Nodes;
import org.burstlog.group.ProcessGroup;
import org.burstlog.log.LogWriter;
import org.burstlog.target.Striping;
import org.burstlog.target.TargetFile;

/**
 * Moves the pending records of all processes to the target.
 *
 * <p>Plan, agree on what all know, write round by round, sync, prove, and only then reset the logs.
 * The processes agree again and again that none has failed, so an error in one reaches all and
 * nobody waits for a process that will not come. Running it again, or after it stopped halfway,
 * leaves the same file.
 */
public final class Drain {
  private final ProcessGroup group;
  private final TargetFile target;
  private final Pending log;
  private final DrainOptions options;
  private final Nodes nodes;
  private final Buffers buffers;
  private final TargetProof proof;

  private Drain(
      ProcessGroup group,
      TargetFile target,
      Pending pending,
      DrainOptions options,
      Nodes nodes,
      Buffers buffers) {
    this.group = group;
    this.target = target;
    this.log = pending;
    this.options = options;
    this.nodes = nodes;
    this.buffers = buffers;
    this.proof = new TargetProof(target);
  }

  /**
   * Prepares for drains of one log. Collective.
   *
   * @param group the processes that share the target
   * @param target the target
   * @param log this process's log
   * @param options how to drain, the same in every process
   * @return what drains it
   * @throws IOException when the group cannot be used any more
   */
  public static Drain of(ProcessGroup group, TargetFile target, LogWriter log, DrainOptions options)
      throws IOException {
    return of(group, target, Pending.of(log), options);
  }

  /**
   * Prepares for drains of records that need not be those of a log being written. Collective.
   *
   * @param group the processes that share the target
   * @param target the target
   * @param pending this process's records
   * @param options how to drain, the same in every process
   * @return what drains them
   * @throws IOException when the group cannot be used any more
   */
  public static Drain of(
      ProcessGroup group, TargetFile target, Pending pending, DrainOptions options)
      throws IOException {
    return new Drain(group, target, pending, options, group.nodes(), new Buffers());
  }

  /**
   * As above, with memory of the caller's: where very many processes are simulated in one, they
   * share it. Collective.
   *
   * @param group the processes that share the target
   * @param target the target
   * @param pending this process's records
   * @param options how to drain, the same in every process
   * @param memory makes a direct buffer of at least so many bytes; two that are made one after the
   *     other are used at the same time
   * @return what drains them
   * @throws IOException when the group cannot be used any more
   */
  public static Drain of(
      ProcessGroup group,
      TargetFile target,
      Pending pending,
      DrainOptions options,
      IntFunction<ByteBuffer> memory)
      throws IOException {
    return new Drain(group, target, pending, options, group.nodes(), new Buffers(memory));
  }

  /**
   * Begins to drain, and does nothing yet. Collective: every process takes the steps of its task.
   * Nobody puts meanwhile, and one task of a drain at a time is under way.
   *
   * <p>A step fails with a {@link DrainFailedException}, in every process, when any met an error;
   * the logs are kept. Under {@link Strategy#COLLECTIVE} the step that writes a round may wait for
   * the others in the target's collective write.
   *
   * @return the drain, which gives a report of what it did here
   */
  public Task<DrainReport> begin() {
    return begin(Writers.ALONE);
  }

  /**
   * As {@link #begin()}, for a file that is drained at the same time as others.
   *
   * @param writers who writes, the same in every process
   * @return the drain
   */
  public Task<DrainReport> begin(Writers writers) {
    DrainOptions bounded = options.withBuffer(Math.min(options.buffer(), writers.buffer()));
    return new DrainStages(group, target, log, bounded, writers, nodes, buffers, proof).task();
  }

  /**
   * Tells how the target is spread over servers, or is taken to be.
   *
   * @return the same in every process
   */
  public Striping striping() {
    return Choice.striping(options, target, nodes);
  }

  /**
   * Tells whether stripes are exchanged whatever the records are, unless there are none; only then
   * it matters who writes.
   *
   * @return the same in every process
   */
  public boolean exchanges() {
    return Choice.exchanges(options, target, nodes, group.size());
  }

  /**
   * Drains, and waits for the end. Collective. Nobody puts meanwhile.
   *
   * @return what it did here
   * @throws DrainFailedException in every process, when any met an error; the logs are kept
   * @throws IOException when the group itself cannot be used any more
   */
  public DrainReport run() throws IOException {
    try (Task<DrainReport> task = begin()) {
      return task.run();
    }
  }
}
