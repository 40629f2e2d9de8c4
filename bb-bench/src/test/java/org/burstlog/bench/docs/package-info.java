/**
 * Tests of what is written: pages, and messages. Here, because this module sees all others, and so
 * can compile what pages show and run what they name.
 */
@NullMarked
package org.burstlog.bench.docs;

import org.jspecify.annotations.NullMarked;
