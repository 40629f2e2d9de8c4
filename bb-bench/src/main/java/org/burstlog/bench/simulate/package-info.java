/**
 * A simulator: what very many processes do with a burst buffer, in one process, on one thread.
 *
 * <p>What is real: the records of each process, made by the program of a kernel; the drain of each,
 * a {@link org.burstlog.drain.Task} with its planner, owners, windows, agreement, proof and release
 * of epochs. No step of such a task waits for another process, so no process needs a thread: {@link
 * org.burstlog.bench.simulate.Ranks} gives the next step to the process whose clock is least. What
 * is simulated: the clock; the group ({@code Hall}, {@code SimulatedGroup}), where the last process
 * to come to a call says when it ends; the target ({@code SimulatedTarget}), whose {@code Servers}
 * work on one request at a time and take locks away; what a put costs on a tier.
 *
 * <p>Every number of a {@code Machine} is a parameter, every chance is drawn from one seed, and no
 * clock of the real machine is looked at: the same seed gives the same output.
 *
 * <p>So that the memory of a process is that of its records, processes that only count share the
 * memory of their messages, of which what says what is in them travels and the data does not. A
 * process goes on with its steps while its clock stands still, and what it puts into the shared
 * memory is taken from there within that time.
 *
 * <p>{@code Trial} is the same with data, few processes and faults: what was acknowledged must be
 * there in the end.
 */
@NullMarked
package org.burstlog.bench.simulate;

import org.jspecify.annotations.NullMarked;
