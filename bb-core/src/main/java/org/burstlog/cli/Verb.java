package org.burstlog.cli;

import java.io.PrintStream;

/**
 * One verb of {@code bb}; its class carries picocli's {@code @Command}.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}.
 */
public interface Verb {
  /** All is well. */
  int OK = 0;

  /** The verb was carried out and found something wrong. */
  int WRONG = 1;

  /** The verb could not be carried out as given. */
  int REFUSED = 2;

  /**
   * Does what the verb says.
   *
   * @param out where results go
   * @param err where progress and errors go
   * @return the exit code
   * @throws Exception when it cannot; the message is shown to the user
   */
  int run(PrintStream out, PrintStream err) throws Exception;
}
