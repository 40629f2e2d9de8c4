package org.burstlog.drain;

/**
 * Is told what becomes of what this process hands over. {@link #handedOver} is called by the thread
 * of the program that hands over. The others are called by the thread that takes the steps of the
 * drain: a thread of the library or, where drains go on inside the program's calls, the thread of
 * the program that makes such a call. One method is called at a time. The caller waits for it, so
 * it must be quick and must not wait for a drain itself. What it throws is logged, and changes
 * nothing.
 */
public interface DrainListener {
  /**
   * What was put until now is given to a drain, which begins when those before it have ended.
   *
   * @param epoch the number of the epoch: 1 for the first that this file hands over, and so on
   * @param bytes bytes of it that this process has put; 0 where only others have put
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
   * An epoch could not be drained. It is kept, and the next flush, sync or close tries again. Told
   * at each attempt.
   *
   * @param epoch the number of the epoch
   * @param bytes bytes of it in the log of this process
   * @param why what went wrong
   */
  default void failed(int epoch, long bytes, Throwable why) {}
}
