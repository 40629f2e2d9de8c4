/** NetCDF files as a simulation code sees them: {@link org.burstlog.netcdf.NcFile}. */
module org.burstlog.netcdf {
  requires transitive org.burstlog.core;
  requires static info.picocli;
  requires static org.jspecify;

  exports org.burstlog.netcdf;
  exports org.burstlog.netcdf.convert;
  exports org.burstlog.netcdf.driver;
  exports org.burstlog.netcdf.header;

  opens org.burstlog.netcdf.cli to
      info.picocli;

  provides org.burstlog.cli.Verb with
      org.burstlog.netcdf.cli.ExportVerb,
      org.burstlog.netcdf.cli.DumpVerb;
  provides org.burstlog.recover.Finisher with
      org.burstlog.netcdf.ReplayedFile;
}
