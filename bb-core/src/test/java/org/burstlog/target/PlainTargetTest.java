package org.burstlog.target;

import java.io.IOException;
import java.nio.file.Path;
import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.group.SoloGroup;
import org.burstlog.group.ThreadedGroup;
import org.burstlog.target.TargetFile.Mode;
import org.junit.jupiter.api.Nested;

class PlainTargetTest {

  @Nested
  class OfOneProcess extends TargetFileContract {
    @Override
    protected void run(RankProgram program) throws Exception {
      try (SoloGroup group = new SoloGroup()) {
        program.run(group);
      }
    }

    @Override
    protected TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException {
      return PlainTarget.open(group, path, mode);
    }
  }

  @Nested
  class OfFourThreads extends TargetFileContract {
    @Override
    protected void run(RankProgram program) throws Exception {
      ThreadedGroup.run(4, program);
    }

    @Override
    protected TargetFile open(ProcessGroup group, Path path, Mode mode) throws IOException {
      return PlainTarget.open(group, path, mode);
    }
  }
}
