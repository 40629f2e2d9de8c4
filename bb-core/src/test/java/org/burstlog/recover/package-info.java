/**
 * What is found on tiers, how it is judged, and how it is replayed. {@code Wreck} makes sessions
 * that a crash could have left, {@code Somebody} is another process that holds or takes one.
 */
@NullMarked
package org.burstlog.recover;

import org.jspecify.annotations.NullMarked;
