/**
 * The contract of process groups, which every implementation inherits, the one over MPI in its
 * module included: collectives give everybody the same, and nobody waits for who has failed.
 */
@NullMarked
package org.burstlog.group;

import org.jspecify.annotations.NullMarked;
