/**
 * The end of the job: which {@link org.burstlog.job.Scheduler} runs it, when it says that the job
 * ends, and what has to be written into scripts and hooks so that what is pending then gets out.
 *
 * <p>It knows the JDK only. The commands use it.
 */
@NullMarked
package org.burstlog.job;

import org.jspecify.annotations.NullMarked;
