package org.burstlog.drain;

/**
 * Is told what becomes of what this process hands over. It is called by the thread that takes the
 * steps of the drain, one at a time: a thread of the library or, where drains go on inside the
 * program's calls, the thread of the program that makes such a call. That thread waits for it, so
 * it must be quick and must not wait for a drain itself. What it throws is logged, and changes
 * nothing.
 */
public interface DrainListener {
  /**
   * A drain is given what was put until now.
   *
   * @param epoch the number of the epoch, which counts what this file hands over
   * @param bytes bytes of it in the log of this process
   */
  default void handedOver(int epoch, long bytes) {}

  /**
   * An epoch is in the target, proven, and gone from the log. Told once for each epoch.
   *
   * @param epoch the number of the epoch
   * @param bytes bytes of it that were in the log of this process
   */
  default void drained(int epoch, long bytes) {}

  /**
   * An epoch could not be drained. It is kept, and the next flush, sync or close tries again.
   *
   * @param epoch the number of the epoch
   * @param bytes bytes of it in the log of this process
   * @param why what went wrong
   */
  default void failed(int epoch, long bytes, Throwable why) {}
}
