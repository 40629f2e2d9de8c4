/** Tests of process groups, and the contract that every implementation inherits. */
@NullMarked
package org.burstlog.group;

import org.jspecify.annotations.NullMarked;
