package org.burstlog.netcdf;

import static org.assertj.core.api.Assertions.assertThat;

import org.burstlog.netcdf.header.NcType;
import org.burstlog.netcdf.testing.Buffered.NoRoom;
import org.burstlog.netcdf.testing.CollectivePutsContract;
import org.burstlog.netcdf.testing.DataContract;
import org.burstlog.netcdf.testing.DefinitionsContract;
import org.burstlog.netcdf.testing.DifferencesContract;
import org.burstlog.netcdf.testing.Environments.Alone;
import org.burstlog.netcdf.testing.Environments.FourThreads;
import org.burstlog.netcdf.testing.Environments.ThreeThreads;
import org.burstlog.netcdf.testing.ErrorsContract;
import org.burstlog.netcdf.testing.FormsContract;
import org.burstlog.netcdf.testing.PartingContract;
import org.burstlog.netcdf.testing.RandomContract;
import org.burstlog.netcdf.testing.RedefineContract;
import org.burstlog.netcdf.testing.RequestsContract;
import org.burstlog.stats.Counter;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The whole programme of files, with the burst buffer on and no room for a log on its tier. */
class WrittenThroughTest {
  @Nested
  class OnFourThreads implements FourThreads, NoRoom {
    @Test
    void putsGoStraightToTheFile() throws Exception {
      withFile(
          (group, path, options) -> {
            NcFile file = NcFile.create(path, options);
            NcVariable v = file.defineVariable("v", NcType.INT, file.defineDimension("x", 8));
            file.endDefine();
            v.put(new int[8]);
            file.close();
            assertThat(file.statistics().orElseThrow().get(Counter.WRITTEN_THROUGH)).isPositive();
          });
    }
  }

  @Nested
  class DataOnFourThreads extends DataContract implements FourThreads, NoRoom {}

  @Nested
  class FormsAlone extends FormsContract implements Alone, NoRoom {}

  @Nested
  class DefinitionsOnFourThreads extends DefinitionsContract implements FourThreads, NoRoom {}

  @Nested
  class RedefineOnFourThreads extends RedefineContract implements FourThreads, NoRoom {}

  @Nested
  class RequestsOnThreeThreads extends RequestsContract implements ThreeThreads, NoRoom {}

  @Nested
  class ErrorsOnFourThreads extends ErrorsContract implements FourThreads, NoRoom {}

  @Nested
  class CollectivePutsOnFourThreads extends CollectivePutsContract implements FourThreads, NoRoom {}

  @Nested
  class DifferencesOnThreeThreads extends DifferencesContract implements ThreeThreads, NoRoom {}

  @Nested
  class PartingOnThreeThreads extends PartingContract implements ThreeThreads, NoRoom {}

  @Nested
  class RandomAlone extends RandomContract implements Alone, NoRoom {}

  @Nested
  class RandomOnThreeThreads extends RandomContract implements ThreeThreads, NoRoom {}
}
