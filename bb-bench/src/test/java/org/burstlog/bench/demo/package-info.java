/** Tests of the demonstration: small ones of everything it promises to show. */
@NullMarked
package org.burstlog.bench.demo;

import org.jspecify.annotations.NullMarked;
