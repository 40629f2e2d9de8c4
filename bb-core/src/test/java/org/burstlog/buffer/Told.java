package org.burstlog.buffer;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The warnings that a logger is given while this is open. */
public final class Told implements Closeable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord message) {
          if (message.getLevel().equals(Level.WARNING)) {
            messages.add(message.getMessage());
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private Told(String name) {
    logger = Logger.getLogger(name);
    logger.addHandler(handler);
  }

  /**
   * Listens to a logger.
   *
   * @param logger its name
   * @return what it is told from now on
   */
  public static Told by(String logger) {
    return new Told(logger);
  }

  /**
   * Returns the warnings so far.
   *
   * @return the messages in their order
   */
  public List<String> messages() {
    return messages;
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
