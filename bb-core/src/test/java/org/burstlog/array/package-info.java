/** Walks of random regions of random arrays, compared with a walk over every single element. */
@NullMarked
package org.burstlog.array;

import org.jspecify.annotations.NullMarked;
