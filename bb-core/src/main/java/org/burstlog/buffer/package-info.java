/**
 * The front door: {@link org.burstlog.buffer.BurstBuffer} and its arrays; and what goes on while
 * the program does: drains of sealed epochs, and closes, see {@link org.burstlog.buffer.Burstlog}.
 *
 * <p>It may use every package of this module but the commands; of these only the commands may use
 * it. Arguments are checked here, once. Keeps the law that puts never wait for other processes.
 */
@NullMarked
package org.burstlog.buffer;

import org.jspecify.annotations.NullMarked;
