/**
 * The front door: {@link org.burstlog.buffer.BurstBuffer} and its arrays; and the drains of sealed
 * epochs that go on while the program does.
 *
 * <p>It may use every package of this module but the commands; of these only the commands may use
 * it. Arguments are checked here, once. Keeps the law that puts never wait for other processes.
 */
@NullMarked
package org.burstlog.buffer;

import org.jspecify.annotations.NullMarked;
