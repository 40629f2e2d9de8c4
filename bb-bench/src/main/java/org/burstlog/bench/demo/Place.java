package org.burstlog.bench.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Where a simulation runs: its nodes, its tier, and the file system that its files are on. */
interface Place extends AutoCloseable {
  /** The directory of the logs, as the ranks see it. */
  Path tier();

  /** A file, as the ranks see it. */
  Path target(String name);

  /** The same file, as this process sees it. */
  Path here(String name);

  /** The command that starts a program in every rank. */
  List<String> command(int ranks, List<String> program);

  /** Begins to count requests anew. */
  default void reset() throws IOException {}

  /** How many writes have reached the target's file system since, if that is counted here. */
  default OptionalLong requests() throws IOException {
    return OptionalLong.empty();
  }

  @Override
  void close() throws IOException;
}
