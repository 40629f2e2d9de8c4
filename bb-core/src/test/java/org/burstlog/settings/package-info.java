/**
 * Tests of what can be set, where values come from, and whether all processes have set the same.
 */
@NullMarked
package org.burstlog.settings;

import org.jspecify.annotations.NullMarked;
