/**
 * The contract of target files, which every implementation inherits: rounds of random extents
 * compared with an array of bytes, errors that reach every process, sizes, syncs and closing.
 */
@NullMarked
package org.burstlog.target;

import org.jspecify.annotations.NullMarked;
