package org.burstlog.bench.netcdf;

import org.burstlog.netcdf.testing.WrongPutsContract;

/** Wrong collective puts as every rank makes them, each with the burst buffer and without it. */
class WrongPutsRanks extends WrongPutsContract implements NcFileRanks.OnRanks {}
