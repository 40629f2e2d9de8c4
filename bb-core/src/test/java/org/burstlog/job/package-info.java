/** Tests of the end of a job: when that is, and what scripts and hooks do then. */
@NullMarked
package org.burstlog.job;

import org.jspecify.annotations.NullMarked;
