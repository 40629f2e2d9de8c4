/** Holds the directions between the packages of this module. */
@NullMarked
package org.burstlog;

import org.jspecify.annotations.NullMarked;
