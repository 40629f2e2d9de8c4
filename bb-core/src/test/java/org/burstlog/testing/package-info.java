/** What tests of all modules share. */
@org.jspecify.annotations.NullMarked
package org.burstlog.testing;
