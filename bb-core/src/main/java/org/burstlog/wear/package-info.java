/**
 * What is written to tiers: a {@link org.burstlog.wear.Ledger} for each tier and user over all
 * jobs, limits on it, and what is done when one is reached.
 *
 * <p>Storage devices wear out by being written. So what counts is what is handed to the file
 * system: the zeros that make space for a log, headers and metadata as much as data. The ledger is
 * charged before anything is written, so whatever ends a process, it says too much and never too
 * little.
 *
 * <p>It uses storage only; logs, settings and the depot use it.
 */
@NullMarked
package org.burstlog.wear;

import org.jspecify.annotations.NullMarked;
