/** NetCDF files as a simulation code sees them: {@link org.burstlog.netcdf.NcFile}. */
module org.burstlog.netcdf {
  requires transitive org.burstlog.core;
  requires static org.jspecify;

  exports org.burstlog.netcdf;
  exports org.burstlog.netcdf.convert;
  exports org.burstlog.netcdf.driver;
  exports org.burstlog.netcdf.header;

  provides org.burstlog.recover.Finisher with
      org.burstlog.netcdf.ReplayedFile;
}
