/** Tests of the report of a file. */
@NullMarked
package org.burstlog.report;

import org.jspecify.annotations.NullMarked;
