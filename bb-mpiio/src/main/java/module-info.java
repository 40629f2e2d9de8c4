/**
 * The processes of an MPI job, and files through MPI-IO: {@link org.burstlog.mpi.MpiGroup} and
 * {@link org.burstlog.mpi.MpiTarget}.
 */
// Open MPI's bindings and JNR-FFI are automatic modules.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.burstlog.mpi {
  requires transitive mpi;
  requires transitive org.burstlog.core;
  requires org.jnrproject.ffi;
  requires org.jnrproject.jffi;
  // JNR-FFI makes classes with it, and cannot say so itself.
  requires org.objectweb.asm;
  requires static org.jspecify;

  exports org.burstlog.mpi;

  provides org.burstlog.cli.Job with
      org.burstlog.mpi.MpiJob;
}
