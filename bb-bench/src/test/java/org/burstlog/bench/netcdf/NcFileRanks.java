package org.burstlog.bench.netcdf;

import org.burstlog.group.ProcessGroup;
import org.burstlog.group.RankProgram;
import org.burstlog.mpi.MpiTarget;
import org.burstlog.mpi.testing.RankRunner;
import org.burstlog.netcdf.NcOptions;
import org.burstlog.netcdf.testing.CollectivePutsContract;
import org.burstlog.netcdf.testing.DataContract;
import org.burstlog.netcdf.testing.DefinitionsContract;
import org.burstlog.netcdf.testing.DifferencesContract;
import org.burstlog.netcdf.testing.ErrorsContract;
import org.burstlog.netcdf.testing.FormsContract;
import org.burstlog.netcdf.testing.NcEnvironment;
import org.burstlog.netcdf.testing.PartingContract;
import org.burstlog.netcdf.testing.RandomContract;
import org.burstlog.netcdf.testing.RedefineContract;
import org.burstlog.netcdf.testing.RequestsContract;
import org.burstlog.netcdf.testing.ThreadsContract;
import org.burstlog.testing.Effort;
import org.junit.jupiter.api.Nested;

/** The programme as every rank runs it. */
class NcFileRanks {
  /** The ranks of a job, and files through MPI-IO. */
  interface OnRanks extends NcEnvironment {
    @Override
    default void run(RankProgram program) throws Exception {
      RankRunner.run(program);
    }

    @Override
    default NcOptions options(ProcessGroup group) {
      return NcOptions.defaults().group(group).target(MpiTarget.system());
    }
  }

  @Nested
  class Data extends DataContract implements OnRanks {}

  @Nested
  class Forms extends FormsContract implements OnRanks {}

  @Nested
  class Definitions extends DefinitionsContract implements OnRanks {}

  @Nested
  class Redefine extends RedefineContract implements OnRanks {}

  @Nested
  class Requests extends RequestsContract implements OnRanks {}

  @Nested
  class Errors extends ErrorsContract implements OnRanks {}

  @Nested
  class CollectivePuts extends CollectivePutsContract implements OnRanks {}

  @Nested
  class Differences extends DifferencesContract implements OnRanks {}

  @Nested
  class Parting extends PartingContract implements OnRanks {}

  @Nested
  class Threads extends ThreadsContract implements OnRanks {}

  @Nested
  class RandomPrograms extends RandomContract implements OnRanks {
    @Override
    protected int programs() {
      return Effort.of(20, 1000);
    }
  }
}
