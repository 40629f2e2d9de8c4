/**
 * The {@code bb} verbs: each a class that works on a {@code PrintStream}, so that tests call it.
 *
 * <p>Verbs of other modules are found as services of {@link org.burstlog.cli.Verb}. The only
 * package that uses the command-line parser, an optional dependency.
 */
@NullMarked
package org.burstlog.cli;

import org.jspecify.annotations.NullMarked;
