package org.burstlog.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What tells a file from another one of its path. */
class TargetIdentityTest {
  private static final Instant BORN = Instant.parse("2026-03-01T10:15:30.123456789Z");
  private static final Instant LATER = BORN.plusNanos(1);

  private static TargetIdentity file(long inode, @Nullable Instant born, long size) {
    return new TargetIdentity(inode, born, size);
  }

  static Stream<TargetIdentity> identities() {
    return Stream.of(
        file(4711, BORN, 8192),
        file(-1, BORN, 0),
        file(1, null, Long.MAX_VALUE / 10),
        file(1, Instant.EPOCH, 1));
  }

  @ParameterizedTest
  @MethodSource("identities")
  void itsTextIsReadAsItWasWritten(TargetIdentity identity) {
    assertThat(TargetIdentity.parse(identity.toString())).contains(identity);
    assertThat(identity.doubt(identity)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "inode",
        "inode x",
        "inode 99999999999999999999",
        "inode 1, born yesterday",
        "inode 1, "
      })
  void otherTextsSayNothing(String text) {
    assertThat(TargetIdentity.parse(text)).isEmpty();
  }

  @Test
  void anotherInodeOrBirthIsAnotherFile() {
    TargetIdentity logged = file(7, BORN, 0);
    assertThat(logged.doubt(file(8, BORN, 0)).orElseThrow())
        .contains("is another file", "inode 8", "inode 7");
    assertThat(logged.doubt(file(7, LATER, 0)).orElseThrow())
        .contains("is another file", BORN.toString(), LATER.toString());
  }

  @Test
  void aBirthThatWasLoggedAndIsNotToldAnyMoreIsADoubt() {
    assertThat(file(7, BORN, 0).doubt(file(7, null, 0)).orElseThrow())
        .contains("may have been used again", BORN.toString());
  }

  @Test
  void aBirthThatWasNotLoggedTellsNothing() {
    assertThat(file(7, null, 0).doubt(file(7, BORN, 0))).isEmpty();
    assertThat(file(7, null, 0).doubt(file(7, null, 0))).isEmpty();
  }

  @Test
  void aFileMayGrowAndMayNotShrink() {
    assertThat(file(7, BORN, 10).doubt(file(7, BORN, 11))).isEmpty();
    assertThat(file(7, BORN, 10).doubt(file(7, BORN, 9)).orElseThrow())
        .contains("has 9 bytes and had 10 bytes");
  }

  @Test
  void aFileKeepsItWhileItLives(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("f"));
    TargetIdentity fresh = TargetIdentity.of(file).orElseThrow();
    Files.write(file, new byte[10]);
    Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.from(Instant.EPOCH));
    TargetIdentity later =
        TargetIdentity.of(Files.move(file, directory.resolve("g"))).orElseThrow();
    assertThat(later).isEqualTo(fresh.withSize(10));
    assertThat(TargetIdentity.of(file)).isEmpty();
    assertThat(TargetIdentity.inode(file)).isEmpty();
    assertThat(TargetIdentity.inode(directory.resolve("g"))).hasValue(fresh.inode());
  }
}
