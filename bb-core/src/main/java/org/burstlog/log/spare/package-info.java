/**
 * Sessions that have ended, kept with their directories, locks and logs, so that the next session
 * need not make and fill new ones.
 *
 * <p>It may use the files of logs and their format. Nothing here is needed for anything but speed.
 */
@NullMarked
package org.burstlog.log.spare;

import org.jspecify.annotations.NullMarked;
