package org.burstlog.wear;

import java.nio.file.Path;

/** What is asked where nothing is limited. */
final class Unlimited implements Wear {
  @Override
  public void write(long bytes) {
    // Nobody counts.
  }

  @Override
  public void make(int files) {
    // Nobody counts.
  }

  @Override
  public long largestFile() {
    return Long.MAX_VALUE;
  }

  @Override
  public void exceed(Path file, long bytes) {
    // Any size is allowed.
  }
}
