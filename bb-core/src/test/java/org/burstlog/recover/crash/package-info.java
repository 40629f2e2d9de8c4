/**
 * Programs that are killed, and a model that knows what must be left of what they did.
 *
 * <p>{@link org.burstlog.recover.crash.Victim} is the program, a JVM of its own; {@link
 * org.burstlog.recover.crash.Fate} says where it dies; {@link org.burstlog.recover.crash.Work} is
 * what it does, and computes the file without any of the code under test; {@link
 * org.burstlog.recover.crash.Killer} starts, kills and judges.
 */
@org.jspecify.annotations.NullMarked
package org.burstlog.recover.crash;
