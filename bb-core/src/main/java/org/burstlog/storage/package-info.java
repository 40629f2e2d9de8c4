/**
 * The only door to files of the tier.
 *
 * <p>Everything the log does to a disk goes through {@link org.burstlog.storage.Storage}, so that
 * tests can put a double in its place that fails, fills up and forgets what was not synced. Depends
 * on nothing but the JDK. {@link org.burstlog.storage.SteadyChannel} also serves files that are not
 * of the tier.
 */
@NullMarked
package org.burstlog.storage;

import org.jspecify.annotations.NullMarked;
