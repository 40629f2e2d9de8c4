/**
 * Tests of reports: advice from prepared counters and from whole runs with known bottlenecks,
 * figures that survive the death of their process, the heat map, and what each form prints. They
 * may use everything that a program may use.
 */
package org.burstlog.report;
