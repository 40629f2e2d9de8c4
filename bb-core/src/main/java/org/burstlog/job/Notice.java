package org.burstlog.job;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import org.burstlog.SettingsException;

/**
 * Hears the signal by which a scheduler tells that the job ends soon. It stays heard: no scheduler
 * takes it back.
 */
public final class Notice {
  private static final System.Logger LOGGER = System.getLogger("org.burstlog");

  /** By it a virtual machine stops its threads to look at them; it could be taken from it. */
  private static final String OF_VIRTUAL_MACHINE = "USR2";

  private final Set<String> listening = new HashSet<>();
  private volatile boolean given;

  /** Nothing is heard yet. */
  public Notice() {}

  /**
   * Listens to a signal from now on; whoever has listened to it before does not any more.
   *
   * @param signal its name, such as {@code USR1}; nothing to listen to none
   * @throws SettingsException when there is no such signal, or the virtual machine needs it
   */
  public synchronized void listen(String signal) throws SettingsException {
    String name = signal.startsWith("SIG") ? signal.substring(3) : signal;
    if (name.equals(OF_VIRTUAL_MACHINE)) {
      throw new SettingsException(
          "drain.signal is "
              + signal
              + ", which the virtual machine needs for itself; set burstlog.drain.signal"
              + " (BURSTLOG_DRAIN_SIGNAL) to USR1");
    }
    if (!name.isEmpty() && !listening.contains(name)) {
      handle(name);
      listening.add(name);
    }
  }

  /**
   * Tells whether it was heard.
   *
   * @return true from then on
   */
  public boolean isGiven() {
    return given;
  }

  private void give(String signal) {
    if (!given) {
      given = true;
      LOGGER.log(
          System.Logger.Level.INFO,
          "SIG"
              + signal
              + " says that the job ends soon; each collective put now drains all pending records");
    }
  }

  /** By reflection: signals are no part of what every JDK promises, and there is nothing else. */
  private void handle(String name) throws SettingsException {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler heard =
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "handle" -> {
                  give(name);
                  yield null;
                }
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "burstlog";
              };
      Object listener =
          Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, heard);
      Object wanted = signal.getConstructor(String.class).newInstance(name);
      Object before = signal.getMethod("handle", signal, handler).invoke(null, wanted, listener);
      assert before != listener;
    } catch (InvocationTargetException e) {
      throw new SettingsException(
          "drain.signal is "
              + name
              + ", which cannot be listened to: "
              + e.getCause()
              + "; set burstlog.drain.signal (BURSTLOG_DRAIN_SIGNAL) to USR1");
    } catch (ReflectiveOperationException e) {
      throw new SettingsException(
          "drain.signal is "
              + name
              + ", and this virtual machine has no signals; leave burstlog.drain.signal"
              + " (BURSTLOG_DRAIN_SIGNAL) out");
    }
  }
}
