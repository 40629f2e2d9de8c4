/**
 * Parity of chunks of bytes, from which as many missing chunks are rebuilt as there are parities:
 * exclusive or for one, Reed-Solomon codes in GF(2^8) for more.
 *
 * <p>It computes with bytes in memory and knows nothing of nodes and files.
 */
@NullMarked
package org.burstlog.guard.code;

import org.jspecify.annotations.NullMarked;
