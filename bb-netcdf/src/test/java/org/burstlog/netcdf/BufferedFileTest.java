package org.burstlog.netcdf;

import org.burstlog.netcdf.testing.Buffered.LogPerProcess;
import org.burstlog.netcdf.testing.CollectivePutsContract;
import org.burstlog.netcdf.testing.DataContract;
import org.burstlog.netcdf.testing.DefinitionsContract;
import org.burstlog.netcdf.testing.DifferencesContract;
import org.burstlog.netcdf.testing.Environments.Alone;
import org.burstlog.netcdf.testing.Environments.FourThreads;
import org.burstlog.netcdf.testing.Environments.ThreeThreads;
import org.burstlog.netcdf.testing.Environments.TwoThreads;
import org.burstlog.netcdf.testing.ErrorsContract;
import org.burstlog.netcdf.testing.FormsContract;
import org.burstlog.netcdf.testing.PartingContract;
import org.burstlog.netcdf.testing.RandomContract;
import org.burstlog.netcdf.testing.RedefineContract;
import org.burstlog.netcdf.testing.RequestsContract;
import org.junit.jupiter.api.Nested;

/** The whole programme of files again, with the burst buffer on; each process has a log. */
class BufferedFileTest {

  @Nested
  class DataAlone extends DataContract implements Alone, LogPerProcess {}

  @Nested
  class DataOnTwoThreads extends DataContract implements TwoThreads, LogPerProcess {}

  @Nested
  class DataOnThreeThreads extends DataContract implements ThreeThreads, LogPerProcess {}

  @Nested
  class DataOnFourThreads extends DataContract implements FourThreads, LogPerProcess {}

  @Nested
  class FormsAlone extends FormsContract implements Alone, LogPerProcess {}

  @Nested
  class FormsOnTwoThreads extends FormsContract implements TwoThreads, LogPerProcess {}

  @Nested
  class FormsOnThreeThreads extends FormsContract implements ThreeThreads, LogPerProcess {}

  @Nested
  class FormsOnFourThreads extends FormsContract implements FourThreads, LogPerProcess {}

  @Nested
  class DefinitionsAlone extends DefinitionsContract implements Alone, LogPerProcess {}

  @Nested
  class DefinitionsOnTwoThreads extends DefinitionsContract implements TwoThreads, LogPerProcess {}

  @Nested
  class DefinitionsOnThreeThreads extends DefinitionsContract
      implements ThreeThreads, LogPerProcess {}

  @Nested
  class DefinitionsOnFourThreads extends DefinitionsContract
      implements FourThreads, LogPerProcess {}

  @Nested
  class RedefineAlone extends RedefineContract implements Alone, LogPerProcess {}

  @Nested
  class RedefineOnTwoThreads extends RedefineContract implements TwoThreads, LogPerProcess {}

  @Nested
  class RedefineOnThreeThreads extends RedefineContract implements ThreeThreads, LogPerProcess {}

  @Nested
  class RedefineOnFourThreads extends RedefineContract implements FourThreads, LogPerProcess {}

  @Nested
  class RequestsAlone extends RequestsContract implements Alone, LogPerProcess {}

  @Nested
  class RequestsOnTwoThreads extends RequestsContract implements TwoThreads, LogPerProcess {}

  @Nested
  class RequestsOnThreeThreads extends RequestsContract implements ThreeThreads, LogPerProcess {}

  @Nested
  class RequestsOnFourThreads extends RequestsContract implements FourThreads, LogPerProcess {}

  @Nested
  class ErrorsAlone extends ErrorsContract implements Alone, LogPerProcess {}

  @Nested
  class ErrorsOnTwoThreads extends ErrorsContract implements TwoThreads, LogPerProcess {}

  @Nested
  class ErrorsOnThreeThreads extends ErrorsContract implements ThreeThreads, LogPerProcess {}

  @Nested
  class ErrorsOnFourThreads extends ErrorsContract implements FourThreads, LogPerProcess {}

  @Nested
  class PartingOnThreeThreads extends PartingContract implements ThreeThreads, LogPerProcess {}

  @Nested
  class CollectivePutsOnFourThreads extends CollectivePutsContract
      implements FourThreads, LogPerProcess {}

  @Nested
  class DifferencesOnThreeThreads extends DifferencesContract
      implements ThreeThreads, LogPerProcess {}

  @Nested
  class RandomAlone extends RandomContract implements Alone, LogPerProcess {}

  @Nested
  class RandomOnTwoThreads extends RandomContract implements TwoThreads, LogPerProcess {}

  @Nested
  class RandomOnThreeThreads extends RandomContract implements ThreeThreads, LogPerProcess {}

  @Nested
  class RandomOnFourThreads extends RandomContract implements FourThreads, LogPerProcess {}
}
