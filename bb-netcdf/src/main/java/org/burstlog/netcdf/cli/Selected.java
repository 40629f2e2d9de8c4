package org.burstlog.netcdf.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.burstlog.BurstlogException;
import org.burstlog.array.Region;
import org.burstlog.netcdf.NcDimension;
import org.burstlog.netcdf.NcVariable;

/** A region of a variable as a user writes it, such as {@code 0:3,5,:10}. */
final class Selected {
  private static final Pattern PART = Pattern.compile("(\\d{1,18})|(\\d{0,18}):(\\d{0,18})");

  private final String file;
  private final NcVariable variable;

  Selected(String file, NcVariable variable) {
    this.file = file;
    this.variable = variable;
  }

  /**
   * Returns the region that a text names.
   *
   * @param text a part for each dimension: an index, or a start and an end, either of which may be
   *     missing
   */
  Region of(String text) throws BurstlogException {
    String[] parts = text.split(",", -1);
    if (parts.length != variable.rank()) {
      String count = parts.length + (parts.length == 1 ? " part" : " parts");
      throw variable.rank() == 0
          ? wrong(text, "has " + count + ", and the variable has no dimension", "leave it out")
          : wrong(
              text,
              "has " + count + ", and the variable has the dimensions " + names(),
              "give one part for each, ':' for all of it");
    }
    long[] shape = variable.shape();
    Region region = new Region(parts.length);
    for (int d = 0; d < parts.length; d++) {
      set(region, d, parts[d].strip(), shape[d]);
    }
    return region;
  }

  private void set(Region region, int d, String part, long length) throws BurstlogException {
    Matcher given = PART.matcher(part);
    if (!given.matches()) {
      throw wrong(
          part, "is no part of a region", "give an index as 5, or a start and an end as 0:3 or :");
    }
    String index = given.group(1);
    String name = variable.dimensions().get(d).name();
    if (index != null) {
      long at = Long.parseLong(index);
      if (at >= length) {
        throw wrong(
            part,
            "is behind the end of dimension '" + name + "', which has length " + length,
            length == 0 ? "there is no index in it" : "the last index is " + (length - 1));
      }
      region.set(d, at, 1, 1);
      return;
    }
    long start = given.group(2).isEmpty() ? 0 : Long.parseLong(given.group(2));
    long end = given.group(3).isEmpty() ? length : Long.parseLong(given.group(3));
    if (end > length || start > length) {
      throw wrong(
          part,
          "goes past the end of dimension '" + name + "'",
          "give a start and an end of " + length + " at most");
    }
    if (start > end || (start == end && !part.equals(":"))) {
      throw wrong(part, "has nothing in it", "give an end that is greater than the start");
    }
    region.set(d, start, end - start, 1);
  }

  private String names() {
    return variable.dimensions().stream()
        .map(NcDimension::name)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private BurstlogException wrong(String value, String what, String remedy) {
    return new BurstlogException(
        file
            + ": region '"
            + value
            + "' of variable '"
            + variable.name()
            + "' "
            + what
            + "; "
            + remedy);
  }
}
