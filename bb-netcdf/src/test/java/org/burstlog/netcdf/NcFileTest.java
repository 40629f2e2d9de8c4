package org.burstlog.netcdf;

import org.burstlog.netcdf.testing.CollectivePutsContract;
import org.burstlog.netcdf.testing.DataContract;
import org.burstlog.netcdf.testing.DefinitionsContract;
import org.burstlog.netcdf.testing.DifferencesContract;
import org.burstlog.netcdf.testing.Environments.Alone;
import org.burstlog.netcdf.testing.Environments.FourThreads;
import org.burstlog.netcdf.testing.Environments.InRounds;
import org.burstlog.netcdf.testing.Environments.ThreeThreads;
import org.burstlog.netcdf.testing.Environments.TwoThreads;
import org.burstlog.netcdf.testing.ErrorsContract;
import org.burstlog.netcdf.testing.FormsContract;
import org.burstlog.netcdf.testing.PartingContract;
import org.burstlog.netcdf.testing.RandomContract;
import org.burstlog.netcdf.testing.RedefineContract;
import org.burstlog.netcdf.testing.RequestsContract;
import org.burstlog.netcdf.testing.WrongPutsContract;
import org.burstlog.settings.Settings;
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

  @Nested
  class FormsAlone extends FormsContract implements Alone {}

  @Nested
  class FormsOnTwoThreads extends FormsContract implements TwoThreads {}

  @Nested
  class FormsOnThreeThreads extends FormsContract implements ThreeThreads {}

  @Nested
  class FormsOnFourThreads extends FormsContract implements FourThreads {}

  @Nested
  class DefinitionsAlone extends DefinitionsContract implements Alone {}

  @Nested
  class DefinitionsOnTwoThreads extends DefinitionsContract implements TwoThreads {}

  @Nested
  class DefinitionsOnThreeThreads extends DefinitionsContract implements ThreeThreads {}

  @Nested
  class DefinitionsOnFourThreads extends DefinitionsContract implements FourThreads {}

  @Nested
  class RedefineAlone extends RedefineContract implements Alone {}

  @Nested
  class RedefineOnTwoThreads extends RedefineContract implements TwoThreads {}

  @Nested
  class RedefineOnThreeThreads extends RedefineContract implements ThreeThreads {}

  @Nested
  class RedefineOnFourThreads extends RedefineContract implements FourThreads {}

  @Nested
  class RequestsAlone extends RequestsContract implements Alone {}

  @Nested
  class RequestsOnTwoThreads extends RequestsContract implements TwoThreads {}

  @Nested
  class RequestsOnThreeThreads extends RequestsContract implements ThreeThreads {}

  @Nested
  class RequestsOnFourThreads extends RequestsContract implements FourThreads {}

  @Nested
  class ErrorsAlone extends ErrorsContract implements Alone {}

  @Nested
  class ErrorsOnTwoThreads extends ErrorsContract implements TwoThreads {}

  @Nested
  class ErrorsOnThreeThreads extends ErrorsContract implements ThreeThreads {}

  @Nested
  class ErrorsOnFourThreads extends ErrorsContract implements FourThreads {}

  @Nested
  class PartingOnTwoThreads extends PartingContract implements TwoThreads {}

  @Nested
  class PartingOnThreeThreads extends PartingContract implements ThreeThreads {}

  @Nested
  class PartingInRounds extends PartingContract implements InRounds {}

  @Nested
  class CollectivePutsAlone extends CollectivePutsContract implements Alone {}

  @Nested
  class CollectivePutsOnTwoThreads extends CollectivePutsContract implements TwoThreads {}

  @Nested
  class CollectivePutsOnFourThreads extends CollectivePutsContract implements FourThreads {}

  @Nested
  class CollectivePutsInRounds extends CollectivePutsContract implements InRounds {}

  @Nested
  class WrongPutsAlone extends WrongPutsContract implements Alone {}

  @Nested
  class WrongPutsOnTwoThreads extends WrongPutsContract implements TwoThreads {}

  @Nested
  class WrongPutsOnFourThreads extends WrongPutsContract implements FourThreads {}

  @Nested
  class WrongPutsInRounds extends WrongPutsContract implements FourThreads {
    @Override
    protected Settings.Builder base() {
      return super.base().set(Settings.STRATEGY, "collective");
    }
  }

  @Nested
  class DifferencesOnTwoThreads extends DifferencesContract implements TwoThreads {}

  @Nested
  class DifferencesOnThreeThreads extends DifferencesContract implements ThreeThreads {}

  @Nested
  class RandomAlone extends RandomContract implements Alone {}

  @Nested
  class RandomOnTwoThreads extends RandomContract implements TwoThreads {}

  @Nested
  class RandomOnThreeThreads extends RandomContract implements ThreeThreads {}

  @Nested
  class RandomOnFourThreads extends RandomContract implements FourThreads {}

  @Nested
  class DataInRounds extends DataContract implements InRounds {}

  @Nested
  class FormsInRounds extends FormsContract implements InRounds {}

  @Nested
  class RedefineInRounds extends RedefineContract implements InRounds {}

  @Nested
  class RequestsInRounds extends RequestsContract implements InRounds {}

  @Nested
  class ErrorsInRounds extends ErrorsContract implements InRounds {}

  @Nested
  class RandomInRounds extends RandomContract implements InRounds {}
}
