package org.burstlog.recover;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One thing that may happen to the files of a session.
 *
 * @param kind of which kind it is
 * @param what says it, for a failure's message
 * @param to does it to the bytes of the files, by name
 * @param parts what it is made of, where it is several things at once
 */
record Harm(Kind kind, String what, Effect to, List<Harm> parts) {
  private static final int PAGE = 4096;
  private static final int SECTOR = 512;

  /** What happens to bytes. */
  enum Kind {
    BIT_TURNED,
    CUT,
    ZEROED,
    PAGE_COPIED,
    PAGES_EXCHANGED,
    FILES_LOST_OR_EXCHANGED;

    /** Whether bytes may become zero, so that a log may seem to end earlier. */
    boolean zeros() {
      return this == ZEROED || this == PAGE_COPIED || this == PAGES_EXCHANGED;
    }
  }

  /** Changes files. */
  interface Effect {
    void on(Map<String, byte[]> files);
  }

  Harm(Kind kind, String what, Effect to) {
    this(kind, what, to, List.of());
  }

  /**
   * Every bit of a file, or of its bytes that count. Bits of the others are turned together, a
   * sector at a time.
   */
  static List<Harm> flips(String file, byte[] bytes, boolean everywhere) {
    List<Harm> all = new ArrayList<>();
    for (int sector = 0; sector < bytes.length; sector += SECTOR) {
      List<Harm> together = new ArrayList<>();
      for (int at = sector; at < Math.min(bytes.length, sector + SECTOR); at++) {
        for (int bit = 0; bit < 8; bit++) {
          if (counts(bytes, at)) {
            all.add(flip(file, at, bit));
          } else if (everywhere) {
            together.add(flip(file, at, bit));
          }
        }
      }
      if (!together.isEmpty()) {
        all.add(together(file + ": what is unused from " + sector, together));
      }
    }
    return all;
  }

  private static Harm together(String what, List<Harm> parts) {
    return new Harm(
        parts.get(0).kind,
        what,
        files -> {
          for (Harm part : parts) {
            part.to.on(files);
          }
        },
        parts);
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

  private static Harm flip(String file, int at, int bit) {
    return new Harm(
        Kind.BIT_TURNED,
        file + ": bit " + bit + " of byte " + at,
        files -> bytes(files, file)[at] ^= (byte) (1 << bit));
  }

  /** Every length that is shorter than that of a file, or that ends at a byte that counts. */
  static List<Harm> cuts(String file, byte[] bytes, boolean everywhere) {
    List<Harm> all = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      if (!everywhere && !counts(bytes, i)) {
        continue;
      }
      int length = i;
      all.add(
          new Harm(
              Kind.CUT,
              file + ": cut to " + length,
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
        Kind.ZEROED,
        file + ": zeros from " + from + " to " + to,
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
        Kind.PAGE_COPIED,
        to + ": at " + place + " the page at " + source + " of " + from,
        files -> System.arraycopy(bytes, source, bytes(files, to), place, PAGE));
  }

  /** Every two pages of files exchanged. */
  static List<Harm> exchanges(Map<String, byte[]> files) {
    List<Harm> all = new ArrayList<>();
    List<Place> pages = new ArrayList<>();
    files.forEach(
        (file, bytes) -> {
          for (int at = 0; at + PAGE <= bytes.length; at += PAGE) {
            pages.add(new Place(file, at));
          }
        });
    for (int i = 0; i < pages.size(); i++) {
      for (int j = i + 1; j < pages.size(); j++) {
        Place one = pages.get(i);
        Place other = pages.get(j);
        if (!Arrays.equals(page(files, one), page(files, other))) {
          all.add(
              new Harm(
                  Kind.PAGES_EXCHANGED,
                  one + " and " + other + ": exchanged",
                  harmed -> {
                    byte[] first = page(harmed, one);
                    put(harmed, one, page(harmed, other));
                    put(harmed, other, first);
                  }));
        }
      }
    }
    return all;
  }

  /** Where a page is. */
  private record Place(String file, int at) {
    @Override
    public String toString() {
      return "the page at " + at + " of " + file;
    }
  }

  private static byte[] page(Map<String, byte[]> files, Place place) {
    return Arrays.copyOfRange(bytes(files, place.file), place.at, place.at + PAGE);
  }

  private static void put(Map<String, byte[]> files, Place place, byte[] page) {
    System.arraycopy(page, 0, bytes(files, place.file), place.at, PAGE);
  }

  /** Two files exchanged, and a file in the place of another, or gone. */
  static List<Harm> files(Map<String, byte[]> own, Map<String, byte[]> others) {
    List<Harm> all = new ArrayList<>();
    for (String one : own.keySet()) {
      all.add(new Harm(Kind.FILES_LOST_OR_EXCHANGED, one + ": gone", files -> files.remove(one)));
      others.forEach(
          (name, bytes) ->
              all.add(
                  new Harm(
                      Kind.FILES_LOST_OR_EXCHANGED,
                      one + ": replaced by another session's " + name,
                      files -> files.put(one, bytes.clone()))));
      for (String other : own.keySet()) {
        if (!one.equals(other)) {
          byte[] first = bytes(own, one);
          byte[] second = bytes(own, other);
          all.add(
              new Harm(
                  Kind.FILES_LOST_OR_EXCHANGED,
                  one + ": replaced by " + other,
                  files -> files.put(one, second.clone())));
          all.add(
              new Harm(
                  Kind.FILES_LOST_OR_EXCHANGED,
                  one + " and " + other + ": exchanged",
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
