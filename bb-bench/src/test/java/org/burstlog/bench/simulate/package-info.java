/**
 * Tests of the simulator: the same seed gives the same output, simulated drains take what their
 * parameters say, faults break no law, and planted bugs are found.
 */
package org.burstlog.bench.simulate;
