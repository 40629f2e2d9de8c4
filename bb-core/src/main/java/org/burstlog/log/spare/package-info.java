/**
 * Logs that no session has any use for, kept so that the next session need not fill new files.
 *
 * <p>It may use the files of logs and their format. Nothing here is needed for anything but speed.
 */
@NullMarked
package org.burstlog.log.spare;

import org.jspecify.annotations.NullMarked;
