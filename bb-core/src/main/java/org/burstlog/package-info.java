/**
 * The front door: {@link org.burstlog.BurstBuffer}, its settings and its exceptions; and what goes
 * on while the program does: drains of sealed epochs, and closes, see {@link
 * org.burstlog.Burstlog}.
 *
 * <p>What an application links against. It may use every package below it; none of them may use it,
 * except for the exceptions. Arguments are checked here, once.
 */
@NullMarked
package org.burstlog;

import org.jspecify.annotations.NullMarked;
