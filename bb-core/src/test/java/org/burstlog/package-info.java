/**
 * Tests of the front door: buffers as a program uses them, full tiers, reads of what was put, and
 * settings. {@code ArchitectureTest} holds the directions between the packages of this module.
 */
@NullMarked
package org.burstlog;

import org.jspecify.annotations.NullMarked;
