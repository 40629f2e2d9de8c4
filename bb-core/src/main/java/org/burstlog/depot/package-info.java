/**
 * What a process shares over its files: {@link org.burstlog.depot.Depot}, the closes that go on in
 * the background, and what is known of tiers.
 *
 * <p>It may use logs, what is retained of sessions, targets' paths, storage and what counts what is
 * written there; the front uses it. Keeps the law that the program waits for its puts and for
 * nothing else.
 */
@NullMarked
package org.burstlog.depot;

import org.jspecify.annotations.NullMarked;
