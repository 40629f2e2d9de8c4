/**
 * The verbs, called as {@code bb} calls them, with a session for each way in which one can be
 * damaged; and the page of settings.
 */
@NullMarked
package org.burstlog.cli;

import org.jspecify.annotations.NullMarked;
