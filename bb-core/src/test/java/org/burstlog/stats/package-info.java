/** What is told of drains to Java Flight Recorder, and what that costs while nobody records. */
@NullMarked
package org.burstlog.stats;

import org.jspecify.annotations.NullMarked;
