package org.burstlog.netcdfjava.programs;

/** Switches the burst buffer off before it writes. */
public final class SwitchedOffLater {
  private SwitchedOffLater() {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty("burstlog", "off");
    Cases.main(new String[] {arguments[0], "all-types"});
  }
}
