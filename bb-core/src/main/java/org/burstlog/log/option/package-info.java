/**
 * What a program chooses of a log: how it is written and what its puts survive; and that one is
 * full.
 *
 * <p>It uses nothing but the exceptions of the root.
 */
@NullMarked
package org.burstlog.log.option;

import org.jspecify.annotations.NullMarked;
