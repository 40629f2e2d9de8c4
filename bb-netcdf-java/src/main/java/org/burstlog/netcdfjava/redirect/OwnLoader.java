package org.burstlog.netcdfjava.redirect;

import java.io.IOException;

/** Services of Burstlog are found by the loader of this thread, which is the program's. */
final class OwnLoader {
  private OwnLoader() {}

  interface Call<T> {
    T call() throws IOException;
  }

  static <T> T call(Call<T> call) throws IOException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(OwnLoader.class.getClassLoader());
    try {
      return call.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
