/**
 * Programs that are killed, and a model that knows what must be left of what they did.
 *
 * <p>{@link org.burstlog.recover.crash.Victim} is the program, a JVM of its own; {@link
 * org.burstlog.recover.crash.Fate} says where it dies; {@link org.burstlog.recover.crash.Work} is
 * what it does, and computes the file without any of the code under test; {@link
 * org.burstlog.recover.crash.Killer} starts, kills and judges.
 *
 * <p>A campaign aims at every {@link org.burstlog.recover.crash.Boundary} of a session's life and
 * of its recovery. {@link org.burstlog.recover.crash.AimedProgram} writes files, or recovers them,
 * and kills itself when it has arrived at a boundary for the so-manieth time, which {@link
 * org.burstlog.recover.crash.Line} counts; {@link org.burstlog.recover.crash.AimedStorage} and
 * {@link org.burstlog.recover.crash.AimedTarget} tell it of most arrivals. {@link
 * org.burstlog.recover.crash.KillRound} aims, recovers and judges.
 */
@org.jspecify.annotations.NullMarked
package org.burstlog.recover.crash;
