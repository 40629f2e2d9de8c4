/** The contract of the storage door, and the double that fails, fills up and loses power. */
@NullMarked
package org.burstlog.storage;

import org.jspecify.annotations.NullMarked;
