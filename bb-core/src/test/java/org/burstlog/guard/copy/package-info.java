/**
 * Tests of copies of logs on other nodes: a link and a keeper over a wire that can be cut, held or
 * spoilt; jobs of several nodes whose tiers are lost; and real processes that are killed.
 */
@NullMarked
package org.burstlog.guard.copy;

import org.jspecify.annotations.NullMarked;
