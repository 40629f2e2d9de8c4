package org.burstlog.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a path leads back to the very bytes of the path. */
class TargetPathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/pfs/out.nc",
        "/pfs/two%0Alines",
        "/pfs/%C3%A4",
        "/pfs/%F0%9D%94%98",
        "/pfs/%25%20%23%3F",
        "/pfs/file:",
        "/pfs/%EF%BF%BD"
      })
  void isItselfWhereItIsAText(String encoded) {
    Path path = Path.of(URI.create("file://" + encoded));
    assertThat(TargetPath.text(path)).isEqualTo(path.toString());
    assertThat(TargetPath.of(TargetPath.text(path))).isEqualTo(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pfs/%FF", "/pfs/%E4/x%0A", "/%C0%AF", "/%ED%A0%80", "/%C3%A4%E4"})
  void isAUriWhereItIsNone(String encoded) {
    Path path = Path.of(URI.create("file://" + encoded));
    assertThat(TargetPath.text(path)).isEqualTo("file://" + encoded);
    assertThat(TargetPath.of(TargetPath.text(path))).isEqualTo(path);
  }

  @Test
  void thatOfADirectoryIsNoOther(@TempDir Path directory) throws IOException {
    Path ascii = Files.createDirectory(directory.resolve("a"));
    Path text = Files.createDirectory(directory.resolve("\u00e4"));
    Path bytes = Files.createDirectory(Path.of(URI.create(directory.toUri() + "%E4")));
    assertThat(TargetPath.text(ascii)).isEqualTo(ascii.toString());
    assertThat(TargetPath.text(text)).isEqualTo(text.toString());
    assertThat(TargetPath.text(bytes)).isEqualTo("file://" + directory + "/%E4");
    assertThat(TargetPath.of(TargetPath.text(bytes))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:", "file:x", "file://host/x", "file:///x y", "/x\0y", "/ä\0"})
  void whatIsNoPathIsRefused(String text) {
    assertThatThrownBy(() -> TargetPath.of(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
