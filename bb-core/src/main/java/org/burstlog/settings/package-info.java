/**
 * What can be set, where values come from, and whether all processes have set the same.
 *
 * <p>It may use the packages whose options it reads: log, drain, recover, wear, and the group. Of
 * this module only the front and the commands may use it. Keeps the law that a wrong value is
 * refused with the nearest right one.
 */
@NullMarked
package org.burstlog.settings;

import org.jspecify.annotations.NullMarked;
