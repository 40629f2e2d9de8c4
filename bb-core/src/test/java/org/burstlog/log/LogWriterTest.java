package org.burstlog.log;

import org.burstlog.log.option.LogOptions.Access;
import org.junit.jupiter.api.Nested;

/** The two ways to write, each for a process of its own and for one of several that share. */
class LogWriterTest {
  @Nested
  class MappedByOneProcess extends LogWriterContract {
    MappedByOneProcess() {
      super(Access.MAPPED, 1);
    }
  }

  @Nested
  class WrittenByOneProcess extends LogWriterContract {
    WrittenByOneProcess() {
      super(Access.WRITTEN, 1);
    }
  }

  @Nested
  class MappedByTheProcessesOfANode extends LogWriterContract {
    MappedByTheProcessesOfANode() {
      super(Access.MAPPED, 3);
    }
  }

  @Nested
  class WrittenByTheProcessesOfANode extends LogWriterContract {
    WrittenByTheProcessesOfANode() {
      super(Access.WRITTEN, 3);
    }
  }
}
