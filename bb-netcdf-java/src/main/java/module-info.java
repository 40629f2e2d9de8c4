/**
 * A writer of the shape of NetCDF-Java's that writes through a burst buffer, alone or together with
 * other processes: {@link org.burstlog.netcdfjava.BurstFormatWriter}.
 */
// NetCDF-Java is an automatic module.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.burstlog.netcdfjava {
  requires transitive cdm;
  requires transitive org.burstlog.netcdf;
  // Of the agent, which is a jar of its own.
  requires static java.instrument;
  requires static org.jspecify;
  requires static org.objectweb.asm;

  exports org.burstlog.netcdfjava;
}
