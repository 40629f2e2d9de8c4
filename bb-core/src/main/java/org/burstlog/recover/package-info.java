/**
 * Recovery: finds sessions that their processes left behind, judges their logs, and replays them
 * into their targets; or has those who read a target see what is in them.
 *
 * <p>How it goes: {@link org.burstlog.recover.SessionFinder} lists the sessions of one or several
 * tiers, {@link org.burstlog.recover.SessionRecovery} takes one over (its lock held, so that two
 * recoveries never work on it at once), judges it, replays it in batches that are drained one after
 * the other, and lets it go; {@link org.burstlog.recover.Recovery} decides what may be done and
 * what is refused, for the command line and for a target that is being opened.
 *
 * <p>{@link org.burstlog.recover.Attachment} is for readers. It changes and locks nothing, and
 * knows three kinds of sessions: those that a crash has left, those of programs that still write,
 * and those that {@link org.burstlog.recover.Retention} has kept although their data is in the
 * target.
 *
 * <p>What only a file format knows, such as a number of records in its header, a {@link
 * org.burstlog.recover.Finisher} of that format completes once everything is replayed.
 *
 * <p>Keeps the laws that damage is seen, that logs explain themselves, and that a log goes only
 * after its data is proven in the target. Any process count can recover any session: work divides
 * by lanes. May use everything below the front; reaches the tier through the storage door only.
 */
@NullMarked
package org.burstlog.recover;

import org.jspecify.annotations.NullMarked;
