package org.burstlog.recover;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Names of targets that are legal and that careless code takes for something else. */
public final class AwkwardName {
  private static final List<String> NAMES =
      List.of(
          "two\nlines",
          "\n",
          "ends in one\n",
          "carriage\rreturn",
          "next\u0085line",
          "line\u2028separator",
          "paragraph\u2029separator",
          "\u001b[2J\u001b[31mred",
          "c1\u009b2J",
          "right\u202eleft",
          " ",
          " spaces in it ",
          "-rf",
          "--force",
          ".hidden",
          "...",
          "no.0123456789abcdef",
          "*",
          "[a-z]?{b,c}",
          "quote\"s'\\",
          "%0A%s%n",
          "$(id)",
          "x".repeat(255),
          "\u00e4".repeat(127),
          "\ud835\udd18".repeat(63));

  private AwkwardName() {}

  /** Targets of such names in a directory, those among them that are no text in UTF-8. */
  public static Stream<Path> in(Path directory) {
    String base = directory.toUri().toString();
    return Stream.concat(
        NAMES.stream().map(directory::resolve),
        Stream.of("latin-%E4", "%FF%FE", "cut-%E2%80", "%C0%AF")
            .map(name -> Path.of(URI.create(base + name))));
  }
}
