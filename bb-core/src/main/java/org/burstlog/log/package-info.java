/**
 * The log: its format on the tier, its writer, its reader, and the index of pending records; and
 * the spare logs that processes keep for the files they open next, which hold nothing.
 *
 * <p>{@link org.burstlog.log.EpochLogs} are the logs of one process in a session: one takes puts,
 * the others hold sealed {@linkplain org.burstlog.log.Epoch epochs}, or nothing.
 *
 * <p>Keeps the law that what is acknowledged is kept, and the law that damage is seen. Reaches
 * files only through {@code org.burstlog.storage}; knows nothing of plans, drains and targets.
 */
@NullMarked
package org.burstlog.log;

import org.jspecify.annotations.NullMarked;
