package org.burstlog.netcdf;

import org.burstlog.netcdf.testing.Buffered;
import org.burstlog.netcdf.testing.Environments;
import org.burstlog.netcdf.testing.ThreadsContract;
import org.junit.jupiter.api.Nested;

/** Several threads of a process use one file. */
class ThreadsTest {
  @Nested
  class Alone extends ThreadsContract implements Environments.Alone {}

  @Nested
  class FourRanks extends ThreadsContract implements Environments.FourThreads {}

  @Nested
  class InRounds extends ThreadsContract implements Environments.InRounds {}

  @Nested
  class AloneBuffered extends ThreadsContract
      implements Environments.Alone, Buffered.LogPerProcess {}

  @Nested
  class FourRanksBuffered extends ThreadsContract
      implements Environments.FourThreads, Buffered.LogPerProcess {}

  @Nested
  class FourRanksBufferedPerNode extends ThreadsContract
      implements Environments.FourThreads, Buffered.LogPerNode {}

  @Nested
  class AloneInASmallWrittenLog extends ThreadsContract
      implements Environments.Alone, Buffered.SmallWrittenLog {}

  @Nested
  class FourRanksInSmallWrittenLogs extends ThreadsContract
      implements Environments.FourThreads, Buffered.SmallWrittenLog {}

  @Nested
  class FourRanksInASmallLogPerNode extends ThreadsContract
      implements Environments.FourThreads, Buffered.SmallLogPerNode {}

  @Nested
  class AloneWithoutRoom extends ThreadsContract implements Environments.Alone, Buffered.NoRoom {}

  @Nested
  class FourRanksWithoutRoom extends ThreadsContract
      implements Environments.FourThreads, Buffered.NoRoom {}
}
