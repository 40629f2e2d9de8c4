package org.burstlog.recover;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One thing that may happen to the files of a session.
 *
 * @param what says it, for a failure's message
 * @param zeros whether bytes become zero, so that a log may seem to end earlier
 * @param to does it to the bytes of the files, by name
 */
record Harm(String what, boolean zeros, Effect to) {
  private static final int PAGE = 4096;
  private static final int SECTOR = 512;

  /** Changes files. */
  interface Effect {
    void on(Map<String, byte[]> files);
  }

  /** Every bit of the bytes of a file that count. */
  static List<Harm> flips(String file, byte[] bytes) {
    List<Harm> all = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      for (int bit = 0; bit < 8 && counts(bytes, i); bit++) {
        int at = i;
        int mask = 1 << bit;
        all.add(
            new Harm(
                file + ": bit " + bit + " of byte " + at,
                false,
                files -> bytes(files, file)[at] ^= (byte) mask));
      }
    }
    return all;
  }

  /** Bytes that something stands in or beside, and of the rest one in a while. */
  private static boolean counts(byte[] bytes, int at) {
    for (int i = Math.max(0, at - 8); i < Math.min(bytes.length, at + 8); i++) {
      if (bytes[i] != 0) {
        return true;
      }
    }
    return at % 509 == 0;
  }

  /** Every length that ends where something stands, and some of the others. */
  static List<Harm> cuts(String file, byte[] bytes) {
    List<Harm> all = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      if (!counts(bytes, i)) {
        continue;
      }
      int length = i;
      all.add(
          new Harm(
              file + ": cut to " + length,
              false,
              files -> files.put(file, Arrays.copyOf(bytes, length))));
    }
    return all;
  }

  /** Runs of zeros that begin and end at some places, or where sectors and pages do. */
  static List<Harm> zeros(String file, byte[] bytes, List<Integer> places) {
    List<Harm> all = new ArrayList<>();
    for (int step : new int[] {SECTOR, PAGE}) {
      for (int from = 0; from < bytes.length; from += step) {
        all.add(zero(file, from, Math.min(bytes.length, from + step)));
        all.add(zero(file, from, bytes.length));
      }
    }
    for (int from : places) {
      for (int to : places) {
        if (from < to) {
          all.add(zero(file, from, to));
        }
      }
      all.add(zero(file, from, bytes.length));
    }
    return all;
  }

  private static Harm zero(String file, int from, int to) {
    return new Harm(
        file + ": zeros from " + from + " to " + to,
        true,
        files -> Arrays.fill(bytes(files, file), from, to, (byte) 0));
  }

  /** Pages of files, these ones and those of another session, in the place of other pages. */
  static List<Harm> pages(Map<String, byte[]> own, Map<String, byte[]> others) {
    List<Harm> all = new ArrayList<>();
    Map<String, byte[]> sources = new TreeMap<>();
    own.forEach((name, bytes) -> sources.put("its " + name, bytes));
    others.forEach((name, bytes) -> sources.put("another's " + name, bytes));
    own.forEach(
        (to, old) ->
            sources.forEach(
                (from, bytes) -> {
                  for (int source = 0; source + PAGE <= bytes.length; source += PAGE) {
                    for (int place = 0; place + PAGE <= old.length; place += PAGE) {
                      all.add(page(from, bytes, source, to, place));
                    }
                  }
                }));
    return all;
  }

  private static Harm page(String from, byte[] bytes, int source, String to, int place) {
    return new Harm(
        to + ": at " + place + " the page at " + source + " of " + from,
        true,
        files -> System.arraycopy(bytes, source, bytes(files, to), place, PAGE));
  }

  /** Two pages of a file exchanged, and two files, and a file in the place of another, or gone. */
  static List<Harm> files(Map<String, byte[]> own, Map<String, byte[]> others) {
    List<Harm> all = new ArrayList<>();
    for (String one : own.keySet()) {
      all.add(new Harm(one + ": gone", false, files -> files.remove(one)));
      others.forEach(
          (name, bytes) ->
              all.add(
                  new Harm(
                      one + ": replaced by another session's " + name,
                      false,
                      files -> files.put(one, bytes.clone()))));
      for (String other : own.keySet()) {
        if (!one.equals(other)) {
          byte[] first = bytes(own, one);
          byte[] second = bytes(own, other);
          all.add(
              new Harm(
                  one + ": replaced by " + other, false, files -> files.put(one, second.clone())));
          all.add(
              new Harm(
                  one + " and " + other + ": exchanged",
                  false,
                  files -> {
                    files.put(one, second.clone());
                    files.put(other, first.clone());
                  }));
        }
      }
    }
    return all;
  }

  private static byte[] bytes(Map<String, byte[]> files, String name) {
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw new IllegalArgumentException(name);
    }
    return bytes;
  }
}
