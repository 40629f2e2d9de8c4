/** What a put costs, beside what it is measured against. */
@NullMarked
package org.burstlog.bench.log;

import org.jspecify.annotations.NullMarked;
