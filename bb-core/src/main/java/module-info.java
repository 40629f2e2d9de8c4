/**
 * The burst buffer below netCDF: {@link org.burstlog.buffer.BurstBuffer}, its settings, recovery,
 * and the {@code bb} commands, which need {@code info.picocli} as well.
 */
// org.burstlog.netcdf comes later in the build.
@SuppressWarnings("module")
module org.burstlog.core {
  requires jdk.jfr;
  // Unmaps logs before JDK 22.
  requires jdk.unsupported;
  requires static info.picocli;
  requires static org.jspecify;

  exports org.burstlog;
  exports org.burstlog.array;
  exports org.burstlog.buffer;
  exports org.burstlog.cli;
  exports org.burstlog.depot;
  exports org.burstlog.drain;
  exports org.burstlog.drain.files;
  exports org.burstlog.group;
  exports org.burstlog.job;
  exports org.burstlog.guard.code;
  exports org.burstlog.guard.parity;
  exports org.burstlog.guard.ring;
  exports org.burstlog.log;
  exports org.burstlog.log.file;
  exports org.burstlog.log.format;
  exports org.burstlog.log.option;
  exports org.burstlog.log.read;
  exports org.burstlog.recover;
  exports org.burstlog.report;
  exports org.burstlog.settings;
  exports org.burstlog.stage;
  exports org.burstlog.stats;
  exports org.burstlog.storage;
  exports org.burstlog.target;
  exports org.burstlog.wear;
  exports org.burstlog.array.memory to
      org.burstlog.netcdf;

  opens org.burstlog.cli to
      info.picocli;

  uses org.burstlog.cli.Job;
  uses org.burstlog.cli.Verb;
  uses org.burstlog.recover.Finisher;

  provides org.burstlog.cli.Verb with
      org.burstlog.cli.SettingsVerb,
      org.burstlog.cli.ListVerb,
      org.burstlog.cli.TierVerb,
      org.burstlog.cli.InspectVerb,
      org.burstlog.cli.VerifyVerb,
      org.burstlog.cli.RecoverVerb,
      org.burstlog.cli.DiscardVerb,
      org.burstlog.cli.StageVerb,
      org.burstlog.cli.DrainVerb,
      org.burstlog.cli.JobVerb,
      org.burstlog.cli.ExplainVerb,
      org.burstlog.cli.TopVerb,
      org.burstlog.cli.CompletionVerb,
      org.burstlog.cli.ManVerb,
      org.burstlog.cli.ReportVerb;
}
