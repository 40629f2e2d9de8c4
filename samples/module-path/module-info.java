/** The first program as a module: this file beside its directory {@code example}. */
module example {
  requires org.burstlog.mpi;
  requires org.burstlog.netcdf;
}
