package org.burstlog.bench.kernel;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.bench.strategy.Manner;
import org.burstlog.bench.strategy.Measures;
import org.burstlog.bench.strategy.Output;
import org.burstlog.bench.strategy.Site;
import org.burstlog.bench.strategy.Strategy;
import org.burstlog.group.ProcessGroup;

/**
 * What a run has for itself: a directory, a strategy, and a place for what is measured.
 *
 * @param site the processes, and an empty directory
 * @param strategy how files are written
 * @param measures gets what is measured
 * @param gap what happens between the steps of a program
 */
public record Space(Site site, Strategy strategy, Measures measures, Gap gap) {
  /**
   * Returns the processes.
   *
   * @return the group of all of them
   */
  public ProcessGroup group() {
    return site.group();
  }

  /**
   * Creates a file for all processes. Collective.
   *
   * @param name its name
   * @param manner how it is used
   * @param definition defines what is in it
   * @return what it is written by
   * @throws IOException when it cannot be created
   */
  public Output create(String name, Manner manner, Strategy.Definition definition)
      throws IOException {
    return strategy.create(site, name, manner, measures, definition);
  }

  /**
   * Creates a file for this process alone.
   *
   * @param name its name, in each process another one
   * @param manner how it is used
   * @param definition defines what is in it
   * @return what it is written by
   * @throws IOException when it cannot be created
   */
  public Output createAlone(String name, Manner manner, Strategy.Definition definition)
      throws IOException {
    return strategy.create(site.alone(), name, manner, measures, definition);
  }

  /**
   * Returns where a file is.
   *
   * @param name its name
   * @return its path, once its output has finished
   */
  public Path file(String name) {
    return site.directory().resolve(name);
  }

  /**
   * Does what a code does between two steps, of which the next writes to the same file.
   *
   * @param output the file
   * @throws IOException when it failed
   */
  void between(Output output) throws IOException {
    flush(output);
    compute();
  }

  /**
   * Flushes, if that is what the code does.
   *
   * @param output what is flushed
   * @throws IOException when it failed
   */
  void flush(Output output) throws IOException {
    if (gap.flush()) {
      output.flush();
    }
  }

  /** Computes, if the code does. */
  void compute() {
    gap.spend();
  }
}
