package org.burstlog.log.format;

/**
 * What the two files of a log are called, without what tells metadata from data: {@code r00042} is
 * the first log of rank 42, {@code n0003} the first one of the node whose leader is rank 3. Behind
 * a dot stands the place of each further log of the same process or node: {@code r00042.1}.
 */
public final class LogName {
  /** How the name of the file with the metadata ends. */
  public static final String META_SUFFIX = ".meta";

  /** How the name of the file with the data ends. */
  public static final String DATA_SUFFIX = ".data";

  private static final int PROCESS_DIGITS = 5;

  private static final int NODE_DIGITS = 4;

  private LogName() {}

  /**
   * Names a log of one process.
   *
   * @param rank rank of the process
   * @param place how many logs it has in the session besides
   * @return the name
   */
  public static String ofProcess(int rank, int place) {
    return name('r', rank, PROCESS_DIGITS, place);
  }

  /**
   * Names a log that the processes of a node share.
   *
   * @param leader rank of the first process on the node
   * @param place how many logs they have in the session besides
   * @return the name
   */
  public static String ofNode(int leader, int place) {
    return name('n', leader, NODE_DIGITS, place);
  }

  /** Without a formatter, which takes longer than all else in the opening of a log. */
  private static String name(char kind, int rank, int digits, int place) {
    String number = String.valueOf(rank);
    String zeros = "0".repeat(Math.max(0, digits - number.length()));
    return kind + zeros + number + suffix(place);
  }

  private static String suffix(int place) {
    return place == 0 ? "" : "." + place;
  }

  /**
   * Returns which log of its process or node a name belongs to.
   *
   * @param name the name
   * @return its place, 0 for the first; -1 when it is no such name
   */
  public static int place(String name) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      return 0;
    }
    try {
      int place = Integer.parseInt(name.substring(dot + 1));
      return suffix(place).equals(name.substring(dot)) ? place : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
