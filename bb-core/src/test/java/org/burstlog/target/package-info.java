/** Tests of target files, and the contract that every implementation inherits. */
@NullMarked
package org.burstlog.target;

import org.jspecify.annotations.NullMarked;
