package org.burstlog.mpi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.locks.ReentrantLock;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Calls MPI for several threads. With {@code MPI_THREAD_MULTIPLE} they call it at once. Where the
 * application has started MPI with less, what they call through this library is called by one at a
 * time. What the application calls itself it must keep apart from that, as MPI asks.
 *
 * <p>Nobody has the turn while it waits for other processes in calls that can be begun and asked
 * for later; so threads that need no other process go on meanwhile.
 */
final class MpiTurn {
  private static final ReentrantLock TURN = new ReentrantLock();

  private MpiTurn() {}

  /** What MPI was started with does not change. */
  private static final class Level {
    static final boolean MULTIPLE = query();

    private static boolean query() {
      try {
        return MPI.queryThread() == MPI.THREAD_MULTIPLE;
      } catch (MPIException e) {
        return false;
      }
    }
  }

  /** A call of the bindings. */
  @FunctionalInterface
  interface Call<T, E extends Exception> {
    T run() throws MPIException, E;
  }

  /** Makes a call when MPI can take it. MPI has been started. */
  static <T, E extends Exception> T take(Call<T, E> call) throws MPIException, E {
    if (Level.MULTIPLE) {
      return call.run();
    }
    TURN.lock();
    try {
      return call.run();
    } finally {
      TURN.unlock();
    }
  }

  /** Asks whether a call has ended; as {@link #take}, without making anything for it. */
  static boolean test(Request request) throws MPIException {
    return Level.MULTIPLE ? request.test() : take(request::test);
  }

  /** The same for C functions. */
  static LibMpi.Functions of(LibMpi.Functions functions) {
    return Level.MULTIPLE ? functions : InTurn.of(functions);
  }

  private static final class InTurn {
    static LibMpi.Functions of(LibMpi.Functions functions) {
      return (LibMpi.Functions)
          Proxy.newProxyInstance(
              LibMpi.Functions.class.getClassLoader(),
              new Class<?>[] {LibMpi.Functions.class},
              (proxy, method, arguments) -> {
                TURN.lock();
                try {
                  return method.invoke(functions, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                } finally {
                  TURN.unlock();
                }
              });
    }
  }
}
