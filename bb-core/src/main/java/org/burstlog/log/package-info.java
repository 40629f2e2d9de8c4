/**
 * The log: how records are put to it, how it is synced, sealed and begun anew, and the index of
 * what is pending.
 *
 * <p>{@link org.burstlog.log.EpochLogs} are the logs of one process in a session: one takes puts,
 * the others hold sealed {@linkplain org.burstlog.log.Epoch epochs}, or nothing. What stands in the
 * files is told by {@code log.format}, how they grow by {@code log.file}, what becomes of sessions
 * that are done with by {@code log.spare}, and what a crash leaves by {@code log.read}.
 *
 * <p>Keeps the law that what is acknowledged is kept, and the law that damage is seen. Reaches
 * files only through {@code org.burstlog.storage}; knows nothing of plans, drains and targets.
 */
@NullMarked
package org.burstlog.log;

import org.jspecify.annotations.NullMarked;
