/** How processes are divided among files, over cases with known results and over random ones. */
@NullMarked
package org.burstlog.drain.files;

import org.jspecify.annotations.NullMarked;
