package org.burstlog.log;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.burstlog.log.file.Housekeeper;

/** A housekeeper whose time passes when the test says so, in the test's own thread. */
final class HandHousekeeper extends Housekeeper {
  private final Queue<Runnable> ahead = new ArrayDeque<>();
  private final List<Task> regular = new ArrayList<>();

  HandHousekeeper() {
    super("by hand");
  }

  @Override
  public void execute(Runnable task) {
    ahead.add(task);
  }

  @Override
  public void every(Duration interval, Task task) {
    regular.add(task);
  }

  /** Does what was asked to be done ahead of need. */
  void prepare() {
    for (Runnable task = ahead.poll(); task != null; task = ahead.poll()) {
      task.run();
    }
  }

  /** Lets the interval pass. */
  void intervalPasses() throws IOException {
    for (Task task : regular) {
      if (failure() == null) {
        try {
          task.run();
        } catch (IOException e) {
          fail(e);
        }
      }
    }
  }
}
