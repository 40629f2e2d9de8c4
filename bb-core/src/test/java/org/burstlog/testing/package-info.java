/**
 * What the tests of all modules share: how much effort a random, kill or fault test makes in its
 * short and in its long form, and how it measures what a process allocates and holds.
 */
@NullMarked
package org.burstlog.testing;

import org.jspecify.annotations.NullMarked;
