package org.burstlog.pace;

import java.time.Duration;
import java.util.Optional;

/**
 * What drains in the background may take, and when puts are delayed.
 *
 * @param rate bytes that a drain may move in a second; 0 for no limit
 * @param share percent of the time that a drain may work
 * @param delayAt percent of a log from which on puts are delayed while a drain is under way; 100
 *     for never
 * @param remaining how long the job may run yet, where that is known
 */
public record PaceOptions(long rate, int share, int delayAt, Optional<Duration> remaining) {}
