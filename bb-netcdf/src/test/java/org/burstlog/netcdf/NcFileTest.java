package org.burstlog.netcdf;

import org.burstlog.netcdf.testing.DataContract;
import org.burstlog.netcdf.testing.Environments.Alone;
import org.burstlog.netcdf.testing.Environments.FourThreads;
import org.burstlog.netcdf.testing.Environments.ThreeThreads;
import org.burstlog.netcdf.testing.Environments.TwoThreads;
import org.junit.jupiter.api.Nested;

class NcFileTest {
  @Nested
  class DataAlone extends DataContract implements Alone {}

  @Nested
  class DataOnTwoThreads extends DataContract implements TwoThreads {}

  @Nested
  class DataOnThreeThreads extends DataContract implements ThreeThreads {}

  @Nested
  class DataOnFourThreads extends DataContract implements FourThreads {}
}
