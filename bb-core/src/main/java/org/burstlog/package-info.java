/**
 * The exceptions that users catch, and nothing else.
 *
 * <p>Every package may use it; it uses none.
 */
@NullMarked
package org.burstlog;

import org.jspecify.annotations.NullMarked;
