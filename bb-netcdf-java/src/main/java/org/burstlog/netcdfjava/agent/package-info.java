/** The agent's part on the class path of the program. Depends on the JDK only. */
@NullMarked
package org.burstlog.netcdfjava.agent;

import org.jspecify.annotations.NullMarked;
