/**
 * Tests of the front door: buffers as a program uses them, full tiers, drains in the background,
 * and reads of what was put.
 */
@NullMarked
package org.burstlog.buffer;

import org.jspecify.annotations.NullMarked;
