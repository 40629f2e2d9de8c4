package org.burstlog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportVerbTest extends CommandLineTest {
  @TempDir Path directory;

  private Path tier;

  @BeforeEach
  void makeTier() throws IOException {
    tier = Files.createDirectory(directory.resolve("tier"));
  }

  /** A program that puts, does something and closes. */
  private void program(Runnable meanwhile) throws IOException {
    ReportedProgram.run(tier, directory.resolve("out"), meanwhile);
  }

  /** The tier as it is when its node has been started again: nobody has anything open there. */
  private Path afterwards() {
    try {
      Path other = Files.createDirectory(directory.resolve("other"));
      try (Stream<Path> all = Files.walk(tier)) {
        for (Path path : all.filter(p -> !p.equals(tier)).toList()) {
          Path to = other.resolve(tier.relativize(path));
          Files.copy(path, to);
          Files.setPosixFilePermissions(
              to,
              PosixFilePermissions.fromString(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
      }
      return other;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void saysThatThereIsNone() {
    assertThat(bb("report", tier.toString())).isEqualTo(Verb.WRONG);
    assertThat(complained()).contains("no program has left a report", "BURSTLOG_REPORT=on");
  }

  @Test
  void showsARunThatGoesOn() throws IOException {
    program(() -> assertThat(bb("report", tier.toString())).isEqualTo(Verb.OK));
    assertThat(said()).startsWith("the file is open\n").contains("verdict", "1 process");
  }

  @Test
  void showsTheRunThatDied() throws IOException {
    program(() -> assertThat(bb("report", afterwards().toString())).isEqualTo(Verb.OK));
    assertThat(said())
        .startsWith("the program died before it closed the file; 'bb recover'")
        .contains("burst buffer of " + directory.resolve("out"), "lost if a node died now");
  }

  @Test
  void showsTheNewestOfThoseThatAreClosedOrAll() throws IOException {
    program(() -> {});
    program(() -> {});
    assertThat(bb("report", tier.toString())).isEqualTo(Verb.OK);
    assertThat(said().lines().filter("the file was closed"::equals)).hasSize(1);
    assertThat(bb("report", "--all", tier.toString())).isEqualTo(Verb.OK);
    assertThat(said().lines().filter("the file was closed"::equals)).hasSize(3);
  }

  @Test
  void tellsPrograms() throws IOException {
    program(() -> {});
    assertThat(bb("report", "--json", tier.toString())).isEqualTo(Verb.OK);
    JsonObject json = JsonParser.parseString(said()).getAsJsonObject();
    assertThat(json.get("exit").getAsInt()).isZero();
    JsonObject first = json.getAsJsonArray("reports").get(0).getAsJsonObject();
    assertThat(first.get("fate").getAsString()).isEqualTo("closed");
    JsonObject report = first.getAsJsonObject("report");
    assertThat(report.getAsJsonObject("counters").get("put_bytes").getAsLong()).isEqualTo(32);
    String page = Files.readString(Path.of("..", "docs", "report.md"));
    report.keySet().forEach(key -> assertThat(page).contains("`" + key + "`"));
    Path schema = Path.of("..", "docs", "report.schema.json");
    keepsTo(JsonParser.parseString(Files.readString(schema)).getAsJsonObject(), json, "$");
  }

  /** Checks as much of a schema as the one of reports uses. */
  private static void keepsTo(JsonObject schema, JsonElement value, String at) {
    String type = schema.get("type").getAsString();
    switch (type) {
      case "object" -> {
        JsonObject object = value.getAsJsonObject();
        if (schema.has("properties")) {
          JsonObject properties = schema.getAsJsonObject("properties");
          assertThat(object.keySet()).as(at).isEqualTo(properties.keySet());
          object
              .keySet()
              .forEach(
                  key -> keepsTo(properties.getAsJsonObject(key), object.get(key), at + "." + key));
        } else {
          JsonObject each = schema.getAsJsonObject("additionalProperties");
          object.keySet().forEach(key -> keepsTo(each, object.get(key), at + "." + key));
        }
      }
      case "array" ->
          value
              .getAsJsonArray()
              .forEach(item -> keepsTo(schema.getAsJsonObject("items"), item, at + "[]"));
      case "integer" -> assertThat(value.getAsString()).as(at).matches("-?[0-9]+");
      case "string" -> assertThat(value.getAsJsonPrimitive().isString()).as(at).isTrue();
      default -> throw new AssertionError(at + " is of type " + type);
    }
  }

  @Test
  void writesAPage() throws IOException {
    program(() -> {});
    Path page = directory.resolve("page.html");
    assertThat(bb("report", "--html", page.toString(), tier.toString())).isEqualTo(Verb.OK);
    assertThat(page).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
  }

  @Test
  void leavesOtherVerbsAlone() throws IOException {
    program(() -> {});
    assertThat(bb("list", tier.toString())).isEqualTo(Verb.OK);
    assertThat(said()).startsWith("no sessions on ");
  }
}
