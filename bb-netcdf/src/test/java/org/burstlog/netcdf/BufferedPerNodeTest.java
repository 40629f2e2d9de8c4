package org.burstlog.netcdf;

import org.burstlog.netcdf.testing.Buffered.LogPerNode;
import org.burstlog.netcdf.testing.DataContract;
import org.burstlog.netcdf.testing.DefinitionsContract;
import org.burstlog.netcdf.testing.Environments.Alone;
import org.burstlog.netcdf.testing.Environments.FourThreads;
import org.burstlog.netcdf.testing.Environments.ThreeThreads;
import org.burstlog.netcdf.testing.Environments.TwoThreads;
import org.burstlog.netcdf.testing.ErrorsContract;
import org.burstlog.netcdf.testing.FormsContract;
import org.burstlog.netcdf.testing.RandomContract;
import org.burstlog.netcdf.testing.RedefineContract;
import org.burstlog.netcdf.testing.RequestsContract;
import org.junit.jupiter.api.Nested;

/**
 * The whole programme of files again, with the burst buffer on; the processes of a node share a
 * log.
 */
class BufferedPerNodeTest {

  @Nested
  class DataAlone extends DataContract implements Alone, LogPerNode {}

  @Nested
  class DataOnTwoThreads extends DataContract implements TwoThreads, LogPerNode {}

  @Nested
  class DataOnThreeThreads extends DataContract implements ThreeThreads, LogPerNode {}

  @Nested
  class DataOnFourThreads extends DataContract implements FourThreads, LogPerNode {}

  @Nested
  class FormsAlone extends FormsContract implements Alone, LogPerNode {}

  @Nested
  class FormsOnTwoThreads extends FormsContract implements TwoThreads, LogPerNode {}

  @Nested
  class FormsOnThreeThreads extends FormsContract implements ThreeThreads, LogPerNode {}

  @Nested
  class FormsOnFourThreads extends FormsContract implements FourThreads, LogPerNode {}

  @Nested
  class DefinitionsAlone extends DefinitionsContract implements Alone, LogPerNode {}

  @Nested
  class DefinitionsOnTwoThreads extends DefinitionsContract implements TwoThreads, LogPerNode {}

  @Nested
  class DefinitionsOnThreeThreads extends DefinitionsContract implements ThreeThreads, LogPerNode {}

  @Nested
  class DefinitionsOnFourThreads extends DefinitionsContract implements FourThreads, LogPerNode {}

  @Nested
  class RedefineAlone extends RedefineContract implements Alone, LogPerNode {}

  @Nested
  class RedefineOnTwoThreads extends RedefineContract implements TwoThreads, LogPerNode {}

  @Nested
  class RedefineOnThreeThreads extends RedefineContract implements ThreeThreads, LogPerNode {}

  @Nested
  class RedefineOnFourThreads extends RedefineContract implements FourThreads, LogPerNode {}

  @Nested
  class RequestsAlone extends RequestsContract implements Alone, LogPerNode {}

  @Nested
  class RequestsOnTwoThreads extends RequestsContract implements TwoThreads, LogPerNode {}

  @Nested
  class RequestsOnThreeThreads extends RequestsContract implements ThreeThreads, LogPerNode {}

  @Nested
  class RequestsOnFourThreads extends RequestsContract implements FourThreads, LogPerNode {}

  @Nested
  class ErrorsAlone extends ErrorsContract implements Alone, LogPerNode {}

  @Nested
  class ErrorsOnTwoThreads extends ErrorsContract implements TwoThreads, LogPerNode {}

  @Nested
  class ErrorsOnThreeThreads extends ErrorsContract implements ThreeThreads, LogPerNode {}

  @Nested
  class ErrorsOnFourThreads extends ErrorsContract implements FourThreads, LogPerNode {}

  @Nested
  class RandomOnTwoThreads extends RandomContract implements TwoThreads, LogPerNode {}

  @Nested
  class RandomOnThreeThreads extends RandomContract implements ThreeThreads, LogPerNode {}

  @Nested
  class RandomOnFourThreads extends RandomContract implements FourThreads, LogPerNode {}
}
