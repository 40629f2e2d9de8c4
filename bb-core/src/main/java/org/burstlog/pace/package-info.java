/**
 * When a drain that the program does not wait for works and when it rests, and when puts are
 * delayed so that they need not stop.
 *
 * <p>Nothing here reads a clock or looks into a log by itself: both are handed in, so that a
 * simulator, or a test, runs the same code.
 */
@NullMarked
package org.burstlog.pace;

import org.jspecify.annotations.NullMarked;
