import mpi.MPI;
import mpi.MPIException;

/** Proves that the bindings and the native library fit together: all ranks meet in one collective. */
public final class Hello {
  private Hello() {}

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    int[] sum = {MPI.COMM_WORLD.getRank() + 1};
    MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println("hello from " + MPI.COMM_WORLD.getSize() + " ranks, sum " + sum[0]);
    }
    MPI.Finalize();
  }
}
